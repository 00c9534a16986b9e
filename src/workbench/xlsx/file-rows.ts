import { DAMAGED } from './package';

/** A row of a sheet, as its file has it. */
export interface FileRow extends WithAttributes {
  readonly cells: readonly FileCell[];
}

export interface FileCell extends WithAttributes {
  readonly formula: FileFormula | undefined;
  /** Empty if there is none. */
  readonly value: string;
  /** A text that stands in the cell itself, without the reading aids of Japanese. */
  readonly inlineText: string;
  /** Whether it has a formula, a value or a text, and not only a look. */
  readonly hasContent: boolean;
}

interface FileFormula extends WithAttributes {
  readonly text: string;
}

interface WithAttributes {
  readonly attributes: Readonly<Record<string, string>>;
}

const TAG = /<(\/?)([^\s<>/"'=]+)((?:\s+[^\s<>/"'=]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /([^\s<>/"'=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITY = /&(?:#x([\da-f]+)|#(\d+)|(lt|gt|amp|quot|apos));|&/gi;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const NOTHING: Readonly<Record<string, string>> = {};

/**
 * The rows in the content of an element sheetData, one by one: a browser's own parser reads all of a sheet at once, during
 * which the page answers nobody, and takes several times as long. Throws, as that does, for what is no XML.
 */
export function* rowsOf(text: string): Generator<FileRow & { readonly end: number }> {
  const open: string[] = [];
  let row: { attributes: Readonly<Record<string, string>>; cells: FileCell[] } | undefined;
  let cell: { -readonly [Name in keyof FileCell]: FileCell[Name] } | undefined;
  let formula: { attributes: Readonly<Record<string, string>>; text: string } | undefined;
  /** What is read inside an element that holds text. */
  let held = '';
  let place = 0;
  for (;;) {
    const start = text.indexOf('<', place);
    const between = text.slice(place, start < 0 ? undefined : start);
    if (start < 0 ? open.length > 0 : between.includes(']]>')) throw new Error(DAMAGED);
    held += between;
    if (start < 0) break;
    if (text.startsWith('<!--', start) || text.startsWith('<?', start)) {
      place = endOf(text, start, text[start + 1] === '?' ? '?>' : '-->');
      continue;
    }
    if (text.startsWith('<![CDATA[', start)) {
      place = endOf(text, start, ']]>');
      held += text.slice(start + 9, place - 3).replaceAll('&', '&amp;');
      continue;
    }
    TAG.lastIndex = start;
    const tag = TAG.exec(text);
    if (!tag) throw new Error(DAMAGED);
    place = TAG.lastIndex;
    const [, slash, whole = '', ownAttributes = '', end] = tag;
    const isEnd = slash !== '';
    const name = whole.slice(whole.indexOf(':') + 1);
    const depth = open.length - (isEnd ? 1 : 0);
    if (!isEnd) {
      if (end === '') open.push(whole);
      if (depth === 0 && name === 'row') row = { attributes: attributesOf(ownAttributes), cells: [] };
      else if (depth === 1 && name === 'c')
        cell = {
          attributes: attributesOf(ownAttributes),
          formula: undefined,
          value: '',
          inlineText: '',
          hasContent: false,
        };
      else if (depth === 2 && cell) {
        cell.hasContent = true;
        if (name === 'f') cell.formula = formula = { attributes: attributesOf(ownAttributes), text: '' };
      }
      held = '';
    } else if (open.pop() !== whole) throw new Error(DAMAGED);
    if (!isEnd && end === '') continue;
    if (depth === 2 && cell && isEnd) {
      if (name === 'f' && formula) formula.text = decoded(held);
      else if (name === 'v') cell.value = decoded(held);
    } else if (isEnd && name === 't' && cell && depth >= 3 && !open.some((one) => one.endsWith('rPh')))
      cell.inlineText += decoded(held);
    else if (depth === 1 && cell) {
      row?.cells.push(cell);
      cell = undefined;
    } else if (depth === 0 && row) {
      yield { ...row, end: place };
      row = undefined;
    }
    held = '';
  }
}

function endOf(text: string, start: number, mark: string): number {
  const end = text.indexOf(mark, start + 2);
  if (end < 0) throw new Error(DAMAGED);
  return end + mark.length;
}

function attributesOf(text: string): Readonly<Record<string, string>> {
  if (text === '') return NOTHING;
  const own: Record<string, string> = {};
  for (const [, name = '', inDouble, inSingle = ''] of text.matchAll(ATTRIBUTE))
    own[name] = decoded(inDouble ?? inSingle);
  return own;
}

function decoded(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  if (!lines.includes('&')) return lines;
  return lines.replace(ENTITY, (_, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name]!;
    const code = hex === undefined ? Number(decimal ?? NaN) : parseInt(hex, 16);
    if (Number.isNaN(code)) throw new Error(DAMAGED);
    return String.fromCodePoint(code);
  });
}
