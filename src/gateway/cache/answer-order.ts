/** The order in which the service returns names, learned from its answers: it need not be the requested order. */
export class AnswerOrder {
  readonly #names: string[] = [];

  learnOrder(names: readonly string[]): void {
    for (const [index, name] of names.entries()) {
      if (this.#names.includes(name)) continue;
      const next = names.slice(index + 1).find((one) => this.#names.includes(one));
      const before = next === undefined ? this.#names.length : this.#names.indexOf(next);
      this.#names.splice(index > 0 ? this.#names.indexOf(names[index - 1]!) + 1 : before, 0, name);
    }
  }

  inOrder<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
    const placeOf = ({ name }: T): number => this.#names.indexOf(name) >>> 0;
    return [...items].sort((one, other) => placeOf(one) - placeOf(other));
  }
}
