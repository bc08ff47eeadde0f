function fib(n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

function tak(x, y, z) {
  return y < x ? tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y)) : z;
}

function bottomUp(depth) {
  if (depth === 0) return { left: null, right: null };
  return { left: bottomUp(depth - 1), right: bottomUp(depth - 1) };
}

function check({ left, right }) {
  return left === null ? 1 : 1 + check(left) + check(right);
}

export const calls = {
  fib: () => fib(20),
  tak: () => tak(12, 8, 4),
  "binary-trees": () => check(bottomUp(10)),
};
