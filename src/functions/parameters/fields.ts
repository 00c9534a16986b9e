import { textsOf } from '../../core/arguments';
import { CellError, wrongArgument } from '../../core/errors';
import { oneOf } from '../../core/nearest';
import type { Column } from '../../core/columns';
import type { Parameter } from '../define';

/** A blank cell in a list of words keeps its place. */
type FieldOrBlank<W extends string> = W | '';

interface WordsOptions<W extends string> {
  /** What "all" stands for, where that is another order than that of the list. */
  readonly all?: readonly W[];
  readonly default?: NoInfer<W>;
}

/** Words of a closed list: one, several separated by commas, or a range. Undefined when left out or wholly blank. */
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
      const wanted = text.toLowerCase();
      if (wanted === 'all') return all;
      const found = allowed.find((one) => one.toLowerCase() === wanted);
      if (found === undefined) throw wrongArgument(name, text, oneOf(text, [...allowed, 'all']));
      return [found];
    });
  },
});

/** The fields of a record to show, in the order given. */
export const fields = (record: readonly Column[]): Parameter<readonly string[] | undefined> =>
  words(record.map(({ name }) => name));
