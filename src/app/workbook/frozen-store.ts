import type { ArchiveStore, Host, Tracked, TrackedName, Workbook } from '../host';
import { inTime } from '../../core/waiting';
import type { Session } from '../session';
import type { PriceTime } from './cells';
import { type Block, formulaOfBlocks } from '../../core/sheet';
import { isRecord } from '../../core/basics';

/** A frozen formula, as the workbook stores it. */
export interface FrozenEntry {
  readonly id: string;
  readonly formula: string;
  /** Freeze time, in ms since 1970. */
  readonly at: number;
  readonly source: string;
  /** Absent if it shows no price, or its time was not known. */
  readonly priceTime?: PriceTime;
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

/** Nothing waits longer for this computer's copies. */
const MAX_WAIT_MS = 10_000;

const NAMESPACE = 'urn:md-for-excel:frozen';
const VERSION = 2;

/** The id of one freeze. Two people who freeze at once write separate parts, so that neither overwrites the other's. */
export const newFreezeId = (at: number): string =>
  `${at.toString(36)}X${Math.floor(Math.random() * Number.MAX_SAFE_INTEGER).toString(36)}`;

/** Entries of the first versions have no freeze in their id: they share the part without one. */
const freezeOf = (id: string): string => /^([0-9a-z]+X[0-9a-z]+)_/.exec(id)?.[1] ?? '';
const namespaceOf = (freezeId: string): string => (freezeId === '' ? NAMESPACE : `${NAMESPACE}:${freezeId}`);

/**
 * The frozen formulas of the session's workbook. Each freeze is a part of the workbook, found by hidden names, and is
 * copied to this computer: Excel has lost parts of workbooks, but not their names.
 */
export class FrozenEntries {
  readonly #copies: FrozenCopies;

  constructor(private readonly session: Session) {
    this.#copies = new FrozenCopies(session.host);
  }

  /** All entries, oldest first. Rejects if a newer version wrote one: its entries must not be lost. */
  async read(): Promise<{ readonly entries: readonly FrozenEntry[]; readonly tracked: Tracked }> {
    const tracked = await this.session.host.workbook.tracked(FROZEN_NAME_PREFIX);
    const names = [...tracked.keys()];
    const freezes = new Set(['', ...names.map((name) => freezeOf(name.slice(FROZEN_NAME_PREFIX.length)))]);
    const parts = await Promise.all([...freezes].map((freezeId) => this.#readFreeze(freezeId, tracked)));
    return { entries: parts.flat().sort((one, other) => one.at - other.at), tracked };
  }

  async #readFreeze(freezeId: string, tracked: Tracked): Promise<readonly FrozenEntry[]> {
    const xml = await this.session.host.workbook.readPart(namespaceOf(freezeId));
    if (xml !== undefined) return entriesIn(xml);
    const copy = freezeId === '' ? undefined : await this.#copies.read(freezeId);
    // What has no name any more was dropped before the part was lost.
    return copy === undefined ? [] : entriesIn(copy).filter((entry) => tracked.has(nameOf(entry)));
  }

  /** Stores the entries of one freeze in its own part; removes the part if there are none. */
  async write(freezeId: string, entries: readonly FrozenEntry[]): Promise<void> {
    const namespace = namespaceOf(freezeId);
    const blocks = entries.map((entry) => `<block>${escapeXml(JSON.stringify(entry))}</block>`);
    const xml =
      entries.length === 0
        ? undefined
        : `<frozen xmlns="${namespace}" version="${VERSION}">${blocks.join('')}</frozen>`;
    await Promise.all([
      this.session.host.workbook.writePart(namespace, xml),
      freezeId !== '' && this.#copies.write(freezeId, xml),
    ]);
  }

  /**
   * Marks entries, by their ids, as thawed, or drops them with their names, and does nothing else: each part is read
   * just before it is written.
   */
  async change(changes: ReadonlyMap<string, Thawed | 'dropped'>): Promise<void> {
    for (const freezeId of new Set([...changes.keys()].map(freezeOf))) {
      const tracked = await this.session.host.workbook.tracked(FROZEN_NAME_PREFIX);
      const entries = await this.#readFreeze(freezeId, tracked);
      const left = entries.flatMap((entry) => {
        const change = changes.get(entry.id);
        if (change === 'dropped') return [];
        return change ? { ...entry, thawed: change } : entry;
      });
      await this.write(freezeId, left);
      await this.untrackUnused(
        entries.filter(({ id }) => changes.get(id) === 'dropped'),
        left,
      );
    }
  }

  /** Removes the names of entries, except those that other entries of the freeze share. */
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

/**
 * Copies of the freezes on this computer, by freeze and workbook: one that was saved under another name has its
 * formulas too. Nothing waits for a copy that cannot be made, and a host without a store has none.
 */
class FrozenCopies {
  #store: Promise<ArchiveStore | undefined> | undefined;

  constructor(private readonly host: Host) {}

  async read(freezeId: string): Promise<string | undefined> {
    const copy = await this.#use(async (store) => {
      const own = this.#nameOf(freezeId);
      const names = await store.names(`${freezeId} `, `${freezeId} \uffff`);
      const name = names.includes(own) ? own : names[0];
      return name === undefined ? undefined : store.read(name);
    });
    return typeof copy === 'string' ? copy : undefined;
  }

  async write(freezeId: string, xml: string | undefined): Promise<void> {
    const name = this.#nameOf(freezeId);
    await this.#use((store) => (xml === undefined ? store.remove(name) : store.write(name, xml)));
  }

  #nameOf(freezeId: string): string {
    return `${freezeId} ${this.host.workbookId?.() ?? ''}`;
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
  place ? nameAt(freezeOf(id), place) : `${FROZEN_NAME_PREFIX}${id}`;

const nameOfReference = ({ id }: FrozenEntry, { name, place }: FrozenReference): string | undefined =>
  place ? nameAt(freezeOf(id), place) : name;

/** Where the entry's cells are now; undefined if they were deleted. */
export const blockOfEntry = (entry: FrozenEntry, tracked: Tracked): Block | undefined =>
  tracked.get(nameOf(entry))?.[entry.place?.[1] ?? 0];

/** The references of the entry whose cells are tracked, and where these are now; undefined if they were deleted. */
export const trackedReferences = (
  entry: FrozenEntry,
  tracked: Tracked,
): { readonly text: string; readonly start: number; readonly block: Block | undefined }[] =>
  entry.references.flatMap((reference) => {
    const blocks = tracked.get(nameOfReference(entry, reference) ?? '');
    const { text, start, place } = reference;
    return blocks ? [{ text, start, block: blocks[place?.[1] ?? 0] }] : [];
  });

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

/** Prefix of hidden names in the workbook. */
export const FROZEN_NAME_PREFIX = 'MD_frozen_';

/** Where a tracked block is found: the number of its hidden name in the freeze, and its own among the name's blocks. */
type Place = readonly [name: number, block: number];

const nameAt = (freezeId: string, [name]: Place): string => `${FROZEN_NAME_PREFIX}${freezeId}_${name.toString(36)}`;

/** Up to this many blocks have a name each. */
const FEW_BLOCKS = 100;
/** A formula has at most 8,192 characters, and addresses become longer when rows are inserted above them. */
const MAX_FORMULA_LENGTH = 5_000;

/**
 * Hides names for the blocks of a freeze, by which they are found after rows have moved. Returns the place of each.
 * Many blocks share names, because a spreadsheet takes minutes to define tens of thousands; where it refuses that, they
 * have a name each after all.
 */
export async function trackBlocks(workbook: Workbook, freezeId: string, blocks: readonly Block[]): Promise<Place[]> {
  if (blocks.length > FEW_BLOCKS) {
    const groups = groupBySharedName(blocks);
    const names = trackedNames(freezeId, groups);
    try {
      await workbook.track(names);
      return groups.flatMap((group, name) => group.map((_, block): Place => [name, block]));
    } catch {
      await untrack(workbook, names);
    }
  }
  const names = trackedNames(
    freezeId,
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

const trackedNames = (freezeId: string, groups: readonly (readonly Block[])[]): TrackedName[] =>
  groups.map((blocks, name) => ({ name: nameAt(freezeId, [name, 0]), blocks }));

function groupBySharedName(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  let room = 0;
  for (const block of blocks) {
    const length = formulaOfBlocks([block]).length + 1;
    if (length > room) {
      groups.push([]);
      room = MAX_FORMULA_LENGTH;
    }
    groups.at(-1)!.push(block);
    room -= length;
  }
  return groups;
}
