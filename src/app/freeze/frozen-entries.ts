import { isRecord } from '../../core/is-record';
import type { Block } from '../../core/sheet/a1';
import type { PriceTime } from '../refresh/cells';
import type { Tracked, Workbook } from '../workbook';
import { FROZEN_NAME_PREFIX, nameAt, type Place } from './tracked-blocks';

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
}

interface FrozenReference {
  readonly text: string;
  readonly start: number;
  /** Absent if its cells are not tracked. */
  readonly place?: Place;
  /** The name of its cells in the first versions. */
  readonly name?: string;
}

const NAMESPACE = 'urn:md-for-excel:frozen';
const VERSION = 2;

/** The id of one freeze. Two people who freeze at once write separate parts, so that neither overwrites the other's. */
export const newFreezeId = (at: number): string =>
  `${at.toString(36)}X${Math.floor(Math.random() * Number.MAX_SAFE_INTEGER).toString(36)}`;

/** Entries of the first versions have no freeze in their id: they share the part without one. */
const freezeOf = (id: string): string => /^([0-9a-z]+X[0-9a-z]+)_/.exec(id)?.[1] ?? '';
const namespaceOf = (freezeId: string): string => (freezeId === '' ? NAMESPACE : `${NAMESPACE}:${freezeId}`);

/**
 * All frozen entries, found by their names, oldest first. Rejects if a newer version wrote one: its entries must not be
 * lost.
 */
export async function readEntries(workbook: Workbook): Promise<readonly FrozenEntry[]> {
  const names = [...(await workbook.tracked(FROZEN_NAME_PREFIX)).keys()];
  const freezes = new Set(['', ...names.map((name) => freezeOf(name.slice(FROZEN_NAME_PREFIX.length)))]);
  const parts = await Promise.all([...freezes].map((freezeId) => readFreeze(workbook, freezeId)));
  return parts.flat().sort((one, other) => one.at - other.at);
}

async function readFreeze(workbook: Workbook, freezeId: string): Promise<readonly FrozenEntry[]> {
  const xml = await workbook.readPart(namespaceOf(freezeId));
  if (xml === undefined) return [];
  const version = Number(/<frozen\b[^>]*\bversion=["'](\d+)["']/.exec(xml)?.[1]);
  if (!(version <= VERSION))
    throw new Error('The frozen formulas of this workbook were kept by a newer version of MD: load the add-in again');
  return Array.from(
    xml.matchAll(/<block>([^<]*)<\/block>/g),
    ([, text = '']) => JSON.parse(unescapeXml(text)) as unknown,
  ).filter(isEntry);
}

/** Stores the entries of one freeze in its own part; removes the part if there are none. */
export function writeFreeze(workbook: Workbook, freezeId: string, entries: readonly FrozenEntry[]): Promise<void> {
  const namespace = namespaceOf(freezeId);
  const blocks = entries.map((entry) => `<block>${escapeXml(JSON.stringify(entry))}</block>`);
  return workbook.writePart(
    namespace,
    entries.length === 0 ? undefined : `<frozen xmlns="${namespace}" version="${VERSION}">${blocks.join('')}</frozen>`,
  );
}

/** Removes entries and their names, and nothing else: each part is read just before it is written. */
export async function dropEntries(workbook: Workbook, dropped: readonly FrozenEntry[]): Promise<void> {
  const ids = new Set(dropped.map(({ id }) => id));
  for (const freezeId of new Set(dropped.map(({ id }) => freezeOf(id)))) {
    const entries = await readFreeze(workbook, freezeId);
    const left = entries.filter(({ id }) => !ids.has(id));
    await writeFreeze(workbook, freezeId, left);
    await untrackUnused(
      workbook,
      entries.filter(({ id }) => ids.has(id)),
      left,
    );
  }
}

/** Removes the names of entries, except those that other entries of the freeze share. */
export async function untrackUnused(
  workbook: Workbook,
  dropped: readonly FrozenEntry[],
  left: readonly FrozenEntry[],
): Promise<void> {
  const used = new Set(left.flatMap(namesOf));
  const names = new Set(dropped.flatMap(namesOf).filter((name) => !used.has(name)));
  if (names.size > 0) await workbook.untrack([...names]);
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
