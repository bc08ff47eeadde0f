/** Settles as `promise` does, or rejects with an Error that says `problem` when that takes longer than so many milliseconds. */
export function within<T>(ms: number, promise: Promise<T>, problem: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(problem)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
