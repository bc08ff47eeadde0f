import { zoomOf } from "./drawing-size.js";

/** Milliseconds that a picture may take to be drawn. */
const DRAW_MS = 2000;

const PNG = "data:image/png;base64,";

/**
 * PNGs in base64 of texts of SVG, as the browser draws them; null for what is none, or where there is no
 * document. An image runs no script and loads nothing.
 */
export function drawPictures(pictures: readonly string[]): Promise<(string | null)[]> {
  return Promise.all(pictures.map(drawPicture));
}

async function drawPicture(svg: string): Promise<string | null> {
  if (typeof document === "undefined") return null;
  try {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    const isLate = new Promise((_, reject) => setTimeout(reject, DRAW_MS));
    await Promise.race([image.decode(), isLate]);
    const { naturalWidth: width, naturalHeight: height } = image;
    const zoom = zoomOf(width, height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(width * zoom));
    canvas.height = Math.max(1, Math.round(height * zoom));
    const context = canvas.getContext("2d");
    if (context === null || width === 0 || height === 0) return null;
    // Who looks at it may show what is transparent as black.
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL("image/png");
    return url.startsWith(PNG) ? url.slice(PNG.length) : null;
  } catch {
    return null;
  }
}
