import { splitPrefix } from '../core/names/symbol-parts';

/** What is kept of an argument that is a long list. */
export class LongList {
  readonly rows: number;
  readonly ends: readonly unknown[];
  /** The prefixes before the colons of its names, each once, "" for names without one; undefined if unknown. */
  readonly prefixes: readonly string[] | undefined;

  constructor(list: readonly unknown[]) {
    this.rows = list.length;
    this.ends = [list[0], list.at(-1)];
    this.prefixes = prefixesIn(list);
  }
}

/** More colons mean a time of day. */
const MAX_PREFIXES = 20;

function prefixesIn(list: readonly unknown[]): readonly string[] | undefined {
  const prefixes = new Set<string>();
  for (const value of list.flat()) {
    if (typeof value === 'object' && value !== null) return undefined;
    for (const name of String(value).split(',')) prefixes.add(splitPrefix(name).prefix ?? '');
    if (prefixes.size > MAX_PREFIXES) return undefined;
  }
  return [...prefixes];
}
