import type { Column } from '../../core/columns';
import { oneOf } from '../../core/nearest';
import type { Parameter } from '../define';
import { words } from './values';

/** Other products' names of fields, and common ones: the words of a row mean the same, the most likely first. */
const SAME = [
  'close mid price last rate value',
  'ask offer',
  'timestamp time filing_date date',
  'content title headline text summary',
  'tickets symbols symbol ticker',
  'file_url url link',
  'filing_type form type',
  'mic exchange code',
  'holiday_name exchange name',
  'status is_open',
].map((row) => row.split(' '));

/** The end of the error sentence about a wrong name of a field. */
export const oneField = (text: string, names: readonly string[]): string =>
  oneOf(SAME.find((row) => row.includes(text.toLowerCase()))?.find((name) => names.includes(name)) ?? text, names);

/** The fields of a record to show, in the given order. */
export function fields(record: readonly Column[]): Parameter<readonly string[] | undefined> {
  const names = [...new Set(record.map(({ name }) => name))];
  return words(names, { meant: (text) => oneField(text, [...names, 'all']) });
}
