import type { DefinedName } from '../host';
import { callsMd, namesMeantIn } from './formulas';

/** The names of the workbook whose formulas call our functions, directly or through other names. */
export class MdNames {
  /** By scope and name, in upper case. */
  readonly #names = new Map<string, DefinedName>();

  constructor(all: readonly DefinedName[]) {
    const known = new Map(all.map((one) => [keyOf(one.name, one.sheet), one]));
    let left = [...known];
    for (let found = left; found.length > 0;) {
      found = left.filter(([, { formula, sheet = '' }]) => callsMd(formula) || this.usedIn(formula, sheet).length > 0);
      for (const [key, one] of found) this.#names.set(key, one);
      left = left.filter(([key]) => !this.#names.has(key));
    }
  }

  /** The names that a formula on this sheet uses, directly or through other names. */
  usedIn(formula: string, sheet: string): readonly DefinedName[] {
    if (this.#names.size === 0) return [];
    const used = new Set<DefinedName>();
    const collect = (text: string, from: string): void => {
      for (const { name, scope } of namesMeantIn(text)) {
        const one = this.#names.get(keyOf(name, scope ?? from)) ?? this.#names.get(keyOf(name, undefined));
        if (one === undefined || used.has(one)) continue;
        used.add(one);
        collect(one.formula, one.sheet ?? from);
      }
    };
    collect(formula, sheet);
    return [...used];
  }
}

const keyOf = (name: string, sheet: string | undefined): string => JSON.stringify([name, sheet ?? '']).toUpperCase();
