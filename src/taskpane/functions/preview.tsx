import { operationOf } from '../../api/operations';
import { readBlock } from '../../app/workbook/block-contents';
import type { DateSystem } from '../../core/calendar/dates';
import { CellError, type ErrorCode } from '../../core/errors';
import { useAnnounce } from '../components/announcer';
import { MessageBar, Table } from '../components/elements';
import { cellText } from '../texts/cell-text';
import type { Language } from '../texts/language';
import { outcomeSize } from './insertion';
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { CallTrace } from '../../core/call';
import { Cancellation } from '../../core/cancellation';
import type { AnyDeclaration } from '../../functions/define';
import { type Entries, formulaText, isExpression, isOmitted } from './formula';
import { useClient, useSeen } from '../session';
import { useWorkbookEvent } from '../hooks';
import { useLate } from '../use-late';
import { exampleArguments, type Ranges, signatureOf } from '../../functions/help/formula-arguments';
import { invoke, type Outcome, outcomeOfFailure } from '../../functions/evaluate/invoke';
import { checkListPrice } from '../../functions/evaluate/list-price';
import type { CellContent, Culture } from '../../app/host';
import { Reason, useTexts } from '../texts/use-texts';
import { type Block, parseA1 } from '../../core/sheet';

const [ROWS_SHOWN, COLUMNS_SHOWN] = [8, 6];

interface PreviewSectionProps {
  readonly preview: Preview;
  readonly dateSystem: DateSystem;
  /** In English. */
  readonly formula: string;
}

/** The first cells of the formula's result, and its size, which a sample does not have. Announces what it has become. */
export function PreviewSection({ preview, dateSystem, formula }: PreviewSectionProps) {
  const [texts, language] = useTexts('functions');
  const announce = useAnnounce();
  const element = useRef<HTMLElement>(null);
  const before = useRef(preview.is);
  useEffect(() => {
    const said = previewSaid(preview, dateSystem, language);
    if (said) announce(...said);
    if (said && before.current === 'calculating') {
      element.current?.scrollIntoView({ block: 'nearest' });
      // Where both have no room, the field that the user types into stays.
      document.activeElement?.scrollIntoView({ block: 'nearest' });
    }
    before.current = preview.is;
  }, [preview]);
  return (
    <section ref={element} aria-label={texts.result} class="md-preview" aria-busy={preview.is === 'calculating'}>
      <h3>{texts.result}</h3>
      <PreviewContent preview={preview} dateSystem={dateSystem} formula={formula} />
    </section>
  );
}

function PreviewContent({ preview, dateSystem, formula }: PreviewSectionProps) {
  const late = useLate(formula.startsWith('=MD.TICKS('));
  const [texts, language] = useTexts('functions');
  if (preview.is === 'missing')
    return <p class="md-hint">{language.fill(texts.missing, { parameters: preview.parameters.join(', ') })}</p>;
  if (preview.is === 'everything')
    return <p class="md-hint">{language.fill(texts.everyExchange, { parameter: preview.parameter })}</p>;
  if (preview.is !== 'known') return <p class="md-hint">{texts[preview.is]}</p>;
  const { outcome } = preview;
  const error = firstError(outcome);
  const bar = error && (
    <MessageBar tone="error">
      <strong translate={false}>{error.code}</strong> <Reason>{error.message}</Reason>
    </MessageBar>
  );
  const { rows, columns } = outcomeSize(outcome);
  if (outcome instanceof CellError || (error && rows * columns === 1)) return bar;
  const shown = outcome.slice(0, ROWS_SHOWN).map((row) =>
    row.slice(0, COLUMNS_SHOWN).map((cell) => (
      <span translate={false} {...(cell instanceof CellError ? { title: cell.message, lang: 'en' } : {})}>
        {cellText(cell, dateSystem, (value) => language.decimal(value))}
      </span>
    )),
  );
  return (
    <>
      <Table caption={texts.result} rows={shown} />
      {bar}
      <p class="md-hint">
        {preview.moreRows !== undefined
          ? texts.cut
          : language.fill(texts.size, {
              rows: language.fill(texts.rows, { count: rows }),
              columns: language.fill(texts.columns, { count: columns }),
            })}
      </p>
      {late && <late.PreviewChart formula={formula} outcome={outcome} />}
    </>
  );
}

const firstError = (outcome: Outcome): CellError | undefined =>
  outcome instanceof CellError ? outcome : outcome.flat().find((cell) => cell instanceof CellError);

/**
 * The announcement of a preview, with its language if not the pane's: its error, its only value, or its size. Nothing
 * while the user types.
 * @internal
 */
export function previewSaid(
  preview: Preview,
  dateSystem: DateSystem,
  language: Pick<Language, 'decimal' | 'fill' | 'texts'>,
): [text: string, lang?: string] | undefined {
  const texts = language.texts.functions;
  if (preview.is === 'unknown') return [texts.unknown];
  if (preview.is !== 'known') return undefined;
  const { outcome, moreRows } = preview;
  const error = firstError(outcome);
  if (error) return [`${error.code} ${error.message}`, 'en'];
  const { rows, columns } = outcomeSize(outcome);
  if (moreRows !== undefined) return [`${texts.result}: ${texts.cut}`];
  if (!(outcome instanceof CellError) && rows * columns === 1)
    return [`${texts.result}: ${cellText(outcome[0]![0]!, dateSystem, (value) => language.decimal(value))}`];
  const size = [language.fill(texts.rows, { count: rows }), language.fill(texts.columns, { count: columns })];
  return [`${texts.result}: ${size.join(', ')}`];
}

/** The service is asked only after the user has stopped typing. */
const QUIET_MS = 600;

/** The known part of a formula's result. */
export type Preview =
  | { readonly is: 'missing'; readonly parameters: readonly string[] }
  | { readonly is: 'everything'; readonly parameter: string }
  | { readonly is: 'calculating' | 'unknown' }
  | {
      readonly is: 'known';
      readonly outcome: Outcome;
      /** How many rows more the result may have; undefined if the outcome is all of it. */
      readonly moreRows: number | undefined;
    };

/**
 * Evaluates the formula whenever the entries change, or the cells that they refer to, as far as a host reports it: once
 * MD cells have values, after Undo, and when the selection moves, as after typing. Cancels the previous evaluation.
 * @param element of the builder: while nobody sees it, no cells are read
 */
export function usePreview(
  declaration: AnyDeclaration,
  entries: Entries,
  session: Session,
  element: RefObject<HTMLElement>,
  culture: Culture,
): Preview {
  const [preview, setPreview] = useState<Preview>({ is: 'calculating' });
  const missing = missingParameters(declaration, entries);
  const everything = namesNoExchange(declaration, entries);
  const client = useClient(session);
  const formula = formulaText(declaration, entries, culture);
  const look = useRef<() => void>(() => undefined);
  useEffect(() => {
    look.current = () => undefined;
    if (missing.length > 0) {
      setPreview({ is: 'missing', parameters: missing });
      return undefined;
    }
    if (everything !== undefined) {
      setPreview({ is: 'everything', parameter: everything });
      return undefined;
    }
    setPreview({ is: 'calculating' });
    let cancellation = new Cancellation();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let [turn, seen]: [number, string | undefined] = [0, ''];
    const run = async (): Promise<void> => {
      const own = ++turn;
      const ranges = await readRanges(entries, session);
      const cells = JSON.stringify(ranges);
      if (own !== turn || cells === seen) return;
      seen = cells;
      cancellation.cancel();
      const newest = (cancellation = new Cancellation());
      const trace: CallTrace = {};
      const outcome = await sampleOf(declaration, formula, ranges, session, newest, trace).catch(outcomeOfFailure);
      if (newest.isCancelled) return;
      setPreview(outcome === undefined ? { is: 'unknown' } : { is: 'known', outcome, moreRows: trace.moreRows });
    };
    look.current = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void run(), QUIET_MS);
    };
    look.current();
    return () => {
      turn++;
      clearTimeout(timer);
      cancellation.cancel();
    };
    // The formula represents the entries that it is made from. A new key or address may give another result.
  }, [formula, client]);
  const lookAgain = (): void => {
    if (element.current?.checkVisibility() === true) look.current();
  };
  useWorkbookEvent(session, 'selected', lookAgain);
  useWorkbookEvent(session, 'undone', lookAgain);
  useSeen(session, element, () => look.current());
  return preview;
}

/** The required parameters that are still missing. */
export const missingParameters = ({ parameters }: AnyDeclaration, entries: Entries): string[] =>
  Object.entries(parameters)
    .filter(([name, { isOptional }]) => !isOptional && isOmitted(entries, name))
    .map(([name]) => name);

/**
 * The parameter for exchanges, if none is named and the formula would request the days of all of them: too much for a
 * preview. The list of exchanges itself is cached anyway.
 */
function namesNoExchange({ parameters, sources }: AnyDeclaration, entries: Entries): string | undefined {
  if (sources.every((source) => operationOf(source).kind === 'markets')) return undefined;
  return Object.entries(parameters).find(
    ([name, { input, isOptional }]) => input === 'exchanges' && isOptional && isOmitted(entries, name),
  )?.[0];
}

/** A preview must not slow down the workbook, so it does not read larger ranges. */
const MAX_CELLS = 5_000;
/** A preview does not ask the user for permission either. */
const MAX_REQUESTS = 20;

/** A sample of the formula's result; undefined if one of its arguments can only be calculated by the workbook. */
export const evaluate = async (
  declaration: AnyDeclaration,
  entries: Entries,
  session: Session,
  cancellation: Cancellation,
  culture: Culture,
  trace?: CallTrace,
): Promise<Outcome | undefined> => {
  const formula = formulaText(declaration, entries, culture);
  return sampleOf(declaration, formula, await readRanges(entries, session), session, cancellation, trace);
};

async function sampleOf(
  declaration: AnyDeclaration,
  formula: string,
  ranges: Ranges | undefined,
  session: Session,
  cancellation: Cancellation,
  trace: CallTrace | undefined,
): Promise<Outcome | undefined> {
  if (!ranges || cancellation.isCancelled) return undefined;
  let values: unknown[];
  try {
    values = exampleArguments(formula, signatureOf(declaration), ranges, session.now());
  } catch {
    return undefined;
  }
  const allowance = { max: Math.min(MAX_REQUESTS, session.spending.maxRequests), sent: 0, missing: 0 };
  const call = { isPreview: false, isSample: true, cancellation, trace, allowance };
  checkListPrice(declaration, values, session, call);
  return invoke(declaration, session, values, call);
}

/** The cells that entries refer to; undefined if one of them is too large, or cannot be read. */
async function readRanges(entries: Entries, { host: { workbook } }: Session): Promise<Ranges | undefined> {
  const expressions = Object.values(entries)
    .filter(isExpression)
    .map((text) => text.trim().slice(1).trim());
  if (expressions.length === 0) return {};
  try {
    const { sheet } = await workbook.selection();
    const blocks = expressions.flatMap((text): [string, Block][] => {
      const block = parseA1(text, sheet);
      return block ? [[text, block]] : [];
    });
    if (blocks.some(([, { rows, columns }]) => rows * columns > MAX_CELLS)) return undefined;
    const read = blocks.map(
      async ([text, block]) => [text, (await readBlock(workbook, block)).map((row) => row.map(argumentOf))] as const,
    );
    return Object.fromEntries(await Promise.all(read));
  } catch {
    // Such as a sheet that does not exist.
    return undefined;
  }
}

const ERROR = /^#(?:N\/A|VALUE!|REF!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|BUSY!|GETTING_DATA)$/;

/** A cell as a function receives it. */
const argumentOf = ({ value }: CellContent): unknown =>
  typeof value === 'string' && ERROR.test(value) ? new CellError(value as ErrorCode) : value;
