import { expect, test } from "vitest";
import { readColour } from "./appearance.js";

test("colours are read as browsers compute them", () => {
  const near = (text: string) => {
    const { lightness, alpha } = readColour(text);
    return [Math.round(lightness * 10) / 10, alpha];
  };
  expect(near("rgb(255, 255, 255)")).toEqual([1, 1]);
  expect(near("rgba(0, 0, 0, 0)")).toEqual([0, 0]);
  expect(near("rgb(29, 31, 33)")).toEqual([0.1, 1]);
  expect(near("rgba(255, 0, 0, 0.25)")).toEqual([0.3, 0.25]);
  expect(near("color(srgb 0.5 0.5 0.5 / 0.75)")).toEqual([0.5, 0.75]);
  expect(near("color(display-p3 1 1 1)")).toEqual([1, 1]);
  expect(near("oklch(0.279 0.041 260.031)")).toEqual([0.3, 1]);
  expect(near("oklab(0.98 -0.001 0 / 0.5)")[0]).toBe(1);
  expect(near("lab(95 0.5 1)")).toEqual([1, 1]);
  expect(near("lch(20 1 200)")).toEqual([0.2, 1]);
  expect(near("transparent")).toEqual([0, 0]);
});
