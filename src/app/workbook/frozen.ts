import type { Session } from '../session';
import type { PriceTime } from './cells';
import { moveReferences } from './formulas';
import { Ledger, type Place } from './ledger';
import type { Tracked } from '../host';
import { digestOf, EMPTY_TEXT, readBlocks, type Rows, withoutBlocks } from './block-contents';
import { a1WithSheet, type Block } from '../../core/sheet';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { isRecord } from '../../core/basics';
import { Queue } from '../../core/long-work';

/*
 * The records of frozen formulas, and their current positions. freeze.ts and thaw.ts use the same words:
 * - An entry is the workbook's record of one formula. Entries frozen together, at most a few thousand, are one part,
 *   which has an id.
 * - Formulas that are replaced together are a message to the spreadsheet.
 */

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
export async function findFrozen(session: Session): Promise<readonly FrozenBlock[]> {
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
export const formulaKey = ({ id, block, formula }: FrozenBlock): string =>
  block ? `${a1WithSheet(block)} ${formula}` : id;

/**
 * A thawed formula is kept for this long, in case Undo removes it from its cell: while it is there, and while there is
 * something else.
 */
const [KEPT_IN_CELL_MS, KEPT_AFTER_THAWING_MS] = [MS_PER_DAY, 30 * MS_PER_DAY];

/** Whether it was thawed so long ago that it is forgotten. If Undo has restored its values, the entry is kept. */
export const isForgotten = ({ thawed, isBack, isEdited }: FrozenBlock, now: number): boolean =>
  thawed !== undefined && (isBack || isEdited) && now - thawed.at > (isBack ? KEPT_IN_CELL_MS : KEPT_AFTER_THAWING_MS);

export const dropFrozen = (session: Session, dropped: readonly FrozenBlock[]): Promise<void> =>
  session.part(FrozenEntries).changeEntries(new Map(dropped.map(({ id }) => [id, 'dropped'])));

/** Freezing and thawing change the same part of the workbook, so they run one after the other. */
export const inTurn = <T>(session: Session, work: () => Promise<T>): Promise<T> =>
  session.part(FrozenEntries).queue.run(() => session.host.workbook.asOneStep(work));

/** A frozen formula, as the workbook stores it. */
export interface FrozenEntry {
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

export interface Thawed {
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
export class FrozenEntries extends Ledger<readonly FrozenEntry[]> {
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
