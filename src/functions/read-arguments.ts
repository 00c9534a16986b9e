import type { AnyDeclaration, Parameter, Reading } from './define';

/**
 * Checks the arguments of one formula, in the order of its parameters.
 *
 * A column of formulas hands over the same fields, area and headers cell after cell, so plain values equal to the ones
 * before are not checked again. Ranges and data types always are.
 */
export class ArgumentReader {
  readonly #names: readonly string[];
  readonly #parameters: readonly Parameter[];
  #dateSystem: Reading['dateSystem'] | undefined;
  #lastValues: unknown[] = [];
  #lastGiven: Record<string, unknown> = {};

  constructor(declaration: AnyDeclaration) {
    this.#names = Object.keys(declaration.parameters);
    this.#parameters = Object.values(declaration.parameters);
  }

  /** The checked arguments by name. Throws the CellError of the first that is wrong. */
  read(values: readonly unknown[], reading: Reading): Record<string, unknown> {
    const isFirst = this.#dateSystem !== reading.dateSystem;
    const given = { ...this.#lastGiven };
    for (let index = 0; index < this.#names.length; index++) {
      const value = values[index];
      if (!isFirst && value === this.#lastValues[index] && (typeof value !== 'object' || value === null)) continue;
      const name = this.#names[index]!;
      given[name] = this.#parameters[index]!.read(value, name, reading);
    }
    this.#lastValues = values as unknown[];
    this.#lastGiven = given;
    this.#dateSystem = reading.dateSystem;
    return given;
  }
}
