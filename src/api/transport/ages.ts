/**
 * How old records were when they came, in milliseconds. A gateway between the service and here may have kept them for a while; the
 * service itself says nothing of ages, so most records are not listed.
 */
const ages = new WeakMap<object, number>();

/** Among more records than these no single one is looked for. */
const MOST_RECORDS = 5_000;

/** Notes the age of an answer and its records. */
export function noteAges(answer: { readonly rows: readonly object[] }, ageMs: number): void {
  if (ageMs <= 0) return;
  ages.set(answer, ageMs);
  if (answer.rows.length > MOST_RECORDS) return;
  for (const record of answer.rows) ages.set(record, ageMs);
}

/** The age of a record, or of a list by its first record, when it came; 0 where none is known. */
export const ageOf = (value: object): number => {
  const record: unknown = Array.isArray(value) ? value[0] : value;
  return typeof record === 'object' && record !== null ? (ages.get(record) ?? 0) : 0;
};

/** What an answer's headers say of its age, in milliseconds: exactly where a gateway does, else in whole seconds. */
export function readAge(headers: Headers): number {
  const exact = Number(headers.get('md-age-ms') ?? NaN);
  const ms = Number.isNaN(exact) ? Number(headers.get('age') ?? 0) * 1000 : exact;
  return ms > 0 ? ms : 0;
}
