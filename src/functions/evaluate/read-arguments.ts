import type { Session } from '../../app/session';
import { CellError } from '../../core/errors';
import type { AnyDeclaration, Parameter, ReadingConditions } from '../define';

/** The arguments of a formula as its function's methods receive them. Throws the CellError of the first invalid one. */
export const readArguments = (declaration: AnyDeclaration, values: readonly unknown[], session: Session): never =>
  session.part(ArgumentReaders).of(declaration).read(values, session) as never;

/** A session's readers of arguments, one for each function. @internal */
export class ArgumentReaders {
  readonly #readers = new Map<AnyDeclaration, ArgumentReader>();
  #last: ArgumentReader | undefined;

  /** Tries the last reader first, since formulas of one function mostly come in a row. */
  of(declaration: AnyDeclaration): ArgumentReader {
    if (this.#last?.declaration === declaration) return this.#last;
    const reader = this.#readers.get(declaration) ?? new ArgumentReader(declaration);
    this.#readers.set(declaration, reader);
    return (this.#last = reader);
  }
}

type CheckedArguments = Readonly<Record<string, unknown>>;

/** Formulas that differ only in their first argument, like those in a column. */
interface ColumnOfFormulas {
  readonly values: readonly unknown[];
  readonly dateSystem: ReadingConditions['dateSystem'];
  /** The checked arguments, except for the first one. */
  readonly args: CheckedArguments;
  /** The prepared arguments, by the text of the first argument. */
  readonly cache: Map<string, unknown>;
}

const MAX_COLUMNS = 8;
const MAX_CACHED_TEXTS = 20_000;
const MAX_CACHED_LENGTH = 100;

/**
 * Checks the arguments of one formula, in the order of its parameters.
 *
 * A column of formulas passes the same fields, area and headers cell after cell. At every recalculation its first
 * arguments are the same few texts. So formulas with equal plain arguments are checked once and then receive the same
 * object. Ranges and data types are always checked again.
 */
export class ArgumentReader {
  readonly #names: readonly string[];
  readonly #parameters: readonly Parameter[];
  #columns: readonly ColumnOfFormulas[] = [];
  #knownCount = 0;

  constructor(readonly declaration: AnyDeclaration) {
    this.#names = Object.keys(declaration.parameters);
    this.#parameters = Object.values(declaration.parameters);
  }

  /**
   * The arguments as the function's methods receive them: checked, by name, and prepared if the declaration says how.
   * Throws the CellError of the first invalid one, with the order of the parameters if another one was meant.
   */
  read(values: readonly unknown[], reading: ReadingConditions): unknown {
    try {
      return this.#read(values, reading);
    } catch (error) {
      const { constructor, message } = error as CellError;
      throw constructor === CellError &&
        (this.#isReadableOtherwise(values, reading) || this.#isOfAnotherList(values, reading))
        ? new CellError('#VALUE!', `${message}; the order is ${this.#names.join(', ')}`)
        : error;
    }
  }

  /** Whether the first invalid argument is a word of another parameter's list, or TRUE or FALSE for the headers. */
  #isOfAnotherList(values: readonly unknown[], reading: ReadingConditions): boolean {
    const value = alone(values.find((one, index) => !this.#isReadable(one, index, reading)));
    return this.#parameters.some(
      ({ words, input }, index) =>
        (typeof value === 'boolean' ? input === 'flag' : typeof value === 'string' && words !== undefined) &&
        this.#isReadable(value, index, reading),
    );
  }

  #isReadable(value: unknown, index: number, reading: ReadingConditions): boolean {
    try {
      this.#parameters[index]!.read(value, this.#names[index]!, reading);
      return true;
    } catch {
      return false;
    }
  }

  /** Whether the arguments are valid once one of them has moved, or two have changed places. */
  #isReadableOtherwise(values: readonly unknown[], reading: ReadingConditions): boolean {
    const isReadable = (moved: readonly unknown[]): boolean =>
      this.#names.every((_, index) => this.#isReadable(moved[index], index, reading));
    const end = values.findIndex((value) => !/string|number/.test(typeof value) || value === '');
    const given = values.slice(0, end < 0 ? values.length : end);
    return given.some((value, from) =>
      given.some(
        (other, to) =>
          isReadable(values.toSpliced(from, 1).toSpliced(to, 0, value)) ||
          isReadable(values.with(from, other).with(to, value)),
      ),
    );
  }

  #read(values: readonly unknown[], reading: ReadingConditions): unknown {
    const column = this.#columnOf(values, reading);
    if (column === undefined) return this.#begin(values, reading);
    const text = textAlone(values[0]);
    const cached = text === undefined ? undefined : column.cache.get(text);
    if (cached !== undefined) return cached;
    const args = { ...column.args, [this.#names[0]!]: this.#check(values, 0, reading) };
    const prepared = this.#prepare(args, reading);
    if (text !== undefined) this.#remember(column, text, prepared);
    return prepared;
  }

  #columnOf(values: readonly unknown[], { dateSystem }: ReadingConditions): ColumnOfFormulas | undefined {
    for (const column of this.#columns) {
      let index = this.#names.length - 1;
      while (index > 0 && values[index] === column.values[index]) index--;
      if (index === 0 && column.dateSystem === dateSystem) return column;
    }
    return undefined;
  }

  #begin(values: readonly unknown[], reading: ReadingConditions): unknown {
    const args = Object.fromEntries(this.#names.map((name, index) => [name, this.#check(values, index, reading)]));
    const prepared = this.#prepare(args, reading);
    if (values.slice(1).every(isPlain)) {
      const column = { values, dateSystem: reading.dateSystem, args, cache: new Map<string, unknown>() };
      this.#columns = [column, ...this.#columns.slice(0, MAX_COLUMNS - 1)];
      const text = textAlone(values[0]);
      if (text !== undefined) this.#remember(column, text, prepared);
    }
    return prepared;
  }

  #prepare(args: CheckedArguments, reading: ReadingConditions): unknown {
    return this.declaration.prepare?.(args as never, reading) ?? args;
  }

  #check(values: readonly unknown[], index: number, reading: ReadingConditions): unknown {
    return this.#parameters[index]!.read(values[index], this.#names[index]!, reading);
  }

  #remember({ cache }: ColumnOfFormulas, text: string, prepared: unknown): void {
    if (text.length > MAX_CACHED_LENGTH) return;
    if (++this.#knownCount > MAX_CACHED_TEXTS) {
      this.#columns = [];
      this.#knownCount = 0;
    }
    cache.set(text, prepared);
  }
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** The text of a single cell; undefined for anything else. */
export function textAlone(argument: unknown): string | undefined {
  const only = alone(argument);
  return typeof only === 'string' ? only : undefined;
}

/** The value of a single cell. */
const alone = (argument: unknown): unknown =>
  Array.isArray(argument) && argument.length === 1 && Array.isArray(argument[0]) && argument[0].length === 1
    ? argument[0][0]
    : argument;
