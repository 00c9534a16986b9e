import { isDeepStrictEqual } from 'node:util';
import { CellError } from '../../src/core/errors';

type Tester = (one: unknown, other: unknown) => boolean | undefined;

/**
 * Two errors of a cell are equal when cells show the same: jest itself compares messages, and not the code before them.
 */
const isSameError: Tester = (one, other) =>
  one instanceof CellError && other instanceof CellError
    ? one.code === other.code && one.message === other.message
    : undefined;

/** Jest walks through long lists many times slower than Node. What Node finds the same, jest does too. */
const isSameList: Tester = (one, other) =>
  Array.isArray(one) && Array.isArray(other) && one.length > 50 && isDeepStrictEqual(one, other) ? true : undefined;

// The types of jest do not know it.
(expect as unknown as { addEqualityTesters(testers: readonly Tester[]): void }).addEqualityTesters([
  isSameError,
  isSameList,
]);
