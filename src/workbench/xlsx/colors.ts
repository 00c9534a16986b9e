import type { Nullable } from '@univerjs/core';

/** "#17324d" or "rgb(23, 50, 77)" → "FF17324D", the form in files; undefined for anything else. */
export function colorToFile(color: Nullable<string>): string | undefined {
  const hex = /^#([\da-f]{6})$/i.exec(color ?? '')?.[1];
  if (hex !== undefined) return `FF${hex.toUpperCase()}`;
  const channels = /^rgba?\((\d+),\s*(\d+),\s*(\d+)/
    .exec(color ?? '')
    ?.slice(1)
    .map(Number);
  return channels && `FF${hexOf(channels).toUpperCase()}`;
}

/** Colours in a file: explicit, or a theme colour with a tint. */
export class FileColors {
  readonly #theme: readonly string[];

  /** @param theme the file's theme; an empty document if it has none */
  constructor(theme: Document) {
    const scheme = [...(theme.getElementsByTagNameNS('*', 'clrScheme')[0]?.children ?? [])];
    const colors = scheme.map(
      ({ firstElementChild }) =>
        firstElementChild?.getAttribute('lastClr') ?? firstElementChild?.getAttribute('val') ?? '',
    );
    // Cells count light before dark, but the theme lists dark before light.
    const [dark1 = '', light1 = '', dark2 = '', light2 = '', ...accents] = colors;
    this.#theme = [light1, dark1, light2, dark2, ...accents];
  }

  read(element: Element | null | undefined): { rgb: string } | undefined {
    const written = /^(?:[\da-f]{2})?([\da-f]{6})$/i.exec(element?.getAttribute('rgb') ?? '')?.[1];
    const themed = this.#theme[Number(element?.getAttribute('theme') ?? NaN)];
    const hex = written ?? (themed === '' ? undefined : themed);
    return hex === undefined
      ? undefined
      : { rgb: `#${tinted(hex, Number(element?.getAttribute('tint') ?? 0)).toLowerCase()}` };
  }
}

/** A tint above 0 is lighter, one below 0 darker. */
function tinted(hex: string, tint: number): string {
  const channels = [0, 2, 4].map((start) => parseInt(hex.slice(start, start + 2), 16));
  return hexOf(
    channels.map((channel) => Math.round(tint < 0 ? channel * (1 + tint) : channel + (255 - channel) * tint)),
  );
}

const hexOf = (channels: readonly number[]): string =>
  channels.map((channel) => channel.toString(16).padStart(2, '0')).join('');
