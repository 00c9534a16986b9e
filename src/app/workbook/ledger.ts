import { portionsOf, withoutBlocks } from './block-contents';
import type { ArchiveKind, ArchiveStore, Tracked, TrackedName, Workbook } from '../host';
import type { Session } from '../session';
import { type Block, formulaOfBlocks } from '../../core/sheet';
import { groupBy } from '../../core/basics';
import { inTime } from '../../core/waiting';

/*
 * The workbook's records about its cells: frozen formulas, and snapshots. Each record has its own part of the workbook,
 * so that nobody overwrites another's. Its cells have hidden names, which find the cells after rows have moved, and
 * also the record itself: there is no shared list of records that several people would write. Each record is copied to
 * this computer, because Excel has lost parts of workbooks, but never names.
 */

/** Where a tracked block is found: the number of its hidden name, and its number among that name's blocks. */
export type Place = readonly [name: number, block: number];

interface RecordKind<Kept> {
  /** Prefix of the hidden names. */
  readonly prefix: string;
  readonly copies: ArchiveKind;
  readonly namespaceOf: (id: string) => string;
  /** The id of the record that a hidden name belongs to, without the prefix. */
  readonly idIn: (name: string) => string | undefined;
  /** The record in a part; undefined if it is not such a record. */
  readonly recordIn: (content: unknown) => Kept | undefined;
}

/** The id of a new record. People who create records at the same moment get different ids. */
export const newId = (at: number): string => `${at.toString(36)}X${randomText()}`;

export const randomText = (): string => Math.floor(Math.random() * Number.MAX_SAFE_INTEGER).toString(36);

/** The records of one kind in the session's workbook. */
export class Ledger<Kept> {
  readonly #copies: Copies;

  constructor(
    protected readonly session: Session,
    private readonly kind: RecordKind<Kept>,
  ) {
    this.#copies = new Copies(session, kind.copies);
  }

  /** The current positions of the cells of one record, or of all records. */
  tracked(id?: string): Promise<Tracked> {
    const { prefix } = this.kind;
    return this.session.host.workbook.tracked(id === undefined ? prefix : `${prefix}${id}_`);
  }

  idsIn(tracked: Tracked): readonly string[] {
    return [...new Set([...tracked.keys()].map((name) => this.#idIn(name)))].filter((id) => id !== undefined);
  }

  /**
   * Undefined if the record was removed. Rejects if a newer version wrote it, so that it is not lost.
   * @param tracked at least its own names
   */
  async readRecord(id: string, tracked: Tracked): Promise<Kept | undefined> {
    const { namespaceOf, recordIn } = this.kind;
    const record = recordIn(await readContent(this.session.host.workbook, namespaceOf(id)));
    // A record without names was removed before the part was lost.
    if (record !== undefined || id === '' || !this.idsIn(tracked).includes(id)) return record;
    return recordIn(contentOf((await this.#copies.readCopy(id)) ?? ''));
  }

  /** Stores a record. Undefined removes it: its names first, so that nobody finds it by them in a copy. */
  async writeRecord(id: string, record: Kept | undefined): Promise<void> {
    const { workbook } = this.session.host;
    const namespace = this.kind.namespaceOf(id);
    const xml = record === undefined ? undefined : xmlOf(namespace, record);
    if (record === undefined) {
      const names = [...(await this.tracked()).keys()].filter((name) => this.#idIn(name) === id);
      if (names.length > 0) await workbook.track(withoutBlocks(names));
    }
    await Promise.all([workbook.writePart(namespace, xml), id !== '' && this.#copies.writeCopy(id, xml)]);
  }

  /**
   * Hides names for the blocks of a record. Returns the place of each. Blocks share names, because a spreadsheet takes
   * minutes to define tens of thousands of names; if it refuses shared names, each block gets its own.
   */
  trackBlocks(id: string, blocks: readonly Block[]): Promise<ReadonlyMap<Block, Place>> {
    const eachByItself = () =>
      this.#track(
        id,
        blocks.map((block) => [block]),
      );
    return blocks.length > FEW_BLOCKS ? this.#track(id, inFewNames(blocks)).catch(eachByItself) : eachByItself();
  }

  async #track(id: string, byName: readonly (readonly Block[])[]): Promise<ReadonlyMap<Block, Place>> {
    const { workbook } = this.session.host;
    const names = byName.map((blocks, name): TrackedName => ({ name: this.nameAt(id, name), blocks }));
    try {
      await workbook.track(names);
    } catch (error) {
      await workbook.track(withoutBlocks(names.map(({ name }) => name))).catch(() => undefined);
      throw error;
    }
    return new Map(byName.flatMap((some, name) => some.map((block, index) => [block, [name, index]])));
  }

  /**
   * The block at a place, undefined if its cells were deleted; nothing at all if it is not tracked.
   * @param place or the name of its own that a block has in records of earlier versions
   */
  protected blockAt(id: string, place: Place | string | undefined, tracked: Tracked): readonly (Block | undefined)[] {
    const [name, index] = typeof place === 'object' ? [this.nameAt(id, place[0]), place[1]] : [place ?? '', 0];
    const blocks = tracked.get(name);
    return blocks ? [blocks[index]] : [];
  }

  #idIn(name: string): string | undefined {
    return this.kind.idIn(name.slice(this.kind.prefix.length));
  }

  protected nameAt(id: string, name: number): string {
    return `${this.kind.prefix}${id}_${name.toString(36)}`;
  }
}

/** Up to this many blocks have a name each. */
const FEW_BLOCKS = 100;

/** A formula has at most 8,192 characters, and addresses become longer when rows are inserted above them. */
const MAX_FORMULA_LENGTH = 5_000;

/**
 * Blocks that share a name. They are on one sheet: when it is copied into another workbook, a name with other sheets in
 * it would link to this one.
 */
const inFewNames = (blocks: readonly Block[]): Block[][] =>
  groupBy(blocks, ({ sheet }) => sheet).flatMap((ofSheet) =>
    portionsOf(ofSheet, (block) => formulaOfBlocks([block]).length + 1, MAX_FORMULA_LENGTH),
  );

/** The maximum time to wait for this computer's copies. */
const MAX_WAIT_MS = 10_000;

/**
 * Copies of the records on this computer, by record and workbook. A workbook that was saved under another name finds
 * its records too. A copy that cannot be made delays nothing, and a host without a store has no copies.
 */
class Copies {
  #store: Promise<ArchiveStore | undefined> | undefined;

  constructor(
    private readonly session: Session,
    private readonly kind: ArchiveKind,
  ) {}

  async readCopy(id: string): Promise<string | undefined> {
    const copy = await this.#use(async (store) => {
      const own = this.#nameOf(id);
      const names = await store.recordNames(`${id} `, `${id} \uffff`);
      const name = names.includes(own) ? own : names[0];
      return name === undefined ? undefined : store.readRecord(name);
    });
    return typeof copy === 'string' ? copy : undefined;
  }

  async writeCopy(id: string, xml: string | undefined): Promise<void> {
    const name = this.#nameOf(id);
    await this.#use((store) => (xml === undefined ? store.removeRecord(name) : store.writeRecord(name, xml)));
  }

  #nameOf(id: string): string {
    return `${id} ${this.session.host.workbookId?.() ?? ''}`;
  }

  async #use<T>(work: (store: ArchiveStore) => Promise<T>): Promise<T | undefined> {
    this.#store ??= inTime(async () => this.session.host.openArchive?.(this.kind), MAX_WAIT_MS).catch(() => undefined);
    const store = await this.#store;
    return store && inTime(() => work(store), MAX_WAIT_MS).catch(() => undefined);
  }
}

/** The version that is written; parts of earlier versions are read too. */
const VERSION = 3;

const xmlOf = (namespace: string, content: unknown): string =>
  `<kept xmlns="${namespace}" version="${VERSION}">${escapeXml(JSON.stringify(content))}</kept>`;

/** The content that the workbook stores under a namespace. */
export const readContent = async (workbook: Pick<Workbook, 'readPart'>, namespace: string): Promise<unknown> =>
  contentOf((await workbook.readPart(namespace)) ?? '');

export const writeContent = (workbook: Workbook, namespace: string, content: unknown): Promise<void> =>
  workbook.writePart(namespace, content === undefined ? undefined : xmlOf(namespace, content));

/** Undefined if there is none, or if it is damaged. Throws if a newer version wrote it. */
function contentOf(xml: string): unknown {
  const version = Number(/<kept\b[^>]*\bversion=["'](\d+)["']/.exec(xml)?.[1] ?? 0);
  if (version > VERSION)
    throw new Error('What this workbook keeps was written by a newer version of MD: load the add-in again');
  try {
    // Earlier versions kept frozen formulas one by one, and everything else percent-encoded.
    if (/<frozen\b/.test(xml))
      return Array.from(xml.matchAll(/<block>([^<]*)<\/block>/g), ([, text = '']) => jsonInXml(text));
    const [, encoded] = /<json>([^<]*)<\/json>/.exec(xml) ?? [];
    if (encoded !== undefined) return JSON.parse(decodeURIComponent(encoded));
    const [, text] = /<kept\b[^>]*>([^<]*)<\/kept>/.exec(xml) ?? [];
    return text === undefined ? undefined : jsonInXml(text);
  } catch {
    return undefined;
  }
}

/** Characters that XML cannot contain, except control characters, which JSON has already escaped. */
const NOT_IN_XML = /[\ufffe\uffff]|\p{Surrogate}/gu;

const escapeXml = (text: string): string =>
  text
    .replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replace(NOT_IN_XML, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Another program that saves the workbook may write the same text with other entities. */
const jsonInXml = (xml: string): unknown =>
  JSON.parse(
    xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? entity;
      return String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
    }),
  );
