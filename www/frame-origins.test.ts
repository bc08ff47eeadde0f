import { expect, test } from "vitest";
import { admittedOrigins } from "./frame-origins.js";

const OWN = "https://lisp.example";

test("nobody but its own origin is admitted unless both sides name them", () => {
  expect(admittedOrigins([], "", OWN)).toEqual([OWN]);
  expect(admittedOrigins([], "*", OWN)).toEqual([OWN]);
  expect(admittedOrigins([OWN], "", OWN)).toEqual([OWN]);
  expect(() => admittedOrigins(["https://a.example"], "", OWN)).toThrow(
    /does not serve https:\/\/a\.example/,
  );
  expect(() => admittedOrigins(["https://a.example"], "https://b.example", OWN)).toThrow(/does not serve/);
});

test("origins that both name are admitted", () => {
  const allowed = "https://a.example  https://b.example:8443";
  expect(admittedOrigins(["https://b.example:8443"], allowed, OWN)).toEqual([OWN, "https://b.example:8443"]);
  expect(admittedOrigins(["https://c.example", "https://a.example"], "*", OWN)).toEqual([
    OWN,
    "https://c.example",
    "https://a.example",
  ]);
});

test("what is no origin is refused, whatever the site allows", () => {
  for (const wrong of [
    "*",
    "null",
    "",
    "a.example",
    "https://a.example/",
    "https://a.example/x",
    "HTTPS://a.example",
    "javascript:1",
    "file:///x",
  ])
    expect(() => admittedOrigins([wrong], "*", OWN), wrong).toThrow(/is no origin/);
});
