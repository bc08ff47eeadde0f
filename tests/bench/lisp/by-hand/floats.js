function escapeTime(cr, ci, limit) {
  let x = 0;
  let y = 0;
  let count = 0;
  while (count < limit && x * x + y * y <= 4) {
    const next = x * x - y * y + cr;
    y = 2 * x * y + ci;
    x = next;
    count++;
  }
  return count;
}

function mandelbrot(size, limit) {
  let sum = 0;
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      sum += escapeTime(3 * (column / size) - 2, 2 * (row / size) - 1, limit);
  return sum;
}

function simpson(steps) {
  const f = (x) => 4 / (1 + x * x);
  const h = 1 / steps;
  let sum = f(0) + f(1);
  for (let k = 1; k < steps; k++) sum += (k % 2 === 1 ? 4 : 2) * f(k * h);
  return (sum * h) / 3;
}

const coefficients = Float32Array.of(1, 0.5, 0.25, 0.125, 0.0625, 0.5, 0.25, 0.125, 1, 0.5);

function horner(x) {
  let result = 0;
  for (let k = coefficients.length - 1; k >= 0; k--)
    result = Math.fround(Math.fround(result * x) + coefficients[k]);
  return result;
}

function singleFloats() {
  let sum = 0;
  for (let k = 0; k < 500; k++) sum = Math.fround(sum + horner(Math.fround(k / 1024)));
  return Math.round(1000 * sum);
}

function squareRoot(x) {
  let guess = Math.max(x, 1);
  for (let k = 0; k < 20; k++) guess = (guess + x / guess) / 2;
  return guess;
}

function newton() {
  let sum = 0;
  for (let k = 0; k < 200; k++) sum += squareRoot(k);
  return Math.round(1e6 * sum);
}

export const floats = {
  mandelbrot: () => mandelbrot(40, 50),
  simpson: () => Math.round(1e9 * simpson(10000)),
  "single-floats": singleFloats,
  newton,
  "plain-mandelbrot": () => mandelbrot(30, 30),
};
