class Body {
  constructor(x, y, z, vx, vy, vz, mass) {
    Object.assign(this, { x, y, z, vx, vy, vz, mass });
  }
}

const makeBodies = () => [
  new Body(0, 0, 0, 0, 0, 0, 40),
  new Body(4.8, -1.2, -0.1, 0.6, 2.8, -0.02, 0.04),
  new Body(8.3, 4.1, -0.4, -1, 1.8, 0.008, 0.01),
  new Body(12.9, -15.1, -0.2, 1.1, 0.9, -0.01, 0.002),
  new Body(15.4, -25.9, 0.2, 1, 0.6, -0.03, 0.002),
];

function attract(a, b, dt) {
  const dx = a.x - b.x;
  const dy = a.y - b.y;
  const dz = a.z - b.z;
  const square = dx * dx + dy * dy + dz * dz;
  const magnitude = dt / (square * Math.sqrt(square));
  const pullA = a.mass * magnitude;
  const pullB = b.mass * magnitude;
  a.vx -= dx * pullB;
  a.vy -= dy * pullB;
  a.vz -= dz * pullB;
  b.vx += dx * pullA;
  b.vy += dy * pullA;
  b.vz += dz * pullA;
}

function advance(bodies, dt) {
  for (let i = 0; i < bodies.length; i++)
    for (let j = i + 1; j < bodies.length; j++) attract(bodies[i], bodies[j], dt);
  for (const body of bodies) {
    body.x += dt * body.vx;
    body.y += dt * body.vy;
    body.z += dt * body.vz;
  }
}

function bodies() {
  const all = makeBodies();
  for (let step = 0; step < 100; step++) advance(all, 0.01);
  return Math.round(1e6 * all[1].x);
}

function move(particle, width) {
  const next = particle.place + particle.speed;
  if (next > -1 && next < width) {
    particle.place = next;
  } else {
    particle.speed = -particle.speed;
    particle.bounces++;
  }
}

function particles() {
  const all = Array.from({ length: 20 }, (_, k) => ({ place: k + 1, speed: k + 1, bounces: 0 }));
  for (let step = 0; step < 200; step++) for (const particle of all) move(particle, 100);
  return all.reduce((sum, { bounces }) => sum + bounces, 0);
}

export const structures = { "typed-n-body": bodies, particles };
