/** Lets the host of a Worker know that it has begun, and that it has ended: browsers report neither. */

/** The first message to a Worker: the name of a lock that it is to have as long as it lives. */
export type LifeMessage = { readonly kind: "life"; readonly lock: string };

/** The Worker has begun; with the lock, where there are locks. */
export type LifeSign = { readonly kind: "life-sign"; readonly isLocked: boolean };

/** Answers a {@link LifeMessage}; other messages are none of its business. */
export function takeLife(message: unknown, post: (sign: LifeSign) => void): void {
  if (typeof message !== "object" || message === null) return;
  const { kind, lock } = message as Partial<LifeMessage>;
  if (kind !== "life" || typeof lock !== "string") return;
  const forLife = () => {
    post({ kind: "life-sign", isLocked: true });
    return new Promise<void>(() => {});
  };
  const without = () => post({ kind: "life-sign", isLocked: false });
  // A page without a secure origin has no locks, and one without an origin is refused them.
  const locks = globalThis.navigator?.locks;
  if (locks === undefined) without();
  else locks.request(lock, forLife).catch(without);
}

/** Whether a message is the Worker's answer to that. */
export function isLifeSign(message: unknown): message is LifeSign {
  return typeof message === "object" && message !== null && (message as LifeSign).kind === "life-sign";
}
