import { textsOf } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import type { Column } from '../../core/columns';
import type { Parameter } from '../define';

/** A blank cell in a list of words keeps its place. */
type FieldOrBlank<W extends string> = W | '';

interface WordsOptions<W extends string> {
  /** The words that "all" stands for, if their order differs from the list's. */
  readonly all?: readonly W[];
  readonly default?: NoInfer<W>;
}

/** Words of a closed list: one, several separated by commas, or a range. Undefined if omitted or entirely blank. */
export const words = <const W extends string>(
  allowed: readonly W[],
  { all = allowed, default: byDefault }: WordsOptions<W> = {},
): Parameter<readonly FieldOrBlank<W>[] | undefined> => ({
  isOptional: true,
  excelType: 'any',
  dimensionality: 'matrix',
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
      if (field === undefined) throw wrongArgument(name, text, oneOf(text, [...allowed, 'all']));
      return [field];
    });
  },
});

/** The fields of a record to show, in the given order. */
export const fields = (record: readonly Column[]): Parameter<readonly string[] | undefined> =>
  words(record.map(({ name }) => name));
