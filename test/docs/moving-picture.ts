import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { PNG } from 'pngjs';

const MAX_COLORS = 255;
/** Stands for a pixel that is as in the frame before: most are, and cost next to nothing then. */
const UNCHANGED = 255;

export interface Frame {
  readonly png: Buffer;
  /** How long it is shown. */
  readonly ms: number;
}

/** An animated GIF of screenshots of one size, which starts again at the end. */
export function movingPicture(frames: readonly Frame[]): Uint8Array {
  const encoder = GIFEncoder();
  const images = frames.map(({ png }) => PNG.sync.read(png));
  const { width, height } = images[0]!;
  // One palette for all frames, or colours would flicker: the last frame has everything that the others show.
  const palette = quantize(images.at(-1)!.data, MAX_COLORS);
  const all = [...palette, ...Array<[number, number, number]>(MAX_COLORS + 1 - palette.length).fill([0, 0, 0])];
  let before: Uint8Array | undefined;
  images.forEach(({ data }, index) => {
    const pixels = applyPalette(data, palette);
    const shown = before ? pixels.map((color, at) => (color === before![at] ? UNCHANGED : color)) : pixels;
    encoder.writeFrame(shown, width, height, {
      ...(before ? {} : { palette: all }),
      delay: frames[index]!.ms,
      transparent: before !== undefined,
      transparentIndex: UNCHANGED,
      dispose: 1,
    });
    before = pixels;
  });
  encoder.finish();
  return encoder.bytes();
}
