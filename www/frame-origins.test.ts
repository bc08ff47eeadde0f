import { expect, test } from "vitest";
import { admittedOrigins } from "./frame-origins.js";

const OWN = "https://lisp.example";
const NOBODY = { admitted: [OWN], problems: [] };

test("the address admits whom it names, and nobody else but its own origin", () => {
  expect(admittedOrigins([], "", OWN)).toEqual(NOBODY);
  expect(admittedOrigins([], "*", OWN)).toEqual(NOBODY);
  expect(admittedOrigins([OWN], "", OWN)).toEqual(NOBODY);
  expect(admittedOrigins(["https://a.example", "https://b.example:8443"], "", OWN)).toEqual({
    admitted: [OWN, "https://a.example", "https://b.example:8443"],
    problems: [],
  });
});

test("a site may restrict whom it serves", () => {
  const allowed = "https://a.example  https://b.example:8443\n";
  expect(admittedOrigins(["https://b.example:8443", OWN], allowed, OWN)).toEqual({
    admitted: [OWN, "https://b.example:8443"],
    problems: [],
  });
  expect(admittedOrigins(["https://c.example"], "*", OWN).admitted).toEqual([OWN, "https://c.example"]);
  expect(admittedOrigins(["https://c.example", "https://a.example"], allowed, OWN)).toEqual({
    admitted: [OWN, "https://a.example"],
    problems: [expect.stringContaining("does not serve https://c.example")],
  });
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
    for (const allowed of ["", "*"])
      expect(admittedOrigins([wrong], allowed, OWN), wrong).toEqual({
        admitted: [OWN],
        problems: [`"${wrong}" is no origin: it has to look like https://my.example.`],
      });
});
