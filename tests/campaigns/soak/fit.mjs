import { median } from "../../bench/lib/stats.mjs";

/**
 * The slope of a line through `[x, y]` points that outliers do not move: the median of all pairs' slopes
 * (Theil and Sen).
 */
export function slope(points) {
  const slopes = [];
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      slopes.push((points[j][1] - points[i][1]) / (points[j][0] - points[i][0]));
    }
  }
  return slopes.length > 0 ? median(slopes) : 0;
}
