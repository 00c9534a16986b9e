import { isRecord } from '../../core/is-record';
import type { CellContent, Workbook } from '../workbook';

/** A formula with what its cells showed. */
export interface KeptCell {
  readonly formula: string;
  /** What each cell of its result showed, row by row. */
  readonly values: readonly (readonly CellContent['value'][])[];
  readonly formats: readonly (readonly string[])[];
  /** When the oldest answer in it had been asked for, in ms since 1970; null where that is not known. */
  readonly readAt: number | null;
}

/** Neighbouring cells under one tracked name, row by row. */
export interface KeptRun {
  readonly sheet: string;
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly cells: readonly KeptCell[];
}

export interface KeptSnapshot {
  readonly id: string;
  readonly name: string;
  /** In ms since 1970. */
  readonly at: number;
  /** Where the values came from, such as "https://api.example.com"; empty where that was not set. */
  readonly source: string;
  readonly runs: readonly KeptRun[];
  /** The frozen blocks in whose cells the snapshot is shown; empty while the formulas are there. */
  readonly shownIn: readonly string[];
}

const NAMESPACE = 'urn:md-for-excel:snapshots';
const namespaceOf = (id: string): string => `urn:md-for-excel:snapshot:${id}`;

/** Hidden names of the workbook begin so: one for each run of neighbouring cells. */
export const NAME_PREFIX = 'MD_snapshot_';
export const nameOfRun = (id: string, index: number): string => `${NAME_PREFIX}${id}_${index.toString(36)}`;

/** The ids of all snapshots, oldest first. */
export async function readIds(workbook: Workbook): Promise<readonly string[]> {
  const ids = await readJson(workbook, NAMESPACE);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}

export const writeIds = (workbook: Workbook, ids: readonly string[]): Promise<void> =>
  writeJson(workbook, NAMESPACE, ids.length === 0 ? undefined : ids);

/** Undefined for a snapshot that is gone, or that somebody has damaged. */
export async function readSnapshot(workbook: Workbook, id: string): Promise<KeptSnapshot | undefined> {
  const kept = await readJson(workbook, namespaceOf(id));
  return isSnapshot(kept) && kept.id === id ? kept : undefined;
}

export const writeSnapshot = (workbook: Workbook, snapshot: KeptSnapshot): Promise<void> =>
  writeJson(workbook, namespaceOf(snapshot.id), snapshot);

export const removeSnapshot = (workbook: Workbook, id: string): Promise<void> =>
  writeJson(workbook, namespaceOf(id), undefined);

const isSnapshot = (value: unknown): value is KeptSnapshot =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.name === 'string' &&
  typeof value.at === 'number' &&
  Array.isArray(value.runs) &&
  Array.isArray(value.shownIn);

async function readJson(workbook: Workbook, namespace: string): Promise<unknown> {
  const text = /<json>([^<]*)<\/json>/.exec((await workbook.readPart(namespace)) ?? '')?.[1];
  try {
    return text === undefined ? undefined : (JSON.parse(decodeURIComponent(text)) as unknown);
  } catch {
    return undefined;
  }
}

/** Half of a character, which cannot be quoted; JSON escapes it already where its engine is new enough. */
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Percent-quoted, because then no program that saves the workbook has a mark to write in another way. */
const writeJson = (workbook: Workbook, namespace: string, value: unknown): Promise<void> =>
  workbook.writePart(
    namespace,
    value === undefined
      ? undefined
      : `<kept xmlns="${namespace}"><json>${encodeURIComponent(JSON.stringify(value).replaceAll(LONE_SURROGATES, '\ufffd'))}</json></kept>`,
  );
