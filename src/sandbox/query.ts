export type QueryValue = string | number | readonly string[];

/** The checked parameters of one request, by their names in the operations table. Dates are days since 1970. */
export class Query {
  readonly #values: ReadonlyMap<string, QueryValue>;

  constructor(values: ReadonlyMap<string, QueryValue>) {
    this.#values = values;
  }

  text(name: string): string | undefined {
    const value = this.#values.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.#values.get(name);
    return typeof value === 'number' ? value : undefined;
  }

  /** A comma-separated list, upper case, each name once; undefined if the parameter is absent. */
  names(name: string): readonly string[] | undefined {
    const value = this.#values.get(name);
    return Array.isArray(value) ? [...new Set((value as string[]).map((text) => text.toUpperCase()))] : undefined;
  }
}
