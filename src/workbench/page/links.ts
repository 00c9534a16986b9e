import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { callsIn } from '../../app/workbook/formulas';
import { parseA1, SHEET_NAME } from '../../core/sheet';

/** What a link may bring: each with the name of its parameter. A workbook is in the part after "#". */
export type Brought =
  | { readonly formula: string }
  | { readonly model: string }
  /** The address of an .xlsx file beside the page. */
  | { readonly open: URL }
  | { readonly book: LinkedBook };

/** A workbook as far as a link carries it: constants, formulas, names, formats, widths and the selected cell. */
export interface LinkedBook {
  readonly name: string;
  /** The selected cell, such as "Model!B7". */
  readonly active?: string;
  /** What cells look like, in the engine's words; each once. */
  readonly styles?: readonly LinkedStyle[];
  readonly sheets: readonly LinkedSheet[];
  /** What a name means, by name. */
  readonly names: Readonly<Record<string, string>>;
}

export interface LinkedSheet {
  readonly name: string;
  /** By address, such as "B7". */
  readonly cells: Readonly<Record<string, LinkedCell>>;
  /** The numbers of styles by address, such as "B7:B20". */
  readonly formats?: Readonly<Record<string, number>>;
  /** In pixels, by column, from 0. */
  readonly widths?: Readonly<Record<string, number>>;
}

export type LinkedStyle = Readonly<Record<string, unknown>>;

/** A formula begins with "="; a text has an apostrophe before it, as when it is typed to stay a text. */
export type LinkedCell = string | number | boolean;

const PARAMETERS = ['formula', 'model', 'open'] as const;
export const BOOK = 'book';

/** What an argument may be: a link must not carry a formula that does more than ask the service. */
const CONSTANT =
  /^(?:"(?:[^"]|"")*"|-?\d+(?:\.\d+)?|TRUE|FALSE|\{[^(){}]*\}|(?:TODAY|NOW)\(\)|DATE\(\d+,\s*\d+,\s*\d+\))?$/;

/** A link from a help page to the workbench that opens a formula in a new sheet. */
export const linkToFormula = (formula: string): string => `../?formula=${encodeURIComponent(formula)}`;

/**
 * What the address of the page brings; undefined if nothing. Throws an Error whose message is a sentence if it brings
 * something that cannot be opened.
 */
export function broughtBy(address: string): Brought | undefined {
  const url = new URL(address);
  const values = url.searchParams;
  const book = new URLSearchParams(url.hash.slice(1)).get(BOOK);
  if (book !== null) return { book: readBook(book) };
  const formula = values.get('formula');
  if (formula !== null) return { formula: checkedFormula(formula) };
  const model = values.get('model');
  if (model !== null) return { model };
  const open = values.get('open');
  return open === null ? undefined : { open: checkedFile(open, url) };
}

/** The address without what it brought: a page that is loaded again does not bring it again. The language stays. */
export function withoutBrought(address: string): string {
  const url = new URL(address);
  for (const name of PARAMETERS) url.searchParams.delete(name);
  if (new URLSearchParams(url.hash.slice(1)).has(BOOK)) url.hash = '';
  return url.href;
}

/** One MD function with constant arguments. */
function checkedFormula(text: string): string {
  const [call] = callsIn(text);
  if (!call || !/^MD\.[A-Z]+$/.test(call.name) || !call.arguments.every((one) => CONSTANT.test(one)))
    throw new Error('The formula in this link is not one MD function with constants, such as =MD.QUOTE("EURUSD")');
  return `=${call.name}(${call.arguments.join(',')})`;
}

/** A file elsewhere would let a stranger's page decide what this one opens, and learn who opens it. */
function checkedFile(text: string, page: URL): URL {
  const file = URL.canParse(text, page) ? new URL(text, page) : undefined;
  if (file?.origin !== page.origin || file.username !== '' || file.password !== '')
    throw new Error('The file of this link is not beside this page: a link opens only files of its own site');
  return file;
}

/** How long the part of a link after "book=" may be: mail programs and chats cut longer ones. */
const MAX_BOOK_LENGTH = 8_000;
/** What a link may unfold to: more would be no workbook that somebody made for a link. */
const MAX_UNFOLDED_BYTES = 500_000;
const UNREADABLE = 'The workbook in this link cannot be read: ask for the link again, it may have been cut off';

/** The part of a link after "book=". It may be too long for a link. */
export const writeBook = (book: LinkedBook): string =>
  btoa(strFromU8(deflateSync(strToU8(JSON.stringify(book)), { level: 9 }), true))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Why no link can have this part after "book="; undefined if one can. */
export function refusalOfLink(text: string): string | undefined {
  if (text.length > MAX_BOOK_LENGTH)
    return `It would make ${(text.length / 1000).toFixed(1)} kB, and a link holds ${MAX_BOOK_LENGTH / 1000}.`;
  try {
    readBook(text);
    return undefined;
  } catch {
    return 'It has more sheets, rows or columns than a link brings.';
  }
}

/** The workbook of a link. Throws an Error whose message is a sentence if it cannot be opened. */
function readBook(text: string): LinkedBook {
  if (text.length > MAX_BOOK_LENGTH) throw new Error('The workbook in this link is longer than a link may be');
  try {
    const bytes = strToU8(atob(text.replaceAll('-', '+').replaceAll('_', '/')), true);
    // Unfolds no further than to the end of the array.
    const unfolded = inflateSync(bytes, { out: new Uint8Array(MAX_UNFOLDED_BYTES) });
    const book: unknown = JSON.parse(strFromU8(unfolded));
    if (isBook(book)) return book;
  } catch (error) {
    throw new Error(UNREADABLE, { cause: error });
  }
  throw new Error(UNREADABLE);
}

const [MAX_SHEETS, MAX_ROW, MAX_COLUMN] = [20, 20_000, 700];
/** More cells with formats would be no workbook that somebody made for a link. */
const MAX_FORMATTED = 100_000;
const MAX_WIDTH_PX = 2_000;

type Unchecked<T> = Partial<Record<keyof T, unknown>>;

function isBook(book: unknown): book is LinkedBook {
  const { name, sheets, names, active = '', styles = [] } = (book ?? {}) as Unchecked<LinkedBook>;
  return (
    typeof name === 'string' &&
    typeof active === 'string' &&
    Array.isArray(styles) &&
    styles.every((style) => isRecordOf(style, (value) => value !== undefined)) &&
    Array.isArray(sheets) &&
    sheets.length > 0 &&
    sheets.length <= MAX_SHEETS &&
    sheets.every((sheet) => isSheet(sheet, styles.length)) &&
    new Set(sheets.map((sheet) => sheet.name.toLowerCase())).size === sheets.length &&
    isRecordOf(names, (formula) => typeof formula === 'string')
  );
}

function isSheet(sheet: unknown, styles: number): sheet is LinkedSheet {
  const { name, cells, formats = {}, widths = {} } = (sheet ?? {}) as Unchecked<LinkedSheet>;
  if (typeof name !== 'string' || !SHEET_NAME.test(name)) return false;
  if (!isRecordOf(cells, (cell) => ['string', 'number', 'boolean'].includes(typeof cell))) return false;
  if (!isRecordOf(formats, (style) => Number.isInteger(style) && Number(style) >= 0 && Number(style) < styles))
    return false;
  const isWidth = (width: unknown): boolean => typeof width === 'number' && width > 0 && width <= MAX_WIDTH_PX;
  if (!isRecordOf(widths, isWidth) || !Object.keys(widths).every((column) => Number(column) < MAX_COLUMN)) return false;
  const formatted = Object.keys(formats).reduce((sum, address) => sum + sizeOf(address), 0);
  return formatted <= MAX_FORMATTED && Object.keys(cells).every((address) => sizeOf(address) === 1);
}

/** How many cells an address names; infinitely many if they are no cells, or outside the grid. */
function sizeOf(address: string): number {
  const block = parseA1(address, 'any');
  if (!block || block.row + block.rows > MAX_ROW || block.column + block.columns > MAX_COLUMN) return Infinity;
  return block.rows * block.columns;
}

const isRecordOf = (record: unknown, isValid: (value: unknown) => boolean): record is Record<string, never> =>
  typeof record === 'object' && record !== null && !Array.isArray(record) && Object.values(record).every(isValid);

export const countFormulas = ({ sheets }: LinkedBook): number =>
  sheets.reduce((sum, { cells }) => sum + Object.values(cells).filter(isFormula).length, 0);

export const isFormula = (cell: LinkedCell): cell is string => typeof cell === 'string' && cell.startsWith('=');
