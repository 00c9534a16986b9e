import type { ParameterRole } from '../../app/function-traits';
import { isBlankText, single } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import type { DropDown, Parameter } from '../define';

/** Control characters and lone surrogates, which a URL cannot carry. */
export const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;

interface WordOptions<W extends string> {
  readonly default?: NoInfer<W>;
  readonly dropDown?: DropDown;
  readonly role?: ParameterRole;
  /** Finds the allowed word for another product's name. */
  readonly meant?: (text: string) => NoInfer<W> | undefined;
}

/** One word of a closed list, in any case; undefined if omitted or blank. */
export function word<const W extends string>(
  allowed: readonly W[],
  options: WordOptions<W> = {},
): Parameter<W | undefined> {
  return {
    ...options,
    isOptional: true,
    excelType: 'string',
    dimensionality: 'scalar',
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
  isOptional: true,
  excelType: 'string',
  dimensionality: 'scalar',
  input: 'text',
  read: (argument, name) => readText(argument, name, what),
});

/**
 * The text of a scalar argument; a number gives its digits (filing type 4). An error in the argument is thrown
 * unchanged.
 */
export function readText(argument: unknown, name: string, allowed: string): string | undefined {
  const raw = single(argument, name);
  if (raw instanceof CellError) throw raw;
  if (isBlankText(raw)) return undefined;
  if (typeof raw === 'boolean' || UNSENDABLE.test(String(raw))) throw wrongArgument(name, raw, allowed);
  return String(raw).trim();
}
