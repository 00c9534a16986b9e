import { isRecord } from '../core/records';
import type { Workbook } from './workbook';

/** A frozen formula, as the workbook keeps it. */
export interface FrozenEntry {
  readonly id: string;
  readonly formula: string;
  /** When it was frozen, in ms since 1970. */
  readonly at: number;
  readonly source: string;
  readonly rows: number;
  readonly columns: number;
  /** Tells whether the values are still those that were frozen. */
  readonly digest: string;
  /** The cells that the formula names, tracked so that it still names them when they have moved. */
  readonly references: readonly { readonly name: string; readonly text: string; readonly start: number }[];
  /** The number formats that the cells had of their own, row by row; one row where all are alike, absent where freezing changed none. */
  readonly formats?: readonly (readonly string[])[];
}

const NAMESPACE = 'urn:md-for-excel:frozen';
const VERSION = 1;

/** Hidden names of the workbook begin so: one for each frozen block, and one for each reference of its formula. */
export const NAME_PREFIX = 'MD_frozen_';

export const nameOf = ({ id }: Pick<FrozenEntry, 'id'>): string => `${NAME_PREFIX}${id}`;

/** Rejects when the workbook was frozen by a newer version, whose entries must not be lost. */
export async function readEntries(workbook: Workbook): Promise<readonly FrozenEntry[]> {
  const xml = await workbook.readPart(NAMESPACE);
  if (xml === undefined) return [];
  const version = Number(/<frozen\b[^>]*\bversion=["'](\d+)["']/.exec(xml)?.[1]);
  if (!(version <= VERSION)) throw new Error('The frozen formulas of this workbook were kept by a newer version of MD: load the add-in again');
  return Array.from(xml.matchAll(/<block>([^<]*)<\/block>/g), ([, text = '']) => JSON.parse(unescapeXml(text)) as unknown).filter(isEntry);
}

export function writeEntries(workbook: Workbook, entries: readonly FrozenEntry[]): Promise<void> {
  const blocks = entries.map((entry) => `<block>${escapeXml(JSON.stringify(entry))}</block>`);
  return workbook.writePart(NAMESPACE, entries.length === 0 ? undefined : `<frozen xmlns="${NAMESPACE}" version="${VERSION}">${blocks.join('')}</frozen>`);
}

const isEntry = (value: unknown): value is FrozenEntry =>
  isRecord(value) && typeof value.id === 'string' && typeof value.formula === 'string' && Array.isArray(value.references);

/** JSON has escaped the control characters already; these two XML has no way to write. */
const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`).replace(/[\ufffe\uffff]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Whoever saves the workbook may write the same text with other entities. */
const unescapeXml = (text: string): string => text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
  if (name !== undefined) return ENTITIES[name] ?? entity;
  return String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
});
