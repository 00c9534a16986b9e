import { CellRows, CellLink, useMore } from './cell-link';
import { SelectField, TextField, useAction, Button, Fold } from '../components/elements';
import { TaskReport, TaskView, unlessStopped, useTask, written, type WrittenCode } from './task';
import { said, useLanguage, useTexts, type Said } from '../texts/use-texts';
import { useLoaded } from '../hooks';
import { useSession } from '../session';
import { useState, useRef } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { MarkedRange, Snapshot } from '../../app/workbook/snapshot';
import type { SheetWords } from '../../app/workbook/snapshot-sheet';
import { ScheduleSection } from './schedule-section';
import type { OnProgress } from '../../app/host';
import type { Change, ComparedSide, SnapshotComparison } from '../../app/workbook/snapshot-match';
import type { DateSystem } from '../../core/calendar/dates';
import { cellText, fewOf, momentText } from '../texts/cell-text';
import type { Language } from '../texts/language';
import { a1WithSheet, cellOf } from '../../core/sheet';

/** Snapshots of the workbook, kept under a name: to compare with, and to show again. */
export function SnapshotSection({ snapshots }: { readonly snapshots: Snapshots }) {
  const [texts, language] = useTexts('snapshots');
  const [name, setName] = useState('');
  const { all, task } = snapshots;
  const namesTaken = all.map((one) => one.name);
  return (
    <Fold
      title={texts.title}
      place="snapshots"
      remark={all.length > 0 ? language.fill(texts.count, { count: all.length }) : undefined}
    >
      <p class="md-hint">{texts.hint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          snapshots.take(name, () => setName((entered) => (entered === name ? '' : entered)));
        }}
      >
        <TextField
          id="md-snapshot-name"
          label={texts.name}
          hint={texts.nameHint}
          input={{ maxLength: 80 }}
          value={name}
          onText={setName}
        />
        <div class="md-buttons">
          <Button type="submit" isBusy={task.isRunning} text={texts.take} />
        </div>
      </form>
      {all.length > 1 && (
        <SelectField
          id="md-snapshot-other"
          label={texts.compareTo}
          value={snapshots.otherId ?? ''}
          options={[
            { value: '', label: texts.compareNow },
            ...all.map((one) => ({
              value: one.id,
              // Two with one name are told apart by their times.
              label:
                namesTaken.indexOf(one.name) !== namesTaken.lastIndexOf(one.name) ? sideText(one, language) : one.name,
              isName: true,
            })),
          ]}
          onChange={snapshots.compareTo}
        />
      )}
      <TaskView task={task}>
        {({ result, ...done }, summary) =>
          result && (
            <TaskReport done={done} summary={summary}>
              <ChangeList comparison={result} />
              <Button onClick={() => snapshots.writeComparison(result)} text={texts.asSheet} />
            </TaskReport>
          )
        }
      </TaskView>
      <CellRows label={texts.title} items={all} atOnce={100} class="md-list md-cells" keyOf={({ id }) => id}>
        {(snapshot) => <SnapshotRow snapshot={snapshot} snapshots={snapshots} />}
      </CellRows>
      <MarkedRanges marked={snapshots.marked} onChanged={snapshots.reload} />
      <ScheduleSection onTaken={snapshots.reload} />
    </Fold>
  );
}

function SnapshotRow({ snapshot, snapshots }: { readonly snapshot: Snapshot; readonly snapshots: Snapshots }) {
  const [texts, language] = useTexts('snapshots');
  const { name, at, source, formulaCount, resultCount, timeUnknownCount, dueAt, isShown } = snapshot;
  const actions = [
    { run: snapshots.compare, text: texts.compare, label: texts.compareWith },
    isShown
      ? { run: snapshots.toggle, text: texts.leave, label: texts.leaveOne }
      : { run: snapshots.toggle, text: texts.show, label: texts.showOne },
    { run: snapshots.writeSheet, text: texts.asSheet, label: texts.asSheetOne },
    ...(isShown ? [] : [{ run: snapshots.remove, text: texts.remove, label: texts.removeOne }]),
  ];
  return (
    <>
      <div class="md-cell-head">
        <strong>{name}</strong>
        {dueAt !== undefined && <span class="md-badge">{texts.isTimed}</span>}
        {isShown && <span class="md-badge">{texts.isShown}</span>}
      </div>
      <p class="md-hint">
        {language.fill(texts.takenAt, { time: language.dateTime(at), count: formulaCount })}
        {resultCount > 0 && ` · ${language.fill(texts.resultCount, { count: resultCount })}`}
        {timeUnknownCount !== undefined && ` · ${language.fill(texts.timesUnknown, { count: timeUnknownCount })}`}
        {source !== '' && ` · ${source}`}
      </p>
      <div class="md-buttons">
        {actions.map(({ run, text, label }) => (
          <Button
            key={label}
            look={run === snapshots.remove ? 'subtle' : 'secondary'}
            isBusy={snapshots.task.isRunning}
            label={language.fill(label, { name })}
            onClick={() => run(snapshot)}
            text={text}
          />
        ))}
      </div>
    </>
  );
}

type Snapshots = ReturnType<typeof useSnapshots>;

export function useSnapshots(session: Session, onDone: () => void) {
  const language = useLanguage();
  /** Has a result if a comparison was requested. */
  const task = useTask<SnapshotComparison>();
  const [chosen, choose] = useState('');
  /** The snapshot that its report says is in the cells, until it is not. */
  const reported = useRef<string>();
  /** The snapshot whose comparison is shown. */
  const compared = useRef<string>();
  const [{ all, marked } = { all: [], marked: [] }, reload] = useLoaded(
    async (signal) => {
      const { markedRanges, snapshots } = await written();
      const [now, ranges] = await Promise.all([snapshots(session), markedRanges(session.host.workbook)]);
      const isGone = !now.some(({ id, isShown }) => isShown && id === reported.current);
      if (!signal.aborted && reported.current !== undefined && isGone) {
        reported.current = undefined;
        task.clear();
      }
      return { all: now, marked: ranges };
    },
    [session],
  );
  const otherId = all.length > 1 && all.some(({ id }) => id === chosen) ? chosen : undefined;
  // It may change while a comparison is made.
  const otherNow = useRef(otherId);
  otherNow.current = otherId;
  const work = (
    label: Said,
    run: (onProgress: OnProgress, signal: AbortSignal) => Promise<Said>,
    canStop = false,
  ): void => {
    reported.current = undefined;
    compared.current = undefined;
    const end = (): void => {
      reload();
      onDone();
    };
    void task.start({ label, canStop, run: async (...task) => ({ says: await run(...task).finally(end) }) });
  };
  const write = (run: (sheets: WrittenCode, words: SheetWords) => Promise<string>): void =>
    work(said('snapshots', 'writing'), async () => {
      const sheet = await run(await written(), sheetWords(session, language));
      await session.host.workbook.select(cellOf(sheet, 0, 0)).catch(() => undefined);
      return said('snapshots', 'written', { sheet });
    });
  const compare = (id: string): void => {
    reported.current = undefined;
    compared.current = id;
    void task.start({
      label: said('snapshots', 'comparing'),
      run: async (_, signal) => {
        const { compareSnapshot } = await written();
        const compareNow = async (): Promise<SnapshotComparison> => {
          const other = otherNow.current;
          const result = await unlessStopped(signal, compareSnapshot(session, id, other));
          return other === otherNow.current ? result : compareNow();
        };
        const result = await compareNow();
        const [count, same] = [result.changes.length, result.sameCount];
        const says: Said = (shown) => {
          const [older, newer] = [sideText(result.older, shown), sideText(result.newer, shown)];
          return shown.fill(shown.texts.snapshots.changed, { count, older, newer, same });
        };
        return { says, result };
      },
    });
  };
  return {
    all,
    /** Ranges with results that they keep beside the MD cells. */
    marked,
    task,
    reload,
    /** `onTaken` is called unless it fails. */
    take(name: string, onTaken: () => void) {
      work(said('snapshots', 'taking'), async () => {
        const taken = await (await written()).takeSnapshot(session, name);
        onTaken();
        return said('snapshots', 'taken', { name: taken.name, count: taken.formulaCount });
      });
    },
    compare: ({ id }: Snapshot) => compare(id),
    /** The snapshot to compare with; undefined for the cells. */
    otherId,
    /** Compares again what is compared, so that its report never differs from the list. */
    compareTo: (id: string) => {
      choose(id);
      otherNow.current = id || undefined;
      if (compared.current !== undefined) compare(compared.current);
    },
    /** Writes a sheet that needs no add-in. */
    writeSheet: ({ id }: Snapshot) => write((sheets, words) => sheets.writeSnapshotSheet(session, id, words)),
    writeComparison: (comparison: SnapshotComparison) =>
      write((sheets, words) => sheets.writeComparisonSheet(session, comparison, words)),
    /** Shows the snapshot in the cells, or hides it if it is shown. */
    toggle: ({ id, name, isShown }: Snapshot) => {
      const show = async (onProgress: OnProgress, signal: AbortSignal): Promise<Said> => {
        const { leaveSnapshot, showSnapshot } = await written();
        if (isShown) return said('snapshots', 'left', { count: await leaveSnapshot(session, id, onProgress, signal) });
        const { shownCount, leftOutCount } = await showSnapshot(session, id, onProgress, signal);
        reported.current = id;
        const [shown, leftOut] = [
          said('snapshots', 'shown', { count: shownCount, name }),
          said('snapshots', 'leftOut', { count: leftOutCount }),
        ];
        return leftOutCount === 0 ? shown : (now) => `${shown(now)} ${leftOut(now)}`;
      };
      work(said('snapshots', isShown ? 'leaving' : 'showing'), show, true);
    },
    remove: ({ id, name }: Snapshot) =>
      work(said('snapshots', 'removing'), async () => {
        await (await written()).deleteSnapshot(session, id);
        return said('snapshots', 'removed', { name });
      }),
  };
}

const sheetWords = ({ dateSystem }: Session, language: Language): SheetWords => {
  const { snapshots: texts } = language.texts;
  return { ...texts, isGone: texts.gone, difference: (change) => changeTexts(change, dateSystem, language, true).note };
};

const SHOWN_AT_ONCE = 100;

/**
 * What changed from the older to the newer, whose times stand above, cell by cell: both values, and percent or why there
 * is none.
 */
function ChangeList({ comparison: { older, newer, changes } }: { readonly comparison: SnapshotComparison }) {
  const [texts] = useTexts('snapshots');
  const { shown, button } = useMore(changes, SHOWN_AT_ONCE, 'subtle');
  if (changes.length === 0) return null;
  return (
    <>
      <div class="md-changes-box">
        <table class="md-changes">
          <thead>
            <tr>
              {[older, newer].map(({ name }) => (
                <th scope="col">{name ?? texts.now}</th>
              ))}
            </tr>
          </thead>
          {shown.map((change) => (
            <ChangeRows key={a1WithSheet(change.block)} change={change} />
          ))}
        </table>
      </div>
      {button}
    </>
  );
}

/** The cell and its change stand above the values: beside two long prices, the pane has no room for them. */
function ChangeRows({ change }: { readonly change: Change }) {
  const session = useSession();
  const { older, newer, note, isFigure } = changeTexts(change, session.dateSystem, useLanguage());
  const figure = (value: unknown): string => (isFigure && typeof value === 'number' ? 'md-figure' : '');
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={2}>
          <CellLink block={change.block} /> {change.label || change.symbol} {note}
        </th>
      </tr>
      <tr>
        <td class={figure(change.older)}>{older}</td>
        <td class={figure(change.newer)}>{newer}</td>
      </tr>
    </tbody>
  );
}

interface ChangeTexts {
  readonly older: string;
  readonly newer: string;
  /**
   * The change in percent, or why the two values cannot be compared. Empty where no percentage makes sense: a later time
   * is not a rise.
   */
  readonly note: string;
  /** Whether a line break would make it look like another number. */
  readonly isFigure: boolean;
}

/**
 * What a row of the comparison says, with dates and times in their formats.
 *
 * @param hasPercent whether the change in percent stands elsewhere
 * @internal
 */
export function changeTexts(
  { older, newer, change, format, difference, olderNames, newerNames }: Change,
  system: DateSystem,
  language: Pick<Language, 'decimal' | 'figure' | 'fill' | 'percent' | 'texts'>,
  hasPercent = false,
): ChangeTexts {
  const { gone, notYet, blank, otherSymbol, otherFormula, unknownSymbol } = language.texts.snapshots;
  const moment = (value: number): string | undefined => momentText(value, format, system);
  const figure = (value: number): string => language.figure(value, format);
  // As in the cells, unless that would hide the change.
  const isHidden =
    typeof older === 'number' && typeof newer === 'number' && older !== newer && figure(older) === figure(newer);
  const written = (value: Change['newer'], missing: string): string => {
    if (value === undefined) return missing;
    if (value === '') return blank;
    const number = (one: number): string => moment(one) ?? (isHidden ? language.decimal(one) : figure(one));
    return cellText(value, system, number);
  };
  const symbols = (names: readonly string[]): string => fewOf(names.map((name) => name || blank)) || blank;
  const isMoment = typeof older === 'number' && moment(older) !== undefined;
  const noteOf = (): string => {
    switch (difference) {
      case 'symbol':
        return language.fill(otherSymbol, { older: symbols(olderNames), newer: symbols(newerNames) });
      case 'formula':
        return otherFormula;
      case 'unknown':
        return unknownSymbol;
      case 'edited':
        return language.texts.cells.edited;
      case undefined:
        return change === undefined || isMoment || hasPercent ? '' : language.percent(change);
    }
  };
  return { older: written(older, notYet), newer: written(newer, gone), note: noteOf(), isFigure: !isMoment };
}

/**
 * “Memo” (22 Nov 2026, 14:00): which of the two it is, and its time.
 *
 * @internal
 */
export const sideText = (
  { name, at }: ComparedSide,
  language: Pick<Language, 'dateTime' | 'fill' | 'texts'>,
): string => {
  const { snapshotAt, cellsAt } = language.texts.snapshots;
  const time = language.dateTime(at);
  return name === undefined ? language.fill(cellsAt, { time }) : language.fill(snapshotAt, { name, time });
};

interface MarkedRangesProps {
  readonly marked: readonly MarkedRange[];
  readonly onChanged: () => void;
}

/** Ranges with results that snapshots keep beside the MD cells. */
function MarkedRanges({ marked, onChanged }: MarkedRangesProps) {
  const { workbook } = useSession().host;
  const [texts, language] = useTexts('snapshots');
  const { run, problem } = useAction();
  const change = (work: (code: WrittenCode) => Promise<unknown>) => () =>
    run(() => written().then(work).finally(onChanged));
  return (
    <>
      <h3>{texts.results}</h3>
      <p class="md-hint">{texts.resultsHint}</p>
      <CellRows label={texts.results} items={marked} keyOf={({ name }) => name}>
        {(range) => (
          <div class="md-cell-head">
            <CellLink block={range.block} />
            <Button
              look="subtle"
              label={language.fill(texts.unmarkOne, { address: a1WithSheet(range.block) })}
              onClick={change(({ unmark }) => unmark(workbook, range))}
              text={texts.unmark}
            />
          </div>
        )}
      </CellRows>
      <Button onClick={change(({ markSelection }) => markSelection(workbook))} text={texts.mark} />
      {problem}
    </>
  );
}
