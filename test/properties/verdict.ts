import type { Cell } from '../../src/core/cell';
import { CellError } from '../../src/core/errors';
import { ABSENT } from './faults';
import type { Shown } from './formulas';
import type { Delivery, History } from './history';
import type { Sheet, SheetCell } from './sheet';

const FRESH_SECONDS: Readonly<Record<string, number>> = { quote: 15, hours: 86_400, filings: 3_600, score: 3_600 };

/** What is wrong with what the cells of a sheet show. */
export const faultsOf = ({ cells, history }: Sheet): string[] =>
  cells.flatMap((cell) => {
    const { outcome, settings } = cell.outcomes[0]!;
    return cell.formula
      .read(outcome, settings)
      .map((shown) => judge(shown, cell, history))
      .filter((fault) => fault !== undefined);
  });

export const errorsOf = ({ cells }: Sheet): CellError[] =>
  cells.flatMap(({ outcomes: [settled] }) => [settled!.outcome].flat(2).filter((cell) => cell instanceof CellError));

/**
 * What a cell may show of one thing that it asked: the value that an answer gave to this very question, or an error
 * that an answer is the reason for. That answer came from the service of the settings in force, either while the cell
 * waited or before, when it was still fresh and no refresh came between. Gives what is wrong, or undefined.
 */
function judge({ question, cells }: Shown, cell: SheetCell, history: History): string | undefined {
  const [first] = cells;
  if (first === undefined) return judgeLeftOut(question, cell, history);
  return first instanceof CellError
    ? judgeError(first, question, cell, history)
    : judgeValue(first, cells, question, cell, history);
}

/** A market is left out only when an answer had no sessions of it. */
function judgeLeftOut(question: string, cell: SheetCell, history: History): string | undefined {
  const isReason = (delivery: Delivery): boolean =>
    delivery.fault === ABSENT &&
    delivery.asked.includes(question) &&
    !delivery.values.has(question) &&
    isOfItsService(delivery, cell) &&
    mayShow(delivery, question, cell, history);
  return history.deliveries.some(isReason) ? undefined : `${question}: left out without a reason`;
}

function judgeValue(
  first: Cell,
  cells: readonly Cell[],
  question: string,
  cell: SheetCell,
  history: History,
): string | undefined {
  const text = JSON.stringify(first);
  const source = history.deliveries.find(({ values }) => [...values.values()].some((sent) => sent.includes(first)));
  if (!source) return `${question}: ${text} was never delivered`;
  const sent = source.values.get(question);
  if (!sent?.includes(first)) return `${question}: ${text} is the value of something else`;
  if (sent.length !== cells.length || sent.some((value, index) => value !== cells[index]))
    return `${question}: ${JSON.stringify(cells)} is not ${JSON.stringify(sent)}`;
  if (!isOfItsService(source, cell)) return `${question}: ${text} is of a service that is no longer set`;
  if (!mayShow(source, question, cell, history)) return `${question}: ${text} is out of date`;
  return undefined;
}

/** Sentences that no answer is the reason for. */
const CANCELLED = /^Cancelled|^The settings changed/;
const PREVIEW = 'Press Enter to fetch';

function judgeError({ message }: CellError, question: string, cell: SheetCell, history: History): string | undefined {
  const { isPreview, cancellation } = cell.call;
  if (CANCELLED.test(message))
    return cancellation.isCancelled ? undefined : `${question}: "${message}" though nobody cancelled it`;
  if (message === PREVIEW) return isPreview ? undefined : `${question}: "${message}" although it is not a preview`;
  const isReason = (delivery: Delivery): boolean =>
    (reasonIn(delivery, question)?.test(message) ?? false) &&
    isOfItsService(delivery, cell) &&
    (mayShow(delivery, question, cell, history) || isInPause(delivery, cell));
  return history.deliveries.some(isReason) ? undefined : `${question}: "${message}" without a reason`;
}

/** Whoever asks during a pause that the service asked for is told of it without a request. */
const isInPause = ({ order, atMs, fault }: Delivery, { since, call }: SheetCell): boolean =>
  order <= since.order && !call.isPreview && since.atMs < atMs + Number(fault.headers?.['retry-after'] ?? 0) * 1000;

/** What a cell has to say when that answer left its question without a value; undefined when it did not. */
function reasonIn({ fault, asked, values }: Delivery, question: string): RegExp | undefined {
  const isForAll = asked.includes(question.replace(/^hours \S+/, 'hours *'));
  // Whether a market without sessions is known at all is a question of its own.
  const market = question.replace(/^hours (\S+) .*/, 'market $1');
  if (!isForAll && !asked.includes(question) && !asked.includes(market))
    return fault.reach === 'all' ? fault.says : undefined;
  if (values.has(question)) return undefined;
  const isAlone = isForAll || !isList(question) || asked.length === 1;
  return fault.reach === 'alone' && !isAlone ? undefined : (fault.says ?? ABSENT.says);
}

const isList = (question: string): boolean => /^(quote|hours) /.test(question);

function isOfItsService({ apiKey, address }: Delivery, { outcomes: [settled] }: SheetCell): boolean {
  return apiKey === settled!.settings.apiKey && address === settled!.settings.serviceAddress;
}

/** While it waited; or before, for what may be kept. */
function mayShow(
  { order, atMs, fault, values }: Delivery,
  question: string,
  { since, call, outcomes: [settled] }: SheetCell,
  history: History,
): boolean {
  if (order > since.order) return order < settled!.order && !call.isPreview;
  const kind = question.split(' ', 1)[0]!;
  const isKept = values.has(question) || (kind !== 'quote' && (fault.says ?? ABSENT.says) === ABSENT.says);
  const isStillFresh = since.atMs < atMs + FRESH_SECONDS[kind]! * 1000;
  return isKept && isStillFresh && !history.givenUp.some((then) => order < then && then <= since.order);
}
