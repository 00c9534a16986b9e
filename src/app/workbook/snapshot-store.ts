import type { CellValue, Workbook } from '../host';
import type { PriceTime } from './cells';
import type { Block } from '../../core/sheet';
import { isRecord } from '../../core/basics';

/** A formula and what its cells showed. */
export interface KeptCell {
  readonly formula: string;
  /** The values of each cell of its result, row by row. */
  readonly values: readonly (readonly CellValue[])[];
  readonly formats: readonly (readonly string[])[];
  /** Request time of its oldest answer, in ms since 1970; null if not known. */
  readonly readAt: number | null;
  /** Absent if it showed no price, or its time was not known. */
  readonly priceTime?: PriceTime;
  /** It showed a value from before the add-in started, or one that was older than what its function gave. */
  readonly isTimeUnknown?: true;
  /** Absent in snapshots of earlier versions. */
  readonly labels?: CellLabels;
  /**
   * What the references in its arguments contained, in the order of {@link Asked}; null for one that could not be read.
   * Absent if the formula has none, and in snapshots of earlier versions.
   */
  readonly inputs?: readonly (readonly CellValue[] | null)[];
}

/** What stands beside the cells of a result. */
export interface CellLabels {
  /** The defined name of its first cell; absent if it has none. */
  readonly name?: string;
  /** By row: the text to the left; empty if there is none. */
  readonly rows: readonly string[];
  /** By column: the heading above; empty if there is none. */
  readonly columns: readonly string[];
}

/** A range that the user has marked, with what its cells without MD formulas showed: amounts, totals, results. */
export interface KeptRange extends Block {
  readonly cells: readonly KeptFigure[];
}

/** A number, or what a formula without MD functions showed. */
export interface KeptFigure {
  /** Within the range. */
  readonly down: number;
  readonly across: number;
  readonly formula: string;
  readonly value: CellValue;
  readonly format: string;
  /** Its name, or what stands beside it and above it. */
  readonly label: string;
}

/** Neighbouring cells with one tracked name, row by row. */
export interface KeptRun extends Block {
  readonly cells: readonly KeptCell[];
}

export interface KeptSnapshot {
  readonly id: string;
  readonly name: string;
  /** In ms since 1970. */
  readonly at: number;
  /** The source of the values, such as "https://api.example.com"; empty if it was not set. */
  readonly source: string;
  readonly runs: readonly KeptRun[];
  /** Absent if nothing was marked. */
  readonly ranges?: readonly KeptRange[];
  /** When it was due, in ms since 1970, if the schedule took it. */
  readonly dueAt?: number;
  /** The frozen blocks whose cells show the snapshot; empty while the formulas are in place. */
  readonly shownIn: readonly string[];
}

/** Of the list of earlier versions. */
const NAMESPACE = 'urn:md-for-excel:snapshots';
const namespaceOf = (id: string): string => `urn:md-for-excel:snapshot:${id}`;

/** Prefix of hidden names in the workbook: one for each run of neighbouring cells. */
export const SNAPSHOT_NAME_PREFIX = 'MD_snapshot_';
export const nameOfRun = (id: string, index: number): string => `${SNAPSHOT_NAME_PREFIX}${id}_${index.toString(36)}`;
export const nameOfRange = (id: string, index: number): string => `${SNAPSHOT_NAME_PREFIX}${id}_range_${index}`;

/** Prefix of the hidden names of ranges whose results snapshots keep beside the MD cells. */
export const RANGE_NAME_PREFIX = 'MD_results_';

/** Tells what two people make at the same moment apart. */
export const randomLetters = (): string => Math.floor(Math.random() * 36 ** 4).toString(36);

/**
 * The ids of all snapshots. Each is found by its hidden names, and nothing that several people write at once lists
 * them; earlier versions had a list.
 */
export async function readIds(workbook: Workbook): Promise<readonly string[]> {
  const names = [...(await workbook.tracked(SNAPSHOT_NAME_PREFIX)).keys()];
  const ids = names.flatMap((name) => ID_IN_NAME.exec(name.slice(SNAPSHOT_NAME_PREFIX.length))?.[1] ?? []);
  return [...new Set([...(await readList(workbook)), ...ids])];
}

const ID_IN_NAME = /^([^_]+_[^_]+)_/;

async function readList(workbook: Workbook): Promise<readonly string[]> {
  const ids = await readJson(workbook, NAMESPACE);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

/** Undefined if the snapshot was deleted or is damaged. */
export async function readSnapshot(workbook: Workbook, id: string): Promise<KeptSnapshot | undefined> {
  const kept = await readJson(workbook, namespaceOf(id));
  return isSnapshot(kept) && kept.id === id ? kept : undefined;
}

export const writeSnapshot = (workbook: Workbook, snapshot: KeptSnapshot): Promise<void> =>
  writeJson(workbook, namespaceOf(snapshot.id), snapshot);

export async function removeSnapshot(workbook: Workbook, id: string): Promise<void> {
  await writeJson(workbook, namespaceOf(id), undefined);
  const names = [...(await workbook.tracked(`${SNAPSHOT_NAME_PREFIX}${id}_`)).keys()];
  if (names.length > 0) await workbook.untrack(names);
  const list = await readList(workbook);
  const left = list.filter((one) => one !== id);
  if (left.length < list.length) await writeJson(workbook, NAMESPACE, left.length === 0 ? undefined : left);
}

const isSnapshot = (value: unknown): value is KeptSnapshot =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.at === 'number' &&
  Array.isArray(value.runs) &&
  Array.isArray(value.shownIn);

/** What the workbook stores under a namespace. */
export async function readJson(workbook: Workbook, namespace: string): Promise<unknown> {
  const text = /<json>([^<]*)<\/json>/.exec((await workbook.readPart(namespace)) ?? '')?.[1];
  try {
    return text === undefined ? undefined : (JSON.parse(decodeURIComponent(text)) as unknown);
  } catch {
    return undefined;
  }
}

/** A lone surrogate, which cannot be percent-encoded. Newer engines escape it in JSON already. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Percent-encoded, so that no character is left that another program could rewrite when saving the workbook. */
export const writeJson = (workbook: Workbook, namespace: string, value: unknown): Promise<void> =>
  workbook.writePart(
    namespace,
    value === undefined
      ? undefined
      : `<kept xmlns="${namespace}"><json>${encodeURIComponent(JSON.stringify(value).replaceAll(LONE_SURROGATES, '\ufffd'))}</json></kept>`,
  );
