/** Addresses: JavaScript objects have none, so each object gets a number when it is first printed. */

const FIRST = 0x1001000003;
const STEP = 0x40;

const addresses = new WeakMap<object, number>();
let next = FIRST;

/** Ten hexadecimal digits, the same for an object as long as it lives. */
export function addressOf(object: unknown): string {
  if ((typeof object !== "object" && typeof object !== "function") || object === null) return "0000000000";
  let address = addresses.get(object);
  if (address === undefined) {
    address = next;
    next += STEP;
    addresses.set(object, address);
  }
  return address.toString(16).toUpperCase().padStart(10, "0");
}
