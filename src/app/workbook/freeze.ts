import type { Session } from '../session';
import { isIn, isWaiting, type MdCell, type PriceTime, scanCells, sourceOf } from './cells';
import { moveReferences, placesIn } from './formulas';
import type { CellContent, CellWriting, OnProgress, Tracked } from '../host';
import { digestOf, EMPTY_TEXT, portionsOf, readBlocks, type Rows, shownAs, withoutBlocks } from './block-contents';
import { type LeftOut, type Replacement, replaceCells, Replaced } from './replace';
import { Ledger, newId, type Place } from './ledger';
import { a1WithSheet, type Block, isSingleCell, overlaps } from '../../core/sheet';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { isRecord } from '../../core/basics';
import { Queue } from '../../core/waiting';

/*
 * Formulas become values, and formulas again. These words are used:
 * - An entry is the workbook's record of one formula. Entries frozen together, at most a few thousand, are one part,
 *   which has an id.
 * - Formulas that are replaced together are a message to the spreadsheet.
 */

export type FreezeScope = 'selection' | 'sheet' | 'workbook';

export interface FreezeReport {
  readonly frozenCount: number;
  /** Of these, the formulas that showed an error, which is kept like a value. */
  readonly errorCount: number;
  /** Whether one filled cells beside its own: A1# is #REF! without its formula. */
  readonly hasSpills: boolean;
  readonly skipped: readonly LeftOut[];
}

/** A snapshot whose values replace those of the formulas. */
interface ShownInstead extends Pick<FrozenEntry, 'source'> {
  readonly id: string;
  /** What it has for a formula's cells; undefined for a formula that it does not contain, which is left alone. */
  readonly keptOf: (cell: Block) => InsteadOfResult | undefined;
}

interface InsteadOfResult extends Pick<FrozenEntry, 'priceTime' | 'isTimeUnknown'> {
  readonly contentAt: (down: number, across: number) => Pick<CellContent, 'value' | 'format'>;
}

/**
 * Replaces formulas with their displayed values and formats, or with those of a snapshot. The formulas are stored in the
 * workbook before any cell changes, and each is replaced entirely or not at all.
 */
export const freeze = (
  session: Session,
  scope: FreezeScope,
  onProgress: OnProgress = () => undefined,
  signal = new AbortController().signal,
  shown?: ShownInstead,
): Promise<FreezeReport> =>
  inTurn(session, async () => {
    const cells = (await cellsInScope(session, scope)).filter(({ cell }) => !shown || shown.keptOf(cell));
    const contents = await readBlocks(session.host.workbook, cells, ({ spill }) => spill);
    const skipped: LeftOut[] = [];
    const all: FormulaContents[] = [];
    for (const cell of cells) {
      const rows = contents.get(cell)!;
      const reason = obstacleToFreezing(cell, rows, !shown);
      if (reason === undefined) all.push({ cell, contents: rows });
      else skipped.push({ block: cell.spill, reason });
    }
    onProgress(0, all.length);
    let [frozenCount, errorCount, hasSpills] = [0, 0, false];
    if (all.length === 0) return { frozenCount, errorCount, hasSpills, skipped };
    const before = await findFrozen(session);
    for (const part of splitIntoParts(all)) {
      if (signal.aborted) break;
      const replaced = await freezePart(session, part, shown, before, signal, (count) =>
        onProgress(frozenCount + count, all.length),
      );
      frozenCount += replaced.done.size;
      errorCount += [...replaced.done].filter(({ cell }) => cell.error !== undefined).length;
      hasSpills ||= [...replaced.done].some(({ cell }) => !isSingleCell(cell.spill));
      skipped.push(...replaced.skipped);
    }
    await dropFrozen(
      session,
      before.filter((one) => isForgotten(one, session.now())),
    );
    return { frozenCount, errorCount, hasSpills, skipped };
  });

async function freezePart(
  session: Session,
  part: readonly FormulaContents[],
  shown: ShownInstead | undefined,
  before: readonly FrozenBlock[],
  signal: AbortSignal,
  onProgress: (frozenCount: number) => void,
): Promise<Replaced<FreezingCell>> {
  const partId = newId(session.now());
  const all = await describe(session, partId, part, shown);
  const entries = session.part(FrozenEntries);
  const entriesOf = (some: readonly FreezingCell[]) => some.map(({ entry }) => entry);
  const replaced = new Replaced<FreezingCell>();
  try {
    await entries.writeEntries(partId, entriesOf(all));
    await replaceCells(session.host.workbook, all, FREEZING, replaced, onProgress, signal);
  } finally {
    if (replaced.done.size < all.length)
      await entries.keepEntries(partId, entriesOf([...replaced.done, ...replaced.lost]));
    await dropFrozen(session, replacedBy(replaced.done, before));
  }
  return replaced;
}

async function cellsInScope(session: Session, scope: FreezeScope): Promise<readonly MdCell[]> {
  const cells = await scanCells(session);
  if (scope === 'workbook') return cells;
  const selection = await session.host.workbook.selection();
  return cells.filter(({ spill }) => (scope === 'sheet' ? spill.sheet === selection.sheet : isIn(selection, spill)));
}

/** @param isOwn whether the cells keep their own values, which are not there while their requests are not allowed */
function obstacleToFreezing(
  { isInTable, isLocked, price }: MdCell,
  contents: Rows,
  isOwn: boolean,
): string | undefined {
  if (isLocked) return 'The sheet is protected: unprotect it first';
  if (isInTable)
    return 'It is in a table, which would fill its column with one formula when it is thawed: copy it as values instead';
  const hasWaiting = contents.some((row) => row.some(({ value }) => isWaiting(String(value))));
  return hasWaiting || (isOwn && price !== undefined)
    ? 'It still waits for its value: freeze it once that is there'
    : undefined;
}

/** Tracks the cells and those in their references, and creates the entry of each formula. */
async function describe(
  session: Session,
  partId: string,
  part: readonly FormulaContents[],
  shown: ShownInstead | undefined,
): Promise<FreezingCell[]> {
  const sheets = new Set((await session.host.workbook.outline()).sheets);
  const described = part.map((one) => ({
    ...one,
    references: placesIn(one.cell.formula, one.cell.cell.sheet).filter(({ block }) => sheets.has(block.sheet)),
  }));
  const blocks = described.flatMap(({ cell, references }) => [cell.spill, ...references.map(({ block }) => block)]);
  const places = await session.part(FrozenEntries).trackBlocks(partId, blocks);
  const at = session.now();
  return described.map(({ cell, contents: present, references }, index) => {
    const { spill, formula, oldness } = cell;
    const kept = shown?.keptOf(cell.cell);
    // If a result is smaller now, its remaining kept values are dropped; if it is larger, the extra cells show nothing.
    const contents = kept
      ? present.map((row, down) => row.map((_, across) => ({ formula: '', ...kept.contentAt(down, across) })))
      : present;
    const { priceTime, isTimeUnknown } = kept ?? { priceTime: cell.priceTime, isTimeUnknown: oldness !== undefined };
    const writings = contents.map((row, down) =>
      row.map(({ value, format }, across) => ({
        ...shownAs(value),
        ...(format === ownFormatOf(present[down]![across]!) ? {} : { format }),
      })),
    );
    const entry: FrozenEntry = {
      id: `${partId}_${index.toString(36)}`,
      formula,
      at,
      source: kept ? shown!.source : sourceOf(session),
      ...(priceTime && { priceTime }),
      ...(isTimeUnknown && { isTimeUnknown }),
      ...(shown && { shows: shown.id }),
      rows: spill.rows,
      columns: spill.columns,
      digest: digestOf(contents),
      ...(writings.flat().some(({ format }) => format !== undefined) && { formats: ownFormatsOf(present) }),
      place: places.get(spill)!,
      references: references.map(({ text, start, block }) => ({ text, start, place: places.get(block)! })),
    };
    return { cell, writings, entry };
  });
}

/**
 * Older entries for the same cells. They are removed only if these cells' formulas are stored again: somebody else may
 * have frozen the same cells in the meantime, and only their entry has the formulas. A formula that is in its cell
 * without having been thawed may be one that somebody is freezing now.
 */
function replacedBy(frozen: ReadonlySet<FreezingCell>, before: readonly FrozenBlock[]): FrozenBlock[] {
  const anchors = new Set([...frozen].map(({ cell }) => a1WithSheet(cell.cell)));
  return before.filter(
    ({ block, isBack, thawed }) =>
      block && (!isBack || thawed) && anchors.has(a1WithSheet({ ...block, rows: 1, columns: 1 })),
  );
}

/** Without its formula a cell has its own format, which may differ from the format of the value. */
const ownFormatOf = ({ format, ownFormat = format }: CellContent): string => ownFormat;

/** One row if all are alike. */
function ownFormatsOf(present: Rows): string[][] {
  const formats = present.map((row) => row.map(ownFormatOf));
  return formats.every((row) => row.join('\n') === formats[0]!.join('\n')) ? formats.slice(0, 1) : formats;
}

interface FormulaContents {
  readonly cell: MdCell;
  readonly contents: Rows;
}

interface FreezingCell {
  readonly cell: MdCell;
  readonly writings: readonly (readonly CellWriting[])[];
  readonly entry: FrozenEntry;
}

/** Replaces formulas with their values. */
const FREEZING: Replacement<FreezingCell> = {
  blockOf: ({ cell }) => cell.spill,
  isThere: ({ cell: { formula } }, contents) => contents[0]![0]!.formula === formula,
  after: ({ cell: { spill }, writings }) => ({ block: spill, cells: writings }),
  before: ({ cell: { spill, formula } }) => ({ block: spill, cells: [[{ formula }]] }),
};

/** More would keep the page busy, and exceed what a spreadsheet accepts in one message. */
const [MAX_FORMULAS, MAX_BYTES] = [4_000, 2_000_000];
/** Upper bounds of stored sizes: of an entry, of a character of its formula, and of a cell's number format. */
const [BYTES_OF_ENTRY, BYTES_OF_CHARACTER, BYTES_OF_FORMAT] = [300, 3, 30];

/** The parts of formulas that are frozen one after the other. */
const splitIntoParts = (all: readonly FormulaContents[]): FormulaContents[][] =>
  portionsOf(
    all,
    ({ cell: { formula, spill } }) =>
      BYTES_OF_ENTRY + formula.length * BYTES_OF_CHARACTER + spill.rows * spill.columns * BYTES_OF_FORMAT,
    MAX_BYTES,
    MAX_FORMULAS,
  );

export interface ThawReport {
  readonly thawedCount: number;
  readonly skipped: readonly LeftOut[];
}

type Present = FrozenBlock & { readonly block: Block };

/**
 * Puts the formulas back instead of their values. Edited values are replaced only on request. The entries are only
 * marked, not removed, where a spreadsheet's Undo restores the values and nothing else.
 */
export const thaw = (
  session: Session,
  blocks: readonly FrozenBlock[],
  { overwriteEdited = false }: { readonly overwriteEdited?: boolean } = {},
  onProgress: OnProgress = () => undefined,
  signal = new AbortController().signal,
): Promise<ThawReport> =>
  inTurn(session, async () => {
    const { workbook } = session.host;
    const ids = new Set(blocks.map(({ id }) => id));
    const found = await findFrozen(session);
    const everything = found.filter(({ isBack }) => !isBack);
    // If two people froze the same cells at the same moment, only one of them saw the cells' own formats.
    const withFormats = new Map(
      everything
        .filter(({ formats }) => formats)
        .reverse()
        .map((one) => [formulaKey(one), one] as const),
    );
    const chosen = everything.filter(({ id }) => ids.has(id)).map((one) => withFormats.get(formulaKey(one)) ?? one);
    const { tables } = await workbook.outline();
    const obstacles = new Map(chosen.map((one) => [one, obstacleToThawing(one, tables, overwriteEdited)]));
    const deleted = chosen.filter(({ block }) => block === undefined);
    const all = chosen.filter((one): one is Present => one.block !== undefined && obstacles.get(one) === undefined);
    const replaced = new Replaced<Present>();
    onProgress(0, all.length);
    try {
      await replaceCells(workbook, all, THAWING, replaced, (count) => onProgress(count, all.length), signal);
    } finally {
      const doneKeys = new Set([...deleted, ...replaced.done].map(formulaKey));
      const restored = new Set(session.host.undoesRecords ? [...replaced.done].map(formulaKey) : []);
      await session
        .part(FrozenEntries)
        .changeEntries(
          new Map<string, Thawed | 'dropped'>([
            ...found.filter((one) => isForgotten(one, session.now())).map(({ id }) => [id, 'dropped'] as const),
            ...everything
              .filter((one) => doneKeys.has(formulaKey(one)))
              .map(
                (one) => [one.id, restored.has(formulaKey(one)) ? 'dropped' : thawedNow(one, session.now())] as const,
              ),
          ]),
        );
    }
    const left = [...obstacles].flatMap(([{ block }, reason]) => (reason === undefined ? [] : [{ block, reason }]));
    return { thawedCount: replaced.done.size, skipped: [...left, ...replaced.skipped] };
  });

function obstacleToThawing(
  { block, formula, isEdited }: FrozenBlock,
  tables: readonly Block[],
  overwriteEdited: boolean,
): string | undefined {
  if (!block) return `Its cells were deleted; the formula was ${formula}`;
  if (tables.some((table) => overlaps(table, block)))
    return 'It is in a table by now, which would fill its column with one formula: convert the table to a range, then thaw it';
  return overwriteEdited || !isEdited ? undefined : 'Its values were edited since it was frozen';
}

/** Undo may also restore deleted cells with their frozen values. */
const thawedNow = ({ block, contents, thawed, digest }: FrozenBlock, at: number): Thawed => ({
  at,
  digest: block ? digestOf(contents) : (thawed ?? { digest }).digest,
});

/** Replaces values with their formulas. */
const THAWING: Replacement<Present> = {
  blockOf: ({ block }) => block,
  after: (one) => ({
    block: one.block,
    cells: one.contents.map((row, down) => row.map((_, across) => writingAt(one, down, across))),
  }),
  before: ({ block, contents }) => ({ block, cells: contents.map((row) => row.map(toWriting)) }),
};

const toWriting = ({ formula, value, format }: CellContent): CellWriting => ({
  ...(formula === '' ? { value } : { formula }),
  format,
});

/**
 * The formula for the first cell; for all cells the formats from before freezing, unless rows or columns were inserted.
 */
function writingAt(
  { rows, columns, formats, formula, block }: Present,
  down: number,
  across: number,
): CellWriting | undefined {
  const format =
    rows === block.rows && columns === block.columns ? (formats?.[down] ?? formats?.[0])?.[across] : undefined;
  const writing = { ...(down === 0 && across === 0 ? { formula } : {}), ...(format === undefined ? {} : { format }) };
  return Object.keys(writing).length === 0 ? undefined : writing;
}

/** A frozen formula with its references where they are now. */
interface LocatedEntry extends FrozenEntry {
  /** Where its cells are now; undefined if they were deleted. */
  readonly block: Block | undefined;
}

/** The same with the current contents of its cells. */
export interface FrozenBlock extends LocatedEntry {
  readonly contents: Rows;
  /** Whether the cells no longer contain the frozen values or, after thawing, the values that thawing replaced. */
  readonly isEdited: boolean;
  /** Whether there is nothing to thaw: a formula is in its cell, or it was reported when its cells were deleted. */
  readonly isBack: boolean;
}

/** Everything frozen in the workbook, oldest first. Formulas that two people froze at the same moment appear once. */
export async function frozenBlocks(session: Session): Promise<readonly FrozenBlock[]> {
  const found = await findFrozen(session);
  const forgotten = found.filter((one) => isForgotten(one, session.now()));
  if (forgotten.length > 0) await inTurn(session, () => dropFrozen(session, forgotten));
  const different = new Map<string, FrozenBlock>();
  for (const one of found) if (!one.isBack && !different.has(formulaKey(one))) different.set(formulaKey(one), one);
  return [...different.values()];
}

/** All entries, including those of formulas that are back in their cells. */
async function findFrozen(session: Session): Promise<readonly FrozenBlock[]> {
  const entries = await session.part(FrozenEntries).readEntries();
  const contents = await readBlocks(
    session.host.workbook,
    entries.filter(({ block }) => block !== undefined),
    ({ block }) => block!,
  );
  return entries.map((entry): FrozenBlock => {
    const rows = contents.get(entry) ?? [];
    const present = rows[0]?.[0]?.formula;
    return {
      ...entry,
      contents: rows,
      isEdited: digestOf(rows) !== (entry.thawed ?? entry).digest,
      // If the entry has no mark, freezing or thawing was interrupted, or freezing was undone.
      isBack: entry.thawed ? present !== '' && present !== EMPTY_TEXT : present === entry.formula,
    };
  });
}

/** Equal for entries that keep the same formula for the same cells. */
const formulaKey = ({ id, block, formula }: FrozenBlock): string => (block ? `${a1WithSheet(block)} ${formula}` : id);

/**
 * A thawed formula is kept for this long, in case Undo removes it from its cell: while it is there, and while there is
 * something else.
 */
const [KEPT_IN_CELL_MS, KEPT_AFTER_THAWING_MS] = [MS_PER_DAY, 30 * MS_PER_DAY];

/** Whether it was thawed so long ago that it is forgotten. If Undo has restored its values, the entry is kept. */
const isForgotten = ({ thawed, isBack, isEdited }: FrozenBlock, now: number): boolean =>
  thawed !== undefined && (isBack || isEdited) && now - thawed.at > (isBack ? KEPT_IN_CELL_MS : KEPT_AFTER_THAWING_MS);

const dropFrozen = (session: Session, dropped: readonly FrozenBlock[]): Promise<void> =>
  session.part(FrozenEntries).changeEntries(new Map(dropped.map(({ id }) => [id, 'dropped'])));

/** Freezing and thawing change the same part of the workbook, so they run one after the other. */
const inTurn = <T>(session: Session, work: () => Promise<T>): Promise<T> =>
  session.part(FrozenEntries).queue.run(() => session.host.workbook.asOneStep(work));

/** A frozen formula, as the workbook stores it. */
interface FrozenEntry {
  readonly id: string;
  readonly formula: string;
  /** Freeze time, in ms since 1970. */
  readonly at: number;
  readonly source: string;
  /** Absent if it shows no price, or its time was not known. */
  readonly priceTime?: PriceTime;
  /** It showed a value from before the add-in started, or a value older than its function's last result. */
  readonly isTimeUnknown?: true;
  readonly rows: number;
  readonly columns: number;
  /** Tells whether the values are still those that were frozen. */
  readonly digest: string;
  /** Where its cells are tracked; entries of the first versions have a name of their own. */
  readonly place?: Place;
  /** The cells in the formula's references, tracked so that the formula can follow them when they move. */
  readonly references: readonly FrozenReference[];
  /** The cells' own number formats, row by row; one row if all are alike, absent if freezing changed none. */
  readonly formats?: readonly (readonly string[])[];
  /** The snapshot whose values its cells show. */
  readonly shows?: string;
  /**
   * Set when its formula was put back, because Undo may remove the formula, but never restores this entry. In a listed
   * block: Undo has restored its values, or somebody has entered others.
   */
  readonly thawed?: Thawed;
}

interface Thawed {
  /** In ms since 1970. */
  readonly at: number;
  /** Tells whether the cells contain again the values that thawing replaced. */
  readonly digest: string;
}

interface FrozenReference {
  readonly text: string;
  readonly start: number;
  /** Absent if its cells are not tracked. */
  readonly place?: Place;
  /** The name of its cells in the first versions. */
  readonly name?: string;
}

/** Prefix of hidden names in the workbook. */
const FROZEN_NAME_PREFIX = 'MD_frozen_';
const NAMESPACE = 'urn:md-for-excel:frozen';

/** Entries of the first versions have no part in their id: they share the one without an id. */
const partOf = (id: string): string => /^([0-9a-z]+X[0-9a-z]+)_/.exec(id)?.[1] ?? '';

/** The entries of the session's workbook. Two people who freeze at once write separate parts. */
class FrozenEntries extends Ledger<readonly FrozenEntry[]> {
  readonly queue = new Queue(Promise.resolve());

  constructor(session: Session) {
    super(session, {
      prefix: FROZEN_NAME_PREFIX,
      copies: 'formulas',
      namespaceOf: (partId) => (partId === '' ? NAMESPACE : `${NAMESPACE}:${partId}`),
      idIn: partOf,
      recordIn: (content) => (Array.isArray(content) ? content.filter(isEntry) : undefined),
    });
  }

  /** All entries, oldest first. */
  async readEntries(): Promise<readonly LocatedEntry[]> {
    const tracked = await this.tracked();
    const parts = await Promise.all(
      [...new Set(['', ...this.idsIn(tracked)])].map((id) => this.readRecord(id, tracked)),
    );
    return parts
      .flatMap((part) => part ?? [])
      .sort((one, other) => one.at - other.at)
      .map((entry) => this.#locate(entry, tracked));
  }

  #locate(entry: FrozenEntry, tracked: Tracked): LocatedEntry {
    const { id, place = `${FROZEN_NAME_PREFIX}${id}`, formula, references } = entry;
    const [block] = this.blockAt(partOf(id), place, tracked);
    if (!block) return { ...entry, block };
    const moved = references.flatMap(({ text, start, name, place: at = name }) =>
      this.blockAt(partOf(id), at, tracked).map((now) => ({ text, start, block: now })),
    );
    return { ...entry, block, formula: moveReferences(formula, moved, block.sheet) };
  }

  /** Stores the entries of a part; removes the part if there are none. */
  writeEntries(partId: string, entries: readonly FrozenEntry[]): Promise<void> {
    return this.writeRecord(partId, entries.length === 0 ? undefined : entries);
  }

  /** Stores the entries that are left of a part, and removes the names that they do not need. */
  async keepEntries(partId: string, left: readonly FrozenEntry[]): Promise<void> {
    await this.writeEntries(partId, left);
    const names = new Set((await this.tracked(partId)).keys());
    for (const { id, place = `${FROZEN_NAME_PREFIX}${id}`, references } of left)
      for (const one of [place, ...references.map(({ place: at, name }) => at ?? name)])
        if (one !== undefined) names.delete(typeof one === 'string' ? one : this.nameAt(partId, one[0]));
    if (names.size > 0) await this.session.host.workbook.track(withoutBlocks([...names]));
  }

  /** Marks entries, by id, as thawed, or removes them. Each part is read just before it is written. */
  async changeEntries(changes: ReadonlyMap<string, Thawed | 'dropped'>): Promise<void> {
    for (const partId of new Set([...changes.keys()].map(partOf))) {
      const entries = (await this.readRecord(partId, await this.tracked())) ?? [];
      const left = entries.flatMap((entry) => {
        const change = changes.get(entry.id);
        if (change === 'dropped') return [];
        return change ? { ...entry, thawed: change } : entry;
      });
      await this.keepEntries(partId, left);
    }
  }
}

const isEntry = (value: unknown): value is FrozenEntry =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.formula === 'string' &&
  Array.isArray(value.references);
