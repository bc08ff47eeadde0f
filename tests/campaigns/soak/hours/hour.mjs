import { meal } from "../diet.mjs";
import { coursesFor } from "./courses/all.mjs";
import { Table } from "./table.mjs";

/**
 * What is eaten before the clock starts, so that what fills up is full: meals of the mixed diet, and rounds.
 */
const BEFORE = 5000;
const ROUNDS_BEFORE = 3;

/** Meals of the mixed diet between two courses. */
const BETWEEN = 20;

const SAMPLE_MS = 60_000;

/** Objects are counted at each so many samples: a heap snapshot stops its thread for seconds. */
const OBJECTS_EVERY = 5;

/** A pause after each course, as long as so many times what the course took, within these bounds. */
const REST = 3;
const LEAST_REST_MS = 1500;
const MOST_REST_MS = 5000;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Has a server eat for so many minutes, with pauses; tells `onSample` of `{ minute, requests, problems,
 * ...memory }` each minute. Resolves to all samples.
 */
export async function eatForMinutes(server, { minutes, seed, onSample }) {
  const courses = coursesFor(server);
  const table = new Table(server, seed);
  const samples = [];
  let eaten = 0;
  const eat = async (count) => {
    const meals = Array.from({ length: count }, (_, i) => meal(seed, eaten + i));
    const { problems, unanswered } = await server.eat(meals);
    eaten += count;
    table.requests += count;
    table.problems.push(...problems, ...(unanswered > 0 ? [`${unanswered} requests without an answer`] : []));
  };
  const round = async (course) => {
    const began = performance.now();
    await course(table);
    await eat(BETWEEN);
    return performance.now() - began;
  };
  await eat(BEFORE);
  for (let i = 0; i < ROUNDS_BEFORE; i++) for (const course of courses) await round(course);
  const began = performance.now();
  const sample = async () => {
    const minute = (performance.now() - began) / 60_000;
    const { requests, problems } = table;
    const memory = await server.memory();
    const objects = samples.length % OBJECTS_EVERY === 0 ? await server.objects() : {};
    samples.push({ minute, requests, problems: [...problems], ...memory, ...objects });
    table.problems = [];
    onSample(samples.at(-1));
  };
  await sample();
  for (let number = 0; performance.now() - began < minutes * 60_000; number++) {
    const took = await round(courses[number % courses.length]);
    if (performance.now() - began >= samples.length * SAMPLE_MS) await sample();
    await pause(Math.min(Math.max(LEAST_REST_MS, took * REST), MOST_REST_MS));
  }
  await sample();
  return samples;
}
