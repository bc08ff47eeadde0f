/** A matrix is one array of numbers, row by row. */
function multiply(a, b, size) {
  const product = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      let sum = 0;
      for (let k = 0; k < size; k++) sum += a[i * size + k] * b[k * size + j];
      product[i * size + j] = sum;
    }
  }
  return product;
}

const matrix = Float64Array.from({ length: 1600 }, (_, k) => (7 * Math.floor(k / 40) + 3 * (k % 40)) % 11);

function relax(grid, next, size) {
  for (let i = 1; i < size - 1; i++) {
    for (let j = 1; j < size - 1; j++) {
      const k = i * size + j;
      next[k] = 0.25 * (grid[k - size] + grid[k + size] + grid[k - 1] + grid[k + 1]);
    }
  }
}

function heat(size, steps) {
  let grid = new Float64Array(size * size).fill(100, 0, size);
  let next = grid.slice();
  for (let step = 0; step < steps; step++) {
    relax(grid, next, size);
    [grid, next] = [next, grid];
  }
  return Math.round(1e6 * grid[3 * size + size / 2]);
}

const entry = (i, j) => 1 / (Math.floor(((i + j) * (i + j + 1)) / 2) + i + 1);

function timesSpectrum(vector, result) {
  const n = vector.length;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += entry(i, j) * vector[j];
    result[i] = sum;
  }
}

function spectralNorm() {
  const u = new Float64Array(60).fill(1);
  const v = new Float64Array(60);
  for (let k = 0; k < 4; k++) {
    timesSpectrum(u, v);
    timesSpectrum(v, u);
  }
  return Math.round((1e6 * u[0]) / v[0]);
}

const vector = Float64Array.from({ length: 2000 }, (_, k) => k % 17);

function dot(a, b) {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

function dotProduct() {
  let value = 0;
  for (let k = 0; k < 10; k++) value = dot(vector, vector);
  return value;
}

function reverseBits(real, imaginary) {
  const n = real.length;
  let j = 0;
  for (let i = 0; i < n - 1; i++) {
    if (i < j) {
      [real[i], real[j]] = [real[j], real[i]];
      [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
    }
    let m = n >> 1;
    while (m >= 1 && j >= m) {
      j -= m;
      m >>= 1;
    }
    j += m;
  }
}

function transform(real, imaginary) {
  const n = real.length;
  reverseBits(real, imaginary);
  for (let width = 1; width < n; width *= 2) {
    const angle = -Math.PI / width;
    for (let k = 0; k < width; k++) {
      const wr = Math.cos(k * angle);
      const wi = Math.sin(k * angle);
      for (let i = k; i < n; i += 2 * width) {
        const j = i + width;
        const tr = wr * real[j] - wi * imaginary[j];
        const ti = wr * imaginary[j] + wi * real[j];
        real[j] = real[i] - tr;
        imaginary[j] = imaginary[i] - ti;
        real[i] += tr;
        imaginary[i] += ti;
      }
    }
  }
}

const real = new Float64Array(256);
const imaginary = new Float64Array(256);

function fft() {
  for (let k = 0; k < 256; k++) {
    real[k] = (k * k) % 31;
    imaginary[k] = 0;
  }
  transform(real, imaginary);
  return Math.round(1e6 * real[3]);
}

export const arrays = {
  "matrix-multiply": () => multiply(matrix, matrix, 40)[7 * 40 + 11],
  heat: () => heat(30, 20),
  "spectral-norm": spectralNorm,
  "dot-product": dotProduct,
  "typed-fft": fft,
};
