import type { Formula } from './invocations';

/** As much of functions.json as says how Excel hands over arguments. */
export interface Metadata {
  readonly functions: readonly {
    readonly id: string;
    readonly parameters: readonly { readonly name: string; readonly dimensionality: 'scalar' | 'matrix' }[];
  }[];
}

/** The cells that a formula may refer to: "A2:A4" → rows. */
export type Sheet = Readonly<Record<string, readonly (readonly unknown[])[]>>;

/** Reads a formula such as =MD.HOURS("XNYS",,TRUE,A2:A4) and lays out its arguments as Excel does: ranges and matrix parameters as rows, omitted ones as null. */
export function readFormula(text: string, metadata: Metadata, sheet: Sheet = {}): Formula {
  const match = /^=MD\.([A-Z]+)\((.*)\)$/.exec(text);
  const known = metadata.functions.find(({ id }) => id === match?.[1]);
  if (!match || !known) throw new SyntaxError(`Not a formula of MD: ${text}`);
  const written = splitArguments(match[2]!);
  if (written.length > known.parameters.length) throw new SyntaxError(`Too many arguments: ${text}`);
  const given = known.parameters.map(({ dimensionality }, index) => {
    const value = valueOf(written[index] ?? '', sheet);
    if (value === null) return null;
    const rows = Array.isArray(value) ? (value as unknown[][]) : [[value]];
    return dimensionality === 'matrix' ? rows : rows[0]![0];
  });
  return { name: known.id, given };
}

function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let [depth, isQuoted, start] = [0, false, 0];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '(' || character === '{') depth += 1;
    if (character === ')' || character === '}') depth -= 1;
    if (character === ',' && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)].map((part) => part.trim());
}

function valueOf(text: string, sheet: Sheet): unknown {
  if (text === '') return null;
  if (/^".*"$/.test(text)) return text.slice(1, -1).replaceAll('""', '"');
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === 'TRUE' || text === 'FALSE') return text === 'TRUE';
  if (/^\{.*\}$/.test(text)) return text.slice(1, -1).split(';').map((row) => splitArguments(row).map((cell) => valueOf(cell, sheet)));
  const range = sheet[text];
  if (range) return range;
  const call = /^(TODAY|NOW|DATE)\((.*)\)$/.exec(text);
  if (call) return serial(call[1]!, splitArguments(call[2]!).map(Number));
  throw new SyntaxError(`The emulated Excel cannot calculate "${text}"`);
}

function serial(name: string, [year = 0, month = 0, day = 0]: readonly number[]): number {
  const now = new Date();
  const ms = name === 'DATE' ? Date.UTC(year, month - 1, day) : now.getTime() - now.getTimezoneOffset() * 60_000;
  const days = ms / 86_400_000 + 25_569;
  return name === 'NOW' ? days : Math.floor(days);
}
