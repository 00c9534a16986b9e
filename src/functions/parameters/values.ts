import type { ParameterRole } from '../../app/function-traits';
import { single, textsOf, isBlank } from '../../core/arguments';
import { BlankError, CellError, misnamedArgument, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import type { DropDown, Parameter } from '../define';
import { type Area, AREAS } from '../../api/interface/operation';
import { areaMeant } from '../../core/names/symbol-parts';

/** Control characters and lone surrogates, which a URL cannot carry. */
export const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;

/** What most parameters have in common: one value, or a list of them. */
export const SINGLE = { isOptional: true, excelType: 'any', dimensionality: 'scalar' } as const;
export const LIST = { ...SINGLE, dimensionality: 'matrix' } as const;

interface WordOptions<W extends string> {
  readonly default?: NoInfer<W>;
  readonly dropDown?: DropDown;
  readonly role?: ParameterRole;
  /** Finds the allowed word for another product's name. */
  readonly meant?: (text: string) => string | undefined;
}

/** One word of a closed list, in any case; undefined if omitted or blank. */
export function word<const W extends string>(
  allowed: readonly W[],
  options: WordOptions<W> = {},
): Parameter<W | undefined> {
  return {
    ...options,
    ...SINGLE,
    excelType: 'string',
    input: 'choice',
    words: allowed,
    read(argument, name) {
      const text = readText(argument, name, `one of ${allowed.join(', ')}`);
      if (text === undefined) return undefined;
      const match = allowed.find((one) => one.toLowerCase() === text.toLowerCase());
      if (match === undefined) throw wrongArgument(name, text, oneOf(options.meant?.(text) ?? text, allowed));
      return match;
    },
  };
}

/** Any text; undefined if omitted or blank. `what` describes it for error sentences: 'a filing type such as "10-K"'. */
export const text = (what: string): Parameter<string | undefined> => ({
  ...SINGLE,
  excelType: 'string',
  input: 'text',
  read: (argument, name) => readText(argument, name, what),
});

/** The value of a scalar argument; undefined if omitted or blank. An error in the argument is thrown unchanged. */
export function valueGiven(argument: unknown, name: string): string | number | boolean | undefined {
  const raw = single(argument, name);
  if (raw instanceof CellError) throw raw;
  return raw === null || isBlank(raw) ? undefined : raw;
}

/** The text of a scalar argument; a number gives its digits (filing type 4). */
export function readText(argument: unknown, name: string, allowed: string): string | undefined {
  const raw = valueGiven(argument, name);
  // Some desktop versions of Excel hand over an empty cell as 0.
  if (raw === undefined || raw === 0) return undefined;
  if (typeof raw === 'boolean' || UNSENDABLE.test(String(raw))) throw wrongArgument(name, raw, allowed);
  return String(raw).trim();
}

/** A blank cell in a list of words keeps its place. */
type FieldOrBlank<W extends string> = W | '';

interface WordsOptions<W extends string> {
  /** The words that "all" stands for, if their order differs from the list's. */
  readonly all?: readonly W[];
  readonly default?: NoInfer<W>;
  /** The end of the error sentence for a text that means something else. @default the words */
  readonly meant?: (text: string) => string | undefined;
}

/** The names in one text, separated by another mark than commas; undefined if there is none. */
export const withCommas = (text: string): string | undefined =>
  /[;|]/.test(text)
    ? text
        .split(/[;|]/)
        .map((one) => one.trim())
        .filter((one) => one !== '')
        .join(',')
    : undefined;

/** Words of a closed list: one, several separated by commas, or a range. Undefined if omitted or entirely blank. */
export const words = <const W extends string>(
  allowed: readonly W[],
  { all = allowed, default: byDefault, meant }: WordsOptions<W>,
): Parameter<readonly FieldOrBlank<W>[] | undefined> => ({
  ...LIST,
  input: 'words',
  words: allowed,
  isHeading: true,
  default: byDefault,
  read(argument, name) {
    const texts = textsOf(argument, name)?.items ?? [];
    if (texts.every((text) => text === undefined)) return undefined;
    return texts.flatMap((text): readonly FieldOrBlank<W>[] => {
      if (text === undefined) return [''];
      if (text instanceof CellError) throw text;
      const lowerCased = text.toLowerCase();
      if (lowerCased === 'all') return all;
      const field = allowed.find((one) => one.toLowerCase() === lowerCased);
      const separated = withCommas(text);
      if (separated !== undefined) throw misnamedArgument(name, text, 'one name', separated);
      if (field === undefined) throw wrongArgument(name, text, meant?.(text) ?? oneOf(text, [...allowed, 'all']));
      return [field];
    });
  },
});

/** Makes an optional parameter required. `what` ends the error sentence: 'a date such as "2026-11-20"'. */
export const required = <T>(parameter: Parameter<T | undefined>, what: string): Parameter<T> => ({
  ...parameter,
  isOptional: false,
  read(argument, name, reading) {
    const value = parameter.read(argument, name, reading);
    if (value === undefined) throw nothingGiven(name, what);
    return value;
  },
});

export const nothingGiven = (name: string, what: string): CellError =>
  new BlankError('#VALUE!', `${name}: nothing was given; give ${what}`);

const dropDown: DropDown = { id: 'AREA', words: AREAS };

/** The properties that all area parameters share, however many areas a function has. */
export const AREA_TRAITS = { dropDown, role: 'area' } as const;

/** The area in which symbols are looked up; undefined if omitted. */
export const area = (): Parameter<Area | undefined> => word(AREAS, { ...AREA_TRAITS, meant: areaMeant });

/**
 * A whole number within bounds; undefined if omitted or empty. `byDefault` is the number that then applies, if there is
 * a fixed one.
 */
export const wholeNumber = (min: number, max: number, byDefault?: number): Parameter<number | undefined> => ({
  default: byDefault,
  ...SINGLE,
  input: 'number',
  role: 'quantity',
  read(argument, name) {
    return readNumber(
      argument,
      name,
      `a whole number from ${min} to ${max}`,
      (number) => Number.isInteger(number) && number >= min && number <= max,
    );
  },
});

/** More digits are not significant in a spreadsheet's number. */
const MAX_DECIMALS = 15;

/** The number of decimals in the result; undefined if omitted or empty. */
export const precision = (): Parameter<number | undefined> => ({ ...wholeNumber(0, MAX_DECIMALS), role: 'decimals' });

/** The number of a scalar argument; a text may contain it too. */
export function readNumber(
  argument: unknown,
  name: string,
  allowed: string,
  isAllowed: (number: number) => boolean,
): number | undefined {
  const raw = valueGiven(argument, name);
  if (raw === undefined) return undefined;
  const isText = typeof raw === 'string';
  if (isText && TWO_WAYS.test(raw)) throw wrongArgument(name, raw, `${allowed}: it reads in two ways`);
  const number = isText ? Number(raw) : raw;
  if (typeof number !== 'number' || !isAllowed(number)) throw wrongArgument(name, raw, allowed);
  return number;
}

/** "10.000" is ten in New York and ten thousand in Berlin. */
const TWO_WAYS = /\b[1-9]\d?\d?[.,]\d{3}\s*$/;

/** TRUE or FALSE; 1 or 0 are accepted too. Undefined if omitted or empty. */
export const flag = (byDefault: boolean): Parameter<boolean | undefined> => ({
  default: byDefault,
  ...SINGLE,
  input: 'flag',
  read(argument, name) {
    const raw = valueGiven(argument, name);
    if (raw === undefined) return undefined;
    const index = FLAGS.indexOf(String(raw).trim().toLowerCase());
    if (index < 0) throw wrongArgument(name, raw, 'TRUE or FALSE');
    return index > 1;
  },
});

const FLAGS = ['0', 'false', '1', 'true'];
