import { useSession } from '../session';
import { useState, useRef } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { Snapshot } from '../../app/workbook/snapshot';
import type { SheetWords } from '../../app/workbook/snapshot-sheet';
import { type MarkedRange, markedRanges, markSelection, unmark } from '../../app/workbook/snapshot-ranges';
import { ScheduleSection } from './schedule-section';
import { Button, Field, Select, Fold, MessageBar } from '../components/elements';
import { TaskView, type Task, unlessStopped, useTask } from './task';
import type { OnProgress } from '../../app/host';
import type { Change, ComparedSide, SnapshotComparison } from '../../app/workbook/snapshot-compare';
import { TRAITS } from '../../functions/generated/function-traits';
import { CellLink, useMore } from './cell-link';
import type { DateSystem } from '../../core/calendar/dates';
import { cellText, momentText } from '../texts/cell-text';
import type { Language } from '../texts/language';
import { useLanguage, useTexts, type Said, Reason } from '../texts/use-texts';
import { useLatest } from '../hooks';
import { a1WithSheet, cellOf } from '../../core/sheet';
import { messageOf } from '../../core/basics';

/** Snapshots of the workbook, kept under a name: to compare with, and to show again. */
export function SnapshotSection({ snapshots }: { readonly snapshots: Snapshots }) {
  const [texts, language] = useTexts('snapshots');
  const [name, setName] = useState('');
  const { all, task } = snapshots;
  const take = (): void => {
    if (task.isRunning) return;
    snapshots.take(name, () => {
      setName((entered) => (entered === name ? '' : entered));
    });
  };
  const namesTaken = all.map((one) => one.name);
  return (
    <Fold title={texts.title} remark={all.length > 0 ? language.fill(texts.count, { count: all.length }) : undefined}>
      <p class="md-hint">{texts.hint}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <Field id="md-snapshot-name" label={texts.name} hint={texts.nameHint}>
          {(control) => (
            <input
              {...control}
              autocomplete="off"
              maxLength={80}
              value={name}
              onInput={(event) => {
                setName(event.currentTarget.value);
              }}
            />
          )}
        </Field>
        <div class="md-buttons">
          <Button type="submit" isBusy={task.isRunning}>
            {texts.take}
          </Button>
        </div>
      </form>
      <TaskView task={task}>
        {(comparison, summary) => (
          <MessageBar tone="success">
            <p>{summary}</p>
            {comparison && (
              <>
                <ChangeList comparison={comparison} />
                <Button
                  onClick={() => {
                    snapshots.writeComparison(comparison);
                  }}
                >
                  {texts.asSheet}
                </Button>
              </>
            )}
          </MessageBar>
        )}
      </TaskView>
      {all.length > 1 && (
        <Field id="md-snapshot-other" label={texts.compareTo}>
          {(control) => (
            <Select
              control={control}
              value={snapshots.otherId ?? ''}
              options={[
                { value: '', label: texts.compareNow },
                ...all.map((one) => ({
                  value: one.id,
                  // Two with one name are told apart by their times.
                  label: isRepeated(one.name, namesTaken) ? sideText(one, language) : one.name,
                  isName: true,
                })),
              ]}
              onChange={snapshots.compareTo}
            />
          )}
        </Field>
      )}
      {all.length > 0 && (
        <ul class="md-list md-cells" aria-label={texts.title}>
          {all.map((snapshot) => (
            <SnapshotRow key={snapshot.id} snapshot={snapshot} snapshots={snapshots} />
          ))}
        </ul>
      )}
      <MarkedRanges marked={snapshots.marked} onChanged={snapshots.reload} />
      <ScheduleSection onTaken={snapshots.reload} />
    </Fold>
  );
}

const isRepeated = (name: string, all: readonly string[]): boolean => all.indexOf(name) !== all.lastIndexOf(name);

function SnapshotRow({ snapshot, snapshots }: { readonly snapshot: Snapshot; readonly snapshots: Snapshots }) {
  const [texts, language] = useTexts('snapshots');
  const { name, at, source, formulaCount, resultCount, timeUnknownCount, dueAt, isShown } = snapshot;
  const { isRunning } = snapshots.task;
  const unlessBusy = (work: (one: Snapshot) => void) => () => {
    if (!isRunning) work(snapshot);
  };
  const taken = { time: language.dateTime(at), count: formulaCount };
  return (
    <li>
      <div class="md-cell-head">
        <strong>{name}</strong>
        {dueAt !== undefined && <span class="md-badge">{texts.isTimed}</span>}
        {isShown && <span class="md-badge">{texts.isShown}</span>}
      </div>
      <p class="md-hint">
        {language.fill(texts.takenAt, taken)}
        {resultCount > 0 && ` · ${language.fill(texts.resultCount, { count: resultCount })}`}
        {timeUnknownCount !== undefined && ` · ${language.fill(texts.timesUnknown, { count: timeUnknownCount })}`}
        {source !== '' && ` · ${source}`}
      </p>
      <div class="md-buttons">
        <Button
          isBusy={isRunning}
          label={language.fill(texts.compareWith, { name })}
          onClick={unlessBusy(snapshots.compare)}
        >
          {texts.compare}
        </Button>
        <Button
          isBusy={isRunning}
          label={language.fill(isShown ? texts.leaveOne : texts.showOne, { name })}
          onClick={unlessBusy(snapshots.toggle)}
        >
          {isShown ? texts.leave : texts.show}
        </Button>
        <Button
          isBusy={isRunning}
          label={language.fill(texts.asSheetOne, { name })}
          onClick={unlessBusy(snapshots.writeSheet)}
        >
          {texts.asSheet}
        </Button>
        {!isShown && (
          <Button
            look="subtle"
            isBusy={isRunning}
            label={language.fill(texts.removeOne, { name })}
            onClick={unlessBusy(snapshots.remove)}
          >
            {texts.remove}
          </Button>
        )}
      </div>
    </li>
  );
}

interface Snapshots {
  readonly all: readonly Snapshot[];
  /** Ranges with results that they keep beside the MD cells. */
  readonly marked: readonly MarkedRange[];
  /** Ends with a comparison if one was requested, otherwise without a list. */
  readonly task: Task<SnapshotComparison | undefined>;
  /** `onTaken` is called unless it fails. */
  readonly take: (name: string, onTaken: () => void) => void;
  readonly compare: (snapshot: Snapshot) => void;
  /** The snapshot to compare with; undefined for the cells. */
  readonly otherId: string | undefined;
  readonly compareTo: (id: string) => void;
  /** Writes a sheet that needs no add-in. */
  readonly writeSheet: (snapshot: Snapshot) => void;
  readonly writeComparison: (comparison: SnapshotComparison) => void;
  /** Shows the snapshot in the cells, or hides it if it is shown. */
  readonly toggle: (snapshot: Snapshot) => void;
  readonly remove: (snapshot: Snapshot) => void;
  readonly reload: () => void;
}

/** The workbook's snapshots, and the actions on them. */
export function useSnapshots(session: Session, onDone: () => void): Snapshots {
  const [all, setAll] = useState<readonly Snapshot[]>([]);
  const [marked, setMarked] = useState<readonly MarkedRange[]>([]);
  const task = useTask<SnapshotComparison | undefined>();
  const [chosen, compareTo] = useState('');
  const otherId = all.some(({ id }) => id === chosen) ? chosen : undefined;
  /** The snapshot that its report says is in the cells, until it is not. */
  const reported = useRef<string>();
  const begin = useLatest();
  const reload = (): void => {
    const signal = begin();
    const read = async (): Promise<void> => {
      const [now, ranges] = await Promise.all([
        written().then(({ snapshots }) => snapshots(session)),
        markedRanges(session.host.workbook),
      ]);
      if (signal.aborted) return;
      setAll(now);
      setMarked(ranges);
      if (reported.current === undefined || now.some(({ id, isShown }) => isShown && id === reported.current)) return;
      reported.current = undefined;
      task.clear();
    };
    // Such as while a cell is edited: the snapshots are kept all the same.
    read().catch(() => undefined);
  };
  const work = (
    label: Said,
    run: (onProgress: OnProgress, signal: AbortSignal) => Promise<Said>,
    canStop = true,
  ): Promise<void> => {
    let summary: Said = () => '';
    reported.current = undefined;
    return task.start({
      label,
      canStop,
      run: async (onProgress, signal) => {
        summary = await run(onProgress, signal).finally(() => {
          reload();
          onDone();
        });
        return undefined;
      },
      describe: (_, language) => summary(language),
    });
  };
  const language = useLanguage();
  const write = (run: (sheets: Sheets, words: SheetWords) => Promise<string>): Promise<void> =>
    work(
      ({ texts }) => texts.snapshots.writing,
      async () => {
        const sheet = await run(await written(), sheetWords(session, language));
        await session.host.workbook.select(cellOf(sheet, 0, 0)).catch(() => undefined);
        return (shown) => shown.fill(shown.texts.snapshots.written, { sheet });
      },
      false,
    );
  return {
    all,
    marked,
    task,
    reload,
    take(name, onTaken) {
      void work(
        ({ texts }) => texts.snapshots.taking,
        async () => {
          const { takeSnapshot } = await written();
          const { name: called, formulaCount } = await takeSnapshot(session, name, TRAITS);
          onTaken();
          return (language) => language.fill(language.texts.snapshots.taken, { name: called, count: formulaCount });
        },
        false,
      );
    },
    compare(snapshot) {
      reported.current = undefined;
      void task.start({
        label: ({ texts }) => texts.snapshots.comparing,
        run: (_, signal) =>
          unlessStopped(
            signal,
            written().then(({ compareSnapshot }) =>
              compareSnapshot(session, snapshot.id, TRAITS, otherId === snapshot.id ? undefined : otherId),
            ),
          ),
        describe: (comparison, language) =>
          comparison
            ? language.fill(language.texts.snapshots.changed, {
                count: comparison.changes.length,
                older: sideText(comparison.older, language),
                newer: sideText(comparison.newer, language),
                same: comparison.sameCount,
              })
            : '',
      });
    },
    otherId,
    compareTo,
    writeSheet(snapshot) {
      void write((sheets, words) => sheets.writeSnapshotSheet(session, snapshot.id, TRAITS, words));
    },
    writeComparison(comparison) {
      void write((sheets, words) => sheets.writeComparisonSheet(session, comparison, words));
    },
    toggle(snapshot) {
      const { id, name, isShown } = snapshot;
      const label: Said = ({ texts: { snapshots: texts } }) => (isShown ? texts.leaving : texts.showing);
      void work(label, async (onProgress, signal) => {
        const { leaveSnapshot, showSnapshot } = await written();
        if (isShown) {
          const count = await leaveSnapshot(session, id, onProgress, signal);
          return (language) => language.fill(language.texts.snapshots.left, { count });
        }
        const { shownCount, leftOutCount } = await showSnapshot(session, id, TRAITS, onProgress, signal);
        reported.current = id;
        return (language) => {
          const texts = language.texts.snapshots;
          const shown = language.fill(texts.shown, { count: shownCount, name });
          return leftOutCount === 0 ? shown : `${shown} ${language.fill(texts.leftOut, { count: leftOutCount })}`;
        };
      });
    },
    remove(snapshot) {
      void work(
        ({ texts }) => texts.snapshots.removing,
        async () => {
          await (await written()).deleteSnapshot(session, snapshot.id);
          return (language) => language.fill(language.texts.snapshots.removed, { name: snapshot.name });
        },
        false,
      );
    },
  };
}

/** It comes when the pane shows what there is: a release may have removed the script before the click. */
const written = () => import('../../app/workbook/written');

type Sheets = Pick<typeof import('../../app/workbook/written'), 'writeComparisonSheet' | 'writeSnapshotSheet'>;

const sheetWords = ({ dateSystem }: Session, language: Language): SheetWords => {
  const { snapshots: texts } = language.texts;
  return { ...texts, isGone: texts.gone, difference: (change) => changeTexts(change, dateSystem, language, true).note };
};

const SHOWN_AT_ONCE = 100;

/** What changed from the older to the newer, cell by cell: both values, and percent or why there is none. */
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
              <th scope="col">{texts.cell}</th>
              <SideHeading side={older} />
              <SideHeading side={newer} />
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((change) => (
              <ChangeRow key={a1WithSheet(change.block)} change={change} />
            ))}
          </tbody>
        </table>
      </div>
      {button}
    </>
  );
}

function SideHeading({ side: { name, at } }: { readonly side: ComparedSide }) {
  const [texts] = useTexts('snapshots');
  return (
    <th scope="col">
      {name ?? texts.now}
      <br />
      {useLanguage().dateTime(at)}
    </th>
  );
}

function ChangeRow({ change }: { readonly change: Change }) {
  const session = useSession();
  const { older, newer, note, isFigure } = changeTexts(change, session.dateSystem, useLanguage());
  const figure = (value: unknown): string => (isFigure && typeof value === 'number' ? 'md-figure' : '');
  return (
    <tr>
      <th scope="row">
        <CellLink block={change.block} />
      </th>
      <td class={figure(change.older)}>{older}</td>
      <td class={figure(change.newer)}>{newer}</td>
      <td class={change.difference === undefined ? 'md-figure' : ''}>{note}</td>
    </tr>
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

/** More symbols than that are not read in a note. */
const MAX_NAMES = 3;

/**
 * What a row of the comparison says, with dates and times in their formats.
 *
 * @param hasPercent whether the change in percent stands elsewhere
 * @internal
 */
export function changeTexts(
  { older, newer, change, format, difference, olderNames, newerNames }: Change,
  system: DateSystem,
  language: Pick<Language, 'decimal' | 'fill' | 'percent' | 'texts'>,
  hasPercent = false,
): ChangeTexts {
  const { gone, notYet, blank, otherSymbol, otherFormula, unknownSymbol } = language.texts.snapshots;
  const moment = (value: number): string | undefined => momentText(value, format, system);
  const written = (value: Change['newer'], missing: string): string => {
    if (value === undefined) return missing;
    if (value === '') return blank;
    return (
      (typeof value === 'number' ? moment(value) : undefined) ?? cellText(value, system, (one) => language.decimal(one))
    );
  };
  const isMoment = typeof older === 'number' && moment(older) !== undefined;
  const noteOf = (): string => {
    switch (difference) {
      case 'symbol':
        return language.fill(otherSymbol, { older: listed(olderNames, blank), newer: listed(newerNames, blank) });
      case 'formula':
        return otherFormula;
      case 'unknown':
        return unknownSymbol;
      case undefined:
        return change === undefined || isMoment || hasPercent ? '' : language.percent(change);
    }
  };
  return { older: written(older, notYet), newer: written(newer, gone), note: noteOf(), isFigure: !isMoment };
}

function listed(names: readonly string[], blank: string): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => name || blank);
  return `${shown.join(', ') || blank}${names.length > MAX_NAMES ? ' …' : ''}`;
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
export function MarkedRanges({ marked, onChanged }: MarkedRangesProps) {
  const session = useSession();
  const [texts, language] = useTexts('snapshots');
  const { workbook } = session.host;
  const [error, setError] = useState<string>();
  const change = (work: Promise<unknown>): void => {
    setError(undefined);
    work
      .catch((reason: unknown) => {
        setError(messageOf(reason));
      })
      .finally(onChanged);
  };
  return (
    <>
      <h3>{texts.results}</h3>
      <p class="md-hint">{texts.resultsHint}</p>
      {marked.length > 0 && (
        <ul class="md-list" aria-label={texts.results}>
          {marked.map((range) => (
            <li key={range.name} class="md-cell-head">
              <CellLink block={range.block} />
              <Button
                look="subtle"
                label={language.fill(texts.unmarkOne, { address: a1WithSheet(range.block) })}
                onClick={() => {
                  change(unmark(workbook, range));
                }}
              >
                {texts.unmark}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        onClick={() => {
          change(markSelection(workbook));
        }}
      >
        {texts.mark}
      </Button>
      {error !== undefined && (
        <p class="md-error" role="alert">
          <Reason>{error}</Reason>
        </p>
      )}
    </>
  );
}
