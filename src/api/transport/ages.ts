/**
 * The age of records at their arrival, in milliseconds. A gateway may have kept them in its cache. The service itself
 * states no ages, so most records are not listed.
 */
const ages = new WeakMap<object, number>();

/** In larger answers, records are not noted one by one. */
const MOST_RECORDS = 5_000;

/** Notes the age of an answer and its records. */
export function noteAges(answer: { readonly rows: readonly object[] }, ageMs: number): void {
  if (ageMs <= 0) return;
  ages.set(answer, ageMs);
  if (answer.rows.length > MOST_RECORDS) return;
  for (const record of answer.rows) ages.set(record, ageMs);
}

/** The age at arrival of a record, or of a list by its first record; 0 if not known. */
export const ageOf = (value: object): number => {
  const record: unknown = Array.isArray(value) ? value[0] : value;
  return typeof record === 'object' && record !== null ? (ages.get(record) ?? 0) : 0;
};

/** The answer's age according to its headers, in milliseconds: exact from a gateway, otherwise in whole seconds. */
export function readAge(headers: Headers): number {
  const exact = Number(headers.get('md-age-ms') ?? NaN);
  const ms = Number.isNaN(exact) ? Number(headers.get('age') ?? 0) * 1000 : exact;
  return ms > 0 ? ms : 0;
}
