import { CellRows, CellLink } from './cell-link';
import { TaskView } from './task';
import { useSession, useRecalculated } from '../session';
import { useMemo, useState, useEffect, useRef } from 'preact/hooks';
import type { Session } from '../../app/session';
import { Button, MessageBar, Section, SelectField, TextField } from '../components/elements';
import { useAnnounce } from '../components/announcer';
import { type MdCell, isFaulty, isWaiting, scanCells, STREAMS } from '../../app/workbook/cells';
import { priceTimeText } from '../texts/cell-text';
import { useAge } from './selected-cell';
import { localFormula } from '../texts/typed';
import { type FixTasks, useFixing, FixButtons } from './fix';
import { Because, Reason, useTexts } from '../texts/use-texts';
import type { RefObject } from 'preact';
import { costOfEach } from '../../app/workbook/calls';
import { useDelayed, useLoaded, useReading } from '../hooks';
import { a1WithSheet } from '../../core/sheet';

/** Longer lists would be slow to render, and nobody reads them. */
const SHOWN_AT_ONCE = 200;

/** All MD formulas of the workbook, with a filter. */
export function CellList({ scan, onFixed }: { readonly scan: Scan; readonly onFixed: () => void }) {
  const session = useSession();
  const [texts, language] = useTexts('cells');
  const [kind, setKind] = useState<CellFilter>('all');
  const [text, setText] = useState('');
  const [wish, setWish] = useState(0);
  const { cells, costs, isScanning, reason, rescan } = scan;
  const fixing = useFixing(cells, onFixed);
  const kindLabels: Record<CellFilter, string> = {
    all: texts.allCells,
    errors: texts.withErrors,
    costly: texts.costlyCells,
  };
  const { listSeparator } = session.host.workbook;
  const matches = useMemo(
    () => filterCells(cells ?? [], kind, text, costs, listSeparator),
    [cells, costs, kind, text, listSeparator],
  );
  const shown = cells === undefined || isScanning ? texts.scanning : countText(cells, matches);
  useWishedCount(`${wish} ${kind} ${text}`, isScanning ? undefined : shown);
  return (
    <Section title={texts.title} place="list">
      <div class="md-filter">
        <SelectField
          id="md-cell-kind"
          label={texts.show}
          value={kind}
          options={KINDS.map((value) => ({ value, label: kindLabels[value] }))}
          onChange={(value) => {
            if (isKind(value)) setKind(value);
          }}
        />
        <TextField id="md-cell-text" label={texts.filter} input={{ type: 'search' }} value={text} onText={setText} />
      </div>
      <div class="md-filter-result">
        <p class="md-hint">{shown}</p>
        <Button
          look="subtle"
          isBusy={isScanning}
          onClick={() => {
            if (isScanning) return;
            setWish((before) => before + 1);
            rescan();
          }}
          text={texts.rescan}
        />
      </div>
      {reason !== undefined && (
        <MessageBar tone="error" isUrgent>
          <Because text={texts.failed} reason={reason} />
        </MessageBar>
      )}
      {kind === 'costly' && <p class="md-hint">{texts.costlyHint}</p>}
      <TaskView task={fixing.task} />
      {/* Another for each filter, so that it begins with few again. */}
      <CellRows
        key={`${kind} ${text}`}
        label={texts.title}
        items={matches}
        atOnce={SHOWN_AT_ONCE}
        class="md-list md-cells"
        keyOf={({ cell }) => a1WithSheet(cell)}
      >
        {(cell) => <CellRow cell={cell} requestCount={costs.get(cell)} fixing={fixing} />}
      </CellRows>
    </Section>
  );

  function countText(all: readonly MdCell[], shown: readonly MdCell[]): string {
    if (all.length === 0) return texts.noCells;
    const errors = all.filter(isFaulty).length;
    return shown.length === all.length
      ? language.fill(texts.cellCount, { count: all.length, errors })
      : language.fill(texts.foundCount, { count: shown.length, total: all.length });
  }
}

const QUIET_MS = 600;

/**
 * Announces the number of cells after the user has filtered or scanned. The scans after every refresh announce nothing,
 * because the refresh does.
 */
function useWishedCount(wish: string, count: string | undefined): void {
  const announce = useAnnounce();
  const heard = useRef(wish);
  const say = (): void => {
    heard.current = wish;
    announce(count!);
  };
  useDelayed(say, wish === heard.current || count === undefined ? undefined : QUIET_MS, [wish, count]);
}

/** One formula: its cell, the age of its value, and what went wrong. */
function CellRow({
  cell: mdCell,
  requestCount,
  fixing,
}: {
  readonly cell: MdCell;
  /** How many requests it needs by itself, if known. */
  readonly requestCount: number | undefined;
  readonly fixing: FixTasks;
}) {
  const session = useSession();
  const { cell, formula, names, text, error, lastError, partialError, hiddenError, readAt, priceTime, spill, oldness } =
    mdCell;
  const [texts, language] = useTexts('cells');
  const age = useAge(session, readAt);
  const local = localFormula(formula, session.host.workbook.listSeparator);
  const isSpilled = spill.rows * spill.columns > 1;
  const shownText = isSpilled ? language.fill(texts.spillSize, { rows: spill.rows, columns: spill.columns }) : text;
  const problem = lastError ?? partialError;
  const isUnexplained = error !== undefined && !isWaiting(error) && problem === undefined && oldness === undefined;
  return (
    <>
      <div class="md-cell-head">
        <CellLink block={cell} />
        {isCostly(requestCount) && (
          <span class="md-badge" title={texts.costlyHint}>
            {language.fill(texts.costRequests, { count: requestCount })}
          </span>
        )}
        <span class="md-cell-value">{error ?? shownText}</span>
      </div>
      <code class="md-cell-formula" title={local}>
        {local}
      </code>
      {names && (
        <p class="md-hint">{language.fill(texts.inNames, { names: names.map(({ name }) => name).join(', ') })}</p>
      )}
      {problem !== undefined && (
        <p class="md-error">
          <Reason>{problem}</Reason>
        </p>
      )}
      {isUnexplained && <p class="md-hint">{texts.selectedUnknown}</p>}
      {hiddenError !== undefined && (
        <p class="md-hint">
          <Because text={texts.hiddenError} reason={hiddenError} />
        </p>
      )}
      <FixButtons cell={mdCell} fixing={fixing} />
      {oldness !== undefined && <p class="md-hint">{texts.timeUnknown}</p>}
      {age !== undefined && (
        <p class="md-hint">
          {age}
          {priceTimeText(priceTime, language)}
        </p>
      )}
    </>
  );
}

const KINDS = ['all', 'errors', 'costly'] as const;
type CellFilter = (typeof KINDS)[number];

const isKind = (text: string): text is CellFilter => (KINDS as readonly string[]).includes(text);

/** A formula with at least this many requests counts as costly. */
const COSTLY_REQUESTS = 20;

const isCostly = (requestCount: number | undefined): requestCount is number =>
  requestCount !== undefined && requestCount >= COSTLY_REQUESTS;

/**
 * The cells of a kind that contain every word of a text: in the address, the formula as this user sees it, the displayed
 * text or the error.
 * @internal
 */
export function filterCells(
  cells: readonly MdCell[],
  kind: CellFilter,
  text: string,
  costs: Costs,
  listSeparator: string,
): readonly MdCell[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return cells.filter((cell) => {
    if (!isOfKind(cell, kind, costs)) return false;
    const searched = words.length === 0 ? '' : searchText(cell, listSeparator);
    return words.every((word) => searched.includes(word));
  });
}

function isOfKind(cell: MdCell, kind: CellFilter, costs: Costs): boolean {
  if (kind === 'errors') return isFaulty(cell);
  return kind === 'all' || isCostly(costs.get(cell));
}

const searchText = (
  { cell, formula, names = [], text, lastError = '', partialError = '', hiddenError = '' }: MdCell,
  listSeparator: string,
): string =>
  [
    a1WithSheet(cell),
    localFormula(formula, listSeparator),
    ...names.map(({ name }) => name),
    text,
    lastError,
    partialError,
    hiddenError,
  ]
    .join('\n')
    .toLowerCase();

/** How many requests each cell needs by itself, if known. */
type Costs = ReadonlyMap<MdCell, number>;
const NO_COSTS: Costs = new Map();

type Scan = ReturnType<typeof useScan>;

/** A waiting cell is checked again after a second, and then less and less often. */
const [FIRST_AGAIN_MS, LAST_AGAIN_MS] = [1_000, 30_000];
/** How often live cells are read again, whose values come without a calculation. */
const LIVE_AGAIN_MS = 5_000;
const isLive = ({ functions }: MdCell): boolean => functions.some((name) => STREAMS.has(name));

/**
 * The workbook's MD cells, scanned on demand, whenever cells have received values while the list is visible, and again as
 * long as one of them waits or is live: spreadsheets show values some time after their delivery, and do not say when. If
 * several scans overlap, the last one counts.
 */
export function useScan(session: Session, list: RefObject<HTMLElement>) {
  const { found: cells, isReading: isScanning, reason, read } = useReading<readonly MdCell[]>();
  const [costs = NO_COSTS] = useLoaded(() => cells && weigh(session, cells), [cells]);
  const again = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(again.current), []);
  const scan = (againMs: number, isQuiet = false): void => {
    clearTimeout(again.current);
    const work = async (signal: AbortSignal): Promise<readonly MdCell[]> => {
      const now = await scanCells(session);
      const isAwaited = now.some(({ error }) => isWaiting(error));
      if (!signal.aborted && (isAwaited || now.some(isLive)))
        again.current = setTimeout(
          () => {
            if (list.current?.checkVisibility() !== true) return;
            scan(isAwaited ? Math.min(againMs * 2, LAST_AGAIN_MS) : FIRST_AGAIN_MS, true);
          },
          isAwaited ? againMs : LIVE_AGAIN_MS,
        );
      return now;
    };
    void read(work, isQuiet);
  };
  const rescan = (): void => scan(FIRST_AGAIN_MS);
  const isAwaited = useRef(false);
  useRecalculated(session, () => {
    if (!isAwaited.current && list.current?.checkVisibility() !== true) return;
    isAwaited.current = false;
    rescan();
  });
  /** To call after work on cells: scans at once, and again when they have their values, visible or not. */
  const rescanAfterWork = (): void => {
    isAwaited.current = true;
    rescan();
  };
  return { cells, costs, isScanning, reason, rescan, rescanAfterWork };
}

/** Thousands of cells are mostly single quotes: computing the cost of each would be slow and not worth it. */
const MAX_CELLS_TO_WEIGH = 2_000;

/** Cells that wait for permission have already stated their cost. */
async function weigh(session: Session, cells: readonly MdCell[]): Promise<Costs> {
  const costs = new Map(
    cells.length > MAX_CELLS_TO_WEIGH ? [] : await costOfEach(session, cells).catch(() => new Map<MdCell, number>()),
  );
  for (const cell of cells) if (cell.price !== undefined) costs.set(cell, cell.price);
  return costs;
}
