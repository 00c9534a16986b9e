import type { Parameter } from '../../functions/define';

/** How an argument is best entered. */
export type InputKind = 'choice' | 'suggestion' | 'words' | 'flag' | 'date' | 'date-time' | 'number' | 'text';

/** By the names that parameters have in all functions. */
const BY_NAME: Readonly<Record<string, InputKind>> = {
  headers: 'flag',
  start: 'date', end: 'date', at: 'date-time',
  amount: 'number', days: 'number', limit: 'number', precision: 'number', seconds: 'number',
};

/** Where the window is one of hours and minutes. */
const WITH_TIMES = new Set(['TICKS']);

/** @param id of the function */
export function inputKindOf(id: string, name: string, { words, choices, dimensionality }: Parameter): InputKind {
  if (words) return dimensionality === 'scalar' ? 'choice' : 'words';
  if (choices) return 'suggestion';
  const kind = Object.hasOwn(BY_NAME, name) ? BY_NAME[name]! : 'text';
  return kind === 'date' && WITH_TIMES.has(id) ? 'date-time' : kind;
}
