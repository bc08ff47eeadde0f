/** The middle of `numbers`; the mean of the two middle ones when their count is even. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The geometric mean of ratios; NaN where there are none. */
export function geometricMean(ratios) {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** The number that `share` percent of `numbers` do not exceed. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * share) / 100) - 1)];
}

/** `median (min to max)` in milliseconds. */
export function spread(numbers, digits = 1) {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return `${median(numbers).toFixed(digits)} ms (${low.toFixed(digits)} to ${high.toFixed(digits)}, n=${numbers.length})`;
}

/** Prints `ours` over `theirs` as a ratio of medians beside the project's aim for it, and returns it. */
export function printRatio(title, ours, theirs, aim) {
  const ratio = median(ours) / median(theirs);
  console.log(`${title}: ${ratio.toFixed(2)} (aim: at most ${aim}) ${ratio <= aim ? "✓" : "✗"}`);
  return ratio;
}
