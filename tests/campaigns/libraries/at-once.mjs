/** Does some work for each item, for as many at once as are asked for; resolves when all is done. */
export async function each(items, jobs, work) {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}
