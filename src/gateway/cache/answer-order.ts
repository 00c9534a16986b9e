/**
 * The order in which the service returns names that are requested together, learned from its answers: it need not be
 * the requested order. Names that were never returned together are placed by the first of their neighbours.
 */
export class AnswerOrder {
  #names: string[] = [];
  #places = new Map<string, number>();

  learn(names: readonly string[]): void {
    if (names.every((name) => this.#places.has(name))) return;
    for (const [index, name] of names.entries()) {
      if (this.#names.includes(name)) continue;
      const before = names.slice(0, index).at(-1);
      const after = names.slice(index + 1).find((next) => this.#places.has(next));
      const place =
        before !== undefined
          ? this.#names.indexOf(before) + 1
          : after !== undefined
            ? this.#names.indexOf(after)
            : this.#names.length;
      this.#names.splice(place, 0, name);
    }
    this.#places = new Map(this.#names.map((name, index) => [name, index]));
  }

  sort<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
    const placeOf = ({ name }: T): number => this.#places.get(name) ?? Infinity;
    return [...items].sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  }
}
