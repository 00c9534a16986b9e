import { isBlankText, single } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import type { Choices, Parameter } from '../define';

/** Control characters, and halves of characters, which no address can carry. */
export const UNSENDABLE = /[\p{Cc}\p{Cs}]/u;

/** One word of a closed list, without case; undefined when left out or blank. */
export function word<const W extends string>(
  help: string,
  allowed: readonly W[],
  choices?: Choices,
): Parameter<W | undefined> {
  return {
    help, isOptional: true, excelType: 'string', dimensionality: 'scalar', words: allowed,
    ...(choices ? { choices } : {}),
    read(argument, name) {
      const text = readText(argument, name, `one of ${allowed.join(', ')}`);
      if (text === undefined) return undefined;
      const found = allowed.find((one) => one.toLowerCase() === text.toLowerCase());
      if (found === undefined) throw wrongArgument(name, text, oneOf(text, allowed));
      return found;
    },
  };
}

/** Any text; undefined when left out or blank. `what` says what it should be: 'a filing type such as "10-K"'. */
export const text = (help: string, what: string): Parameter<string | undefined> => ({
  help, isOptional: true, excelType: 'string', dimensionality: 'scalar',
  read: (argument, name) => readText(argument, name, what),
});

/** The text of a scalar argument; a number is its digits (filing type 4). An error in it is thrown unchanged. */
export function readText(argument: unknown, name: string, allowed: string): string | undefined {
  const raw = single(argument, name);
  if (raw instanceof CellError) throw raw;
  if (isBlankText(raw)) return undefined;
  if (typeof raw === 'boolean' || UNSENDABLE.test(String(raw))) throw wrongArgument(name, raw, allowed);
  return String(raw).trim();
}
