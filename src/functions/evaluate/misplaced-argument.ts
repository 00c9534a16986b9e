import { alone } from '../../core/arguments';
import type { AnyDeclaration, ReadingConditions } from '../define';

/**
 * Whether arguments of which one is invalid are valid once one of them has moved, or two have changed places; or whether
 * the first invalid one is a word of another parameter's list, or TRUE or FALSE for the headers.
 */
export function isMisplaced(
  { parameters }: AnyDeclaration,
  values: readonly unknown[],
  reading: ReadingConditions,
): boolean {
  const all = Object.entries(parameters);
  const isReadable = (value: unknown, index: number): boolean => {
    try {
      all[index]![1].read(value, all[index]![0], reading);
      return true;
    } catch {
      return false;
    }
  };
  const areReadable = (moved: readonly unknown[]): boolean => all.every((_, index) => isReadable(moved[index], index));
  const end = values.findIndex((value) => !/string|number/.test(typeof value) || value === '');
  const given = values.slice(0, end < 0 ? values.length : end);
  const isOfAnotherOrder = given.some((value, from) =>
    given.some(
      (other, to) =>
        areReadable(values.toSpliced(from, 1).toSpliced(to, 0, value)) ||
        areReadable(values.with(from, other).with(to, value)),
    ),
  );
  const invalid = alone(values.find((value, index) => !isReadable(value, index)));
  const isOfAnotherList = all.some(
    ([, { words, input }], index) =>
      (typeof invalid === 'boolean' ? input === 'flag' : typeof invalid === 'string' && words !== undefined) &&
      isReadable(invalid, index),
  );
  return isOfAnotherOrder || isOfAnotherList;
}
