import { said, Reason, useLanguage, useTexts } from '../texts/use-texts';
import { RecalculationMonitor } from '../../app/recalculation-monitor';
import { useDelayed, useDraw, useShown, useStore, useWorkbookEvent } from '../hooks';
import { useSession } from '../session';
import { useRef, useEffect, useMemo, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { hostOf } from '../../app/settings';
import { Section, Button, CopyButton } from '../components/elements';
import { priceTimeText } from '../texts/cell-text';
import type { Language } from '../texts/language';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';
import {
  type FilledCell,
  isFaulty,
  isSameCell,
  type MdCell,
  selectedCell,
  type SelectedCell,
} from '../../app/workbook/cells';
import type { RefObject } from 'preact';
import type { LateCode } from '../use-late';
import { localFormula } from '../texts/typed';
import { a1WithSheet, type Block } from '../../core/sheet';
import type { OriginFunctions } from '../../app/workbook/origin';
import type { SayOrigin } from '../../app/workbook/origin-text';
import { CATALOG } from '../../functions/catalog';
import { invoke } from '../../functions/evaluate/invoke';
import { FrozenAt, type FreezeTasks } from './freeze-section';
import { FixButtons, useFixing } from './fix';
import { PauseHint, TaskView, unlessStopped, useTask, written } from './task';

/** Why the selected cell shows an error, or the age and source of its value and the time of its price. */
export function SelectedCellSection({ late, freezing, ...fixed }: SelectedCellProps) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const element = useRef<HTMLDivElement>(null);
  const selected = useSelectedCell(session, element, fixed.cells);
  const filled = selected?.filled;
  const address = selected && a1WithSheet(selected.cell);
  const none = selected && (
    <FrozenAt freezing={freezing} cell={selected.cell} otherwise={<p class="md-hint">{texts.selectedNone}</p>} />
  );
  return (
    <Section title={texts.selectedTitle} place="selected">
      <div ref={element} class="md-selected">
        {selected && (
          <div class="md-cell-head">
            <span translate={false}>{address}</span>
            {filled?.error !== undefined && <span class="md-cell-value">{filled.error}</span>}
          </div>
        )}
        {selected &&
          !filled &&
          (late ? (
            <late.TranslatedFormula
              key={address}
              typed={localFormula(selected.formula, session.host.workbook.listSeparator)}
              otherwise={none}
            />
          ) : (
            none
          ))}
        {selected && filled && (
          <>
            {!isSameCell(filled.anchor, selected.cell) && (
              <p class="md-hint">{language.fill(texts.selectedPart, { address: a1WithSheet(filled.anchor) })}</p>
            )}
            <Explanation filled={filled} />
            {late && <late.CellChart key={address} cell={selected.cell} filled={filled} />}
          </>
        )}
      </div>
      {filled && <SelectedFix key={`fix ${address}`} filled={filled} {...fixed} />}
      {/* Another for each cell, formula and reason: what is said of one must not stand under the next. */}
      {selected && <OriginView key={`${address} ${filled?.formula} ${filled?.reason}`} cell={selected.cell} />}
    </Section>
  );
}

interface SelectedCellProps extends Omit<SelectedFixProps, 'filled'> {
  readonly late: LateCode | undefined;
  readonly freezing: FreezeTasks;
}

interface SelectedFixProps {
  readonly filled: FilledCell;
  readonly cells: readonly MdCell[] | undefined;
  readonly rescan: () => void;
  readonly onFixed: () => void;
}

/** The button that mends the cell, as in the list of all cells. */
function SelectedFix({ filled: { anchor, formula, reason }, cells, rescan, onFixed }: SelectedFixProps) {
  const cell = reason === undefined ? undefined : cells?.find((one) => isSameCell(one.cell, anchor));
  const isKnown = cell?.formula === formula && isFaulty(cell);
  const fixing = useFixing(
    useMemo(() => (cell && isKnown ? [cell] : []), [cell, isKnown]),
    onFixed,
  );
  useEffect(() => {
    if (reason !== undefined && cells && !isKnown) rescan();
  }, [formula, reason, cells === undefined]);
  return (
    <>
      {cell && isKnown && <FixButtons cell={cell} fixing={fixing} />}
      <TaskView task={fixing.task} />
    </>
  );
}

function Explanation({ filled }: { readonly filled: FilledCell }) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const { error, isWaiting, reason, readAt, rate, priceTime, oldness } = filled;
  const age = useAge(session, readAt);
  if (isWaiting)
    return (
      <>
        <p>{texts.selectedWaits}</p>
        <PauseHint />
      </>
    );
  if (oldness !== undefined)
    return <p>{oldness === 'from-before' ? texts.selectedFromBefore : texts.selectedNotShown}</p>;
  if (error !== undefined && reason === undefined) return <p>{texts.selectedUnknown}</p>;
  const source = hostOf(session.settings);
  return (
    <>
      {reason !== undefined && (
        <p class="md-error">
          <Reason>{reason}</Reason>
        </p>
      )}
      {rate !== undefined && (
        <p class="md-hint">
          {language.fill(rate.at === undefined ? texts.selectedRate : texts.selectedRateAt, {
            rate: language.decimal(rate.value),
            time: rate.at === undefined ? '' : language.dateTime(rate.at),
          })}
        </p>
      )}
      {age !== undefined && (
        <p class="md-hint">
          {source === '' ? age : language.fill(texts.selectedFrom, { age, source })}
          {rate === undefined && priceTimeText(priceTime, language)}
        </p>
      )}
    </>
  );
}

const WAITING_MS = 1_000;

/**
 * What the selected cell shows; undefined before it is known, and if it cannot be read. Read again when the selection
 * moves, when cells have received values, after work on the cells, and while the cell waits for its own, as long as the element is visible. Only
 * one read runs at a time, however fast the selection moves.
 */
function useSelectedCell(
  session: Session,
  element: RefObject<HTMLElement>,
  cells: readonly MdCell[] | undefined,
): SelectedCell | undefined {
  const [selected, setSelected] = useState<SelectedCell>();
  const [isReading, isWanted] = [useRef(false), useRef(false)];
  const look = async (): Promise<void> => {
    if (element.current?.checkVisibility() !== true) return;
    isWanted.current = true;
    if (isReading.current) return;
    isReading.current = true;
    while (isWanted.current) {
      isWanted.current = false;
      setSelected(await selectedCell(session).catch(() => undefined));
    }
    isReading.current = false;
  };
  const lookNow = (): void => void look();
  useWorkbookEvent(session, 'selected', lookNow);
  useWorkbookEvent(session, 'undone', lookNow);
  useShown(element, lookNow);
  // It waits as soon as a recalculation begins, and has its value at the end.
  const recalculations = session.part(RecalculationMonitor);
  const isRunning = useStore(recalculations, () => recalculations.last?.isRunning);
  useEffect(lookNow, [cells, isRunning]);
  useDelayed(lookNow, selected?.filled?.isWaiting === true ? WAITING_MS : undefined, [selected]);
  return selected;
}

/** Follows a cell down to the requests, at one click, and shows the way as a text that can be copied. */
function OriginView({ cell }: { readonly cell: Block }) {
  const session = useSession();
  const [texts, language] = useTexts('origin');
  const task = useTask<(say: SayOrigin) => string>();
  // Now rather than days later, when a release may have removed the file.
  useEffect(() => {
    written().catch(() => undefined);
  }, []);
  const start = (): void =>
    void task.start({
      label: said('origin', 'following'),
      async run(onProgress, signal) {
        const { traceOrigin, originText } = await written();
        const functions = { catalog: CATALOG, run: runIn(session) };
        const origin = await unlessStopped(signal, traceOrigin(session, cell, functions, onProgress, signal));
        const found = { count: origin.answers.length, cell: a1WithSheet(origin.cell) };
        const local = (formula: string): string => localFormula(formula, session.host.workbook.listSeparator);
        return { says: said('origin', 'found', found), result: (say) => originText(origin, say, local) };
      },
    });
  const say: SayOrigin = (text, values) =>
    language.fill(text === 'edited' ? language.texts.cells.edited : texts[text as keyof typeof texts], values);
  return (
    <>
      <div class="md-buttons">
        <Button isBusy={task.isRunning} onClick={start} text={texts.show} />
      </div>
      <TaskView task={task}>
        {({ result }, summary) => {
          const text = result?.(say) ?? '';
          return (
            <section aria-label={summary}>
              <pre class="md-origin" tabIndex={0} translate={false}>
                {text}
              </pre>
              <CopyButton formula={text} texts={texts} />
            </section>
          );
        }}
      </TaskView>
    </>
  );
}

const runIn =
  (session: Session): OriginFunctions['run'] =>
  (id, values, call) =>
    invoke(
      CATALOG.find((one) => one.id === id)!,
      session,
      values,
      call,
    );

/** "3 min old", which goes on while it is shown: a value must not look younger than it is. Undefined if not known. */
export function useAge(session: Session, readAt: number | undefined): string | undefined {
  const language = useLanguage();
  const draw = useDraw();
  const ageMs = readAt === undefined ? undefined : Math.max(0, session.now() - readAt);
  useDelayed(draw, ageMs === undefined ? undefined : msToNextAge(ageMs), [ageMs]);
  return ageMs === undefined ? undefined : ageText(ageMs, language);
}

/** "3 min old": in the largest unit that fits. */
function ageText(ageMs: number, language: Language): string {
  const [name, ms] = unitOf(ageMs);
  return language.fill(language.texts.cells[name], { count: Math.floor(ageMs / ms) });
}

/** How long the text of an age stays right, in ms. */
function msToNextAge(ageMs: number): number {
  const [, ms] = unitOf(ageMs);
  return ms - (ageMs % ms);
}

const UNITS = [
  ['ageDays', MS_PER_DAY],
  ['ageHours', MS_PER_HOUR],
  ['ageMinutes', MS_PER_MINUTE],
] as const;

const unitOf = (ageMs: number) => UNITS.find(([, ms]) => ageMs >= ms) ?? (['ageSeconds', 1000] as const);
