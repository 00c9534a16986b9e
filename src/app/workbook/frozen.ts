import type { Session } from '../session';
import type { PriceTime } from './cells';
import { moveReferences } from './formulas';
import type { Tracked, ArchiveStore, Host, TrackedName, Workbook } from '../host';
import { digestOf, EMPTY_TEXT, readBlocks, type Rows } from './block-contents';
import { a1WithSheet, type Block, formulaOfBlocks } from '../../core/sheet';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { isRecord } from '../../core/basics';
import { inTime, Queue } from '../../core/waiting';

/*
 * What freezing keeps, and where it is now. freeze.ts and thaw.ts use the same words:
 * - An entry is what the workbook stores of one formula. Entries frozen together, at most a few thousand, are one part,
 *   which has an id.
 * - A batch is what is read and written as one block of cells: neighbouring single cells, or one spill. Batches that
 *   travel to the spreadsheet together are a message.
 */

/** A formula that was replaced by its result. */
export interface FrozenBlock {
  readonly id: string;
  /** Where its cells are now; undefined if they were deleted. */
  readonly block: Block | undefined;
  readonly formula: string;
  /** Freeze time, in ms since 1970. */
  readonly at: number;
  /** The source of the values, such as "https://api.example.com"; empty if it was not set. */
  readonly source: string;
  /** Undefined if it shows no price, or its time was not known. */
  readonly priceTime: PriceTime | undefined;
  /** Whether it showed an old value, from an unknown time. */
  readonly isTimeUnknown?: boolean | undefined;
  /** Whether the cells no longer contain what was frozen or, once it was thawed, what thawing replaced. */
  readonly isEdited: boolean;
  /**
   * When it was thawed, in ms since 1970, although its cell has no formula now: Undo has brought its values back, or
   * somebody has entered others. Undefined if it was never thawed.
   */
  readonly thawedAt: number | undefined;
}

/** Everything frozen in the workbook, oldest first; what two people froze at the same moment once. */
export async function frozenBlocks(session: Session): Promise<readonly FrozenBlock[]> {
  const different = new Map<string, FoundBlock>();
  for (const one of await findFrozen(session))
    if (!one.isBack && !different.has(formulaKey(one))) different.set(formulaKey(one), one);
  return [...different.values()].map(
    ({ id, block, formula, at, source, priceTime, isTimeUnknown, isEdited, thawedAt }) => ({
      id,
      block,
      formula,
      at,
      source,
      priceTime,
      isTimeUnknown,
      isEdited,
      thawedAt,
    }),
  );
}

/** A frozen block with its stored entry and the current contents of its cells. */
export interface FoundBlock extends FrozenBlock {
  readonly entry: FrozenEntry;
  readonly contents: Rows;
  /** Whether there is nothing to thaw: a formula is in its cell, or it was reported when its cells were deleted. */
  readonly isBack: boolean;
}

/** Whatever is kept, also of formulas that are back in their cells. */
export async function findFrozen(session: Session): Promise<readonly FoundBlock[]> {
  const { entries, tracked } = await session.part(FrozenEntries).read();
  const located = entries.map((entry) => ({ entry, block: blockOfEntry(entry, tracked) }));
  const contents = await readBlocks(
    session.host.workbook,
    located.filter((one) => one.block !== undefined),
    ({ block }) => block!,
  );
  return located.map((one) => foundBlock(one.entry, one.block, contents.get(one) ?? [], tracked));
}

function foundBlock(entry: FrozenEntry, block: Block | undefined, contents: Rows, tracked: Tracked): FoundBlock {
  const { id, at, source, priceTime, isTimeUnknown, thawed } = entry;
  const formula = block ? moveReferences(entry.formula, trackedReferences(entry, tracked), block.sheet) : entry.formula;
  const present = contents[0]?.[0]?.formula;
  return {
    id,
    block,
    formula,
    at,
    source,
    priceTime,
    isTimeUnknown,
    isEdited: digestOf(contents) !== (thawed ?? entry).digest,
    thawedAt: thawed?.at,
    entry,
    contents,
    // Without a mark, freezing or thawing was interrupted there, or freezing was undone.
    isBack: thawed ? present !== '' && present !== EMPTY_TEXT : present === formula,
  };
}

/** Equal for entries that keep the same formula for the same cells. */
export const formulaKey = ({ id, block, formula }: FrozenBlock): string =>
  block ? `${a1WithSheet(block)} ${formula}` : id;

/** A thawed formula is kept for so long, in case Undo takes it out of its cell. */
const KEPT_AFTER_THAWING_MS = 30 * MS_PER_DAY;

/** Whether it was thawed so long ago that it is forgotten. What Undo has brought back is needed as long as it stays. */
export const isForgotten = ({ entry: { thawed }, isBack, isEdited }: FoundBlock, now: number): boolean =>
  thawed !== undefined && now - thawed.at > KEPT_AFTER_THAWING_MS && (isBack || isEdited);

export const inTurn = <T>(session: Session, work: () => Promise<T>): Promise<T> => session.part(FreezeQueue).run(work);

/** Freezing and thawing change the same part of the workbook, so they run one after the other. */
class FreezeQueue {
  readonly #queue = new Queue(Promise.resolve());

  constructor(private readonly session: Session) {}

  run<T>(work: () => Promise<T>): Promise<T> {
    const { workbook } = this.session.host;
    return this.#queue.run(() => workbook.asOneStep?.(work) ?? work());
  }
}

/** A frozen formula, as the workbook stores it. */
export interface FrozenEntry {
  readonly id: string;
  readonly formula: string;
  /** Freeze time, in ms since 1970. */
  readonly at: number;
  readonly source: string;
  /** Absent if it shows no price, or its time was not known. */
  readonly priceTime?: PriceTime;
  /** It showed a value from before the add-in started, or one that was older than what its function gave. */
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
  /** Its formula was put back: a spreadsheet's undo may take it away again, and never brings back what is kept here. */
  readonly thawed?: Thawed;
}

export interface Thawed {
  /** In ms since 1970. */
  readonly at: number;
  /** Tells whether the cells hold again what thawing replaced. */
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

/** Where a tracked block is found: the number of its hidden name in the part, and its own among the name's blocks. */
type Place = readonly [name: number, block: number];

const NAMESPACE = 'urn:md-for-excel:frozen';

const VERSION = 2;

/** Prefix of hidden names in the workbook. */
export const FROZEN_NAME_PREFIX = 'MD_frozen_';

/** The id of a new part. Two people who freeze at once write separate parts, so that neither overwrites the other's. */
export const newPartId = (at: number): string =>
  `${at.toString(36)}X${Math.floor(Math.random() * Number.MAX_SAFE_INTEGER).toString(36)}`;

/** Entries of the first versions have no part in their id: they share the one without an id. */
const partOf = (id: string): string => /^([0-9a-z]+X[0-9a-z]+)_/.exec(id)?.[1] ?? '';

const namespaceOf = (partId: string): string => (partId === '' ? NAMESPACE : `${NAMESPACE}:${partId}`);

const nameAt = (partId: string, [name]: Place): string => `${FROZEN_NAME_PREFIX}${partId}_${name.toString(36)}`;

/**
 * The entries of the session's workbook. Each part is found by hidden names, and is copied to this computer: Excel has
 * lost parts of workbooks, but not their names.
 */
export class FrozenEntries {
  readonly #copies: PartCopies;

  constructor(private readonly session: Session) {
    this.#copies = new PartCopies(session.host);
  }

  /** All entries, oldest first. Rejects if a newer version wrote one: its entries must not be lost. */
  async read(): Promise<{ readonly entries: readonly FrozenEntry[]; readonly tracked: Tracked }> {
    const tracked = await this.session.host.workbook.tracked(FROZEN_NAME_PREFIX);
    const names = [...tracked.keys()];
    const ids = new Set(['', ...names.map((name) => partOf(name.slice(FROZEN_NAME_PREFIX.length)))]);
    const parts = await Promise.all([...ids].map((partId) => this.#readPart(partId, tracked)));
    return { entries: parts.flat().sort((one, other) => one.at - other.at), tracked };
  }

  async #readPart(partId: string, tracked: Tracked): Promise<readonly FrozenEntry[]> {
    const xml = await this.session.host.workbook.readPart(namespaceOf(partId));
    if (xml !== undefined) return entriesIn(xml);
    const copy = partId === '' ? undefined : await this.#copies.read(partId);
    // What has no name any more was dropped before the part was lost.
    return copy === undefined ? [] : entriesIn(copy).filter((entry) => tracked.has(nameOf(entry)));
  }

  /** Stores the entries of a part; removes the part if there are none. */
  async write(partId: string, entries: readonly FrozenEntry[]): Promise<void> {
    const namespace = namespaceOf(partId);
    const blocks = entries.map((entry) => `<block>${escapeXml(JSON.stringify(entry))}</block>`);
    const xml =
      entries.length === 0
        ? undefined
        : `<frozen xmlns="${namespace}" version="${VERSION}">${blocks.join('')}</frozen>`;
    await Promise.all([
      this.session.host.workbook.writePart(namespace, xml),
      partId !== '' && this.#copies.write(partId, xml),
    ]);
  }

  /**
   * Marks entries, by their ids, as thawed, or drops them with their names, and does nothing else: each part is read
   * just before it is written.
   */
  async change(changes: ReadonlyMap<string, Thawed | 'dropped'>): Promise<void> {
    for (const partId of new Set([...changes.keys()].map(partOf))) {
      const tracked = await this.session.host.workbook.tracked(FROZEN_NAME_PREFIX);
      const entries = await this.#readPart(partId, tracked);
      const left = entries.flatMap((entry) => {
        const change = changes.get(entry.id);
        if (change === 'dropped') return [];
        return change ? { ...entry, thawed: change } : entry;
      });
      await this.write(partId, left);
      await this.untrackUnused(
        entries.filter(({ id }) => changes.get(id) === 'dropped'),
        left,
      );
    }
  }

  /** Removes the names of entries, except those that other entries of the part share. */
  async untrackUnused(dropped: readonly FrozenEntry[], left: readonly FrozenEntry[]): Promise<void> {
    const used = new Set(left.flatMap(namesOf));
    const names = new Set(dropped.flatMap(namesOf).filter((name) => !used.has(name)));
    if (names.size > 0) await this.session.host.workbook.untrack([...names]);
  }
}

function entriesIn(xml: string): readonly FrozenEntry[] {
  const version = Number(/<frozen\b[^>]*\bversion=["'](\d+)["']/.exec(xml)?.[1]);
  if (!(version <= VERSION))
    throw new Error('The frozen formulas of this workbook were kept by a newer version of MD: load the add-in again');
  return Array.from(
    xml.matchAll(/<block>([^<]*)<\/block>/g),
    ([, text = '']) => JSON.parse(unescapeXml(text)) as unknown,
  ).filter(isEntry);
}

const isEntry = (value: unknown): value is FrozenEntry =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.formula === 'string' &&
  Array.isArray(value.references);

/** JSON has already escaped control characters, which XML cannot contain. */
const escapeXml = (text: string): string =>
  text
    .replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replace(/[\ufffe\uffff]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Another program that saves the workbook may write the same text with other entities. */
const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    return String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
  });

/** Nothing waits longer for this computer's copies. */
const MAX_WAIT_MS = 10_000;

/**
 * Copies of the parts on this computer, by part and workbook: one that was saved under another name has its
 * formulas too. Nothing waits for a copy that cannot be made, and a host without a store has none.
 */
class PartCopies {
  #store: Promise<ArchiveStore | undefined> | undefined;

  constructor(private readonly host: Host) {}

  async read(partId: string): Promise<string | undefined> {
    const copy = await this.#use(async (store) => {
      const own = this.#nameOf(partId);
      const names = await store.names(`${partId} `, `${partId} \uffff`);
      const name = names.includes(own) ? own : names[0];
      return name === undefined ? undefined : store.read(name);
    });
    return typeof copy === 'string' ? copy : undefined;
  }

  async write(partId: string, xml: string | undefined): Promise<void> {
    const name = this.#nameOf(partId);
    await this.#use((store) => (xml === undefined ? store.remove(name) : store.write(name, xml)));
  }

  #nameOf(partId: string): string {
    return `${partId} ${this.host.workbookId?.() ?? ''}`;
  }

  async #use<T>(work: (store: ArchiveStore) => Promise<T>): Promise<T | undefined> {
    this.#store ??= inTime(async () => this.host.openArchive?.('formulas'), MAX_WAIT_MS).catch(() => undefined);
    const store = await this.#store;
    return store && inTime(() => work(store), MAX_WAIT_MS).catch(() => undefined);
  }
}

/** The hidden names of an entry. */
const namesOf = (entry: FrozenEntry): string[] => [
  nameOf(entry),
  ...entry.references.flatMap((reference) => nameOfReference(entry, reference) ?? []),
];

const nameOf = ({ id, place }: FrozenEntry): string =>
  place ? nameAt(partOf(id), place) : `${FROZEN_NAME_PREFIX}${id}`;

const nameOfReference = ({ id }: FrozenEntry, { name, place }: FrozenReference): string | undefined =>
  place ? nameAt(partOf(id), place) : name;

/** Where the entry's cells are now; undefined if they were deleted. */
const blockOfEntry = (entry: FrozenEntry, tracked: Tracked): Block | undefined =>
  tracked.get(nameOf(entry))?.[entry.place?.[1] ?? 0];

/** The references of the entry whose cells are tracked, and where these are now; undefined if they were deleted. */
const trackedReferences = (
  entry: FrozenEntry,
  tracked: Tracked,
): { readonly text: string; readonly start: number; readonly block: Block | undefined }[] =>
  entry.references.flatMap((reference) => {
    const blocks = tracked.get(nameOfReference(entry, reference) ?? '');
    const { text, start, place } = reference;
    return blocks ? [{ text, start, block: blocks[place?.[1] ?? 0] }] : [];
  });

/** Up to this many blocks have a name each. */
const FEW_BLOCKS = 100;

/** A formula has at most 8,192 characters, and addresses become longer when rows are inserted above them. */
const MAX_FORMULA_LENGTH = 5_000;

/**
 * Hides names for the blocks of a part, by which they are found after rows have moved. Returns the place of each.
 * Many blocks share names, because a spreadsheet takes minutes to define tens of thousands; where it refuses that, they
 * have a name each after all.
 */
export async function trackBlocks(workbook: Workbook, partId: string, blocks: readonly Block[]): Promise<Place[]> {
  if (blocks.length > FEW_BLOCKS) {
    const { byName, places } = blocksByName(blocks);
    const names = trackedNames(partId, byName);
    try {
      await workbook.track(names);
      return places;
    } catch {
      await untrack(workbook, names);
    }
  }
  const names = trackedNames(
    partId,
    blocks.map((block) => [block]),
  );
  try {
    await workbook.track(names);
  } catch (error) {
    await untrack(workbook, names);
    throw error;
  }
  return blocks.map((_, name) => [name, 0]);
}

const untrack = (workbook: Workbook, names: readonly TrackedName[]): Promise<void> =>
  workbook.untrack(names.map(({ name }) => name)).catch(() => undefined);

const trackedNames = (partId: string, byName: readonly (readonly Block[])[]): TrackedName[] =>
  byName.map((blocks, name) => ({ name: nameAt(partId, [name, 0]), blocks }));

/**
 * Blocks that share a name, and the place of each. They are on one sheet: when it is copied into another workbook, a name
 * with other sheets in it would link to this one.
 */
function blocksByName(blocks: readonly Block[]): { readonly byName: Block[][]; readonly places: Place[] } {
  const byName: Block[][] = [];
  const latest = new Map<string, { readonly name: number; room: number }>();
  const places = blocks.map((block): Place => {
    const length = formulaOfBlocks([block]).length + 1;
    let own = latest.get(block.sheet);
    if (!own || length > own.room) {
      own = { name: byName.push([]) - 1, room: MAX_FORMULA_LENGTH };
      latest.set(block.sheet, own);
    }
    own.room -= length;
    return [own.name, byName[own.name]!.push(block) - 1];
  });
  return { byName, places };
}
