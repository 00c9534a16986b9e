/** In larger answers, records are not noted one by one. */
const MAX_RECORDS = 5_000;

/**
 * The ages of a client's answers at their arrival, in milliseconds. A gateway may have kept them in its cache. The
 * service itself states no ages, so most answers are not listed. Kept beside the records, because an answer becomes
 * many values on its way, and each is one of its records or begins with one.
 */
export class AnswerAges {
  readonly #ages = new WeakMap<object, number>();

  /** Notes the age of an answer and its records. */
  note(answer: { readonly rows: readonly object[] }, ageMs: number): void {
    if (ageMs <= 0) return;
    this.#ages.set(answer, ageMs);
    if (answer.rows.length > MAX_RECORDS) return;
    for (const record of answer.rows) this.#ages.set(record, ageMs);
  }

  /** The age at arrival of a record, or of a list by its first record; 0 if not known. */
  of(value: object): number {
    const record: unknown = Array.isArray(value) ? value[0] : value;
    return typeof record === 'object' && record !== null ? (this.#ages.get(record) ?? 0) : 0;
  }
}

/** The answer's age according to its headers, in milliseconds: exact from a gateway, otherwise in whole seconds. */
export function readAge(headers: Headers): number {
  const exact = Number(headers.get('md-age-ms') ?? NaN);
  const ms = Number.isNaN(exact) ? Number(headers.get('age') ?? 0) * 1000 : exact;
  return ms > 0 ? ms : 0;
}
