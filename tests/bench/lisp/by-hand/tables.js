const names = Array.from({ length: 200 }, (_, k) => `name-${k}`);

function stringKeys() {
  const table = new Map();
  for (const [k, name] of names.entries()) table.set(name, k);
  let sum = 0;
  for (const name of names) sum += table.get(name);
  return sum;
}

function integerKeys() {
  const table = new Map();
  for (let k = 0; k < 500; k++) table.set(k * 17, k);
  let sum = 0;
  for (let k = 0; k < 1000; k++) sum += table.get(k) ?? 1;
  return sum;
}

export const tables = { "string-keys": stringKeys, "integer-keys": integerKeys };
