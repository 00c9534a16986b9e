import type { FrozenBlock } from './freeze';
import type { Origin, OriginAnswer } from './origin';
import type { RequestRecord } from '../../core/call';
import { a1WithSheet } from '../../core/sheet';

/** A sentence of the pane in its language, by its key, with its placeholders filled. */
export type SayOrigin = (text: string, values?: Readonly<Record<string, string | number>>) => string;

const MOST_CELLS = 3;
const MOST_VALUES = 12;

/**
 * An origin as plain text for a file, with the same content as in the pane.
 * @param written a formula as the user types it
 */
export function originText(origin: Origin, say: SayOrigin, written: (formula: string) => string): string {
  const { cell, value, at, formula, source, steps, answers, unasked, requests, frozen, typed, notFollowed } = origin;
  const lines = [
    `${a1WithSheet(cell)} = ${String(value)}`,
    ...(formula !== '' ? [written(formula)] : value === '' ? [] : [say('typedCell')]),
    say('at', { time: utc(at) }),
    ...(source === '' ? [] : [say('source', { source })]),
  ];
  if (steps.length > 0)
    lines.push(
      '',
      say('steps'),
      ...steps.map((one) => `  ${a1WithSheet(one.cell)} = ${String(one.value)}  ${written(one.formula)}`),
    );
  if (frozen.length > 0)
    lines.push('', say('frozen'), ...frozen.map((one) => frozenLine(one, say, written(one.formula))));
  if (answers.length > 0) lines.push('', say('answers', { count: answers.length }));
  else if (frozen.length === 0) lines.push('', say('noAnswers'));
  for (const answer of answers) lines.push(...linesOf(answer, requests, say, written));
  const linesOfUnasked = unasked.flatMap((one) => linesOf(one, requests, say, written));
  if (unasked.length > 0) lines.push('', say('unasked'), ...linesOfUnasked);
  if (requests.length > 0) lines.push('', say('requests'));
  for (const [index, request] of requests.entries()) lines.push(...requestLines(request, index, say));
  if (typed.length > 0) lines.push('', say('typed', { count: typed.length }), `  ${listed(typed, say)}`);
  if (notFollowed.length > 0) lines.push('', say('notFollowed', { names: notFollowed.join(', ') }));
  return lines.join('\n');
}

const frozenLine = ({ block, at, source, isEdited }: FrozenBlock, say: SayOrigin, formula: string): string =>
  `- ${[block && a1WithSheet(block), formula, utc(at), source, isEdited && say('edited')].filter(Boolean).join('  ')}`;

/** With milliseconds where there are any: requests follow each other quickly. */
const utc = (ms: number): string =>
  `${new Date(ms).toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '')} UTC`;

function linesOf(
  answer: OriginAnswer,
  requests: readonly RequestRecord[],
  say: SayOrigin,
  written: (formula: string) => string,
): readonly string[] {
  const { name, fields, pricedAtMs, askedAtMs, request, problem, cells, isUnasked = false } = answer;
  const [first, ...others] = cells;
  const shown = others.slice(0, MOST_CELLS - 1).map(({ cell }) => a1WithSheet(cell));
  const more = others.length - shown.length;
  const list = [first === undefined ? '' : `${a1WithSheet(first.cell)}  ${written(first.formula)}`, ...shown];
  if (more > 0) list.push(say('cellsMore', { count: more }));
  const args = answer.arguments.map(([parameter, values]) => `${parameter}: ${listed(values, say)}`);
  const asked = [
    ...(askedAtMs !== undefined ? [say('asked', { time: utc(askedAtMs) })] : problem ? [] : [say('notAsked')]),
    ...(request
      ? [say('request', { number: requests.indexOf(request) + 1 })]
      : askedAtMs === undefined
        ? []
        : [say('requestGone')]),
  ];
  const priced = pricedAtMs === undefined ? say('noPriceTime') : say('price', { time: utc(pricedAtMs) });
  const digits = /[?&]precision=(\d+)/.exec(request?.what ?? '')?.[1];
  if (digits !== undefined) asked.push(say('digits', { digits }));
  return [
    `- ${name}${fields.map(([field, value]) => `  ${field} ${String(value)}`).join('')}`,
    ...(isUnasked ? [] : [`  ${priced}`]),
    ...(problem === undefined ? [] : [`  ${problem}`]),
    `  ${list.join(' · ')}`,
    ...(args.length === 0 ? [] : [`  ${args.join(' · ')}`]),
    ...(isUnasked ? [] : [`  ${asked.join(' · ')}`]),
  ];
}

function listed(values: readonly unknown[] | undefined, say: SayOrigin): string {
  if (values === undefined) return say('argumentUnknown');
  const rest = values.length - MOST_VALUES;
  return `${values.slice(0, MOST_VALUES).map(String).join(', ')}${rest > 0 ? ` … (+${rest})` : ''}`;
}

function requestLines({ at, what, status, ms, ageMs = 0, node }: RequestRecord, index: number, say: SayOrigin) {
  const parts = [say('sent', { status, time: utc(at), ms: Math.round(ms) })];
  if (ageMs > 0) parts.push(say('kept', { time: utc(at - ageMs) }));
  if (node) parts.push(say('node', { node }));
  return [`${index + 1}. ${what}`, `   ${parts.join(' · ')}`];
}
