import { byName } from '../../core/basics';
import { type Given, type GivenPiece, Untranslatable } from '../../core/translation/given';
import { isOtherFunction, isOfSheets, translateCall } from '../../core/translation/translate-call';
import { type Block, cellsIn, parseA1 } from '../../core/sheet';
import type { CellValue, Selections, Workbook } from '../host';
import { readBlocks } from './block-contents';
import { errorIn } from './cells';
import type { FixPlan } from './fix';
import {
  blockIn,
  callsIn,
  type FormulaToken,
  isCalled,
  isOperator,
  literalIn,
  referencesIn,
  tokensIn,
  withWords,
} from './formulas';

/** A formula of other add-ins, with our replacement or the reason why there is none. */
export interface Translation {
  readonly cell: Block;
  readonly before: string;
  readonly after: string | Untranslatable;
}

/** The contents of a reference's cells; undefined if unknown. */
type HeldValues = (reference: string) => readonly CellValue[] | undefined;

/**
 * The formula with our calls in place of those of other add-ins; undefined if it has none. Either all of it is
 * translated or nothing: a formula with values of two vendors would be half right.
 * @param formula in English
 * @param ownArea the area of symbols without a prefix
 * @throws {Untranslatable} with the reason of the first call that has no counterpart
 * @internal
 */
export function translateFormula(formula: string, ownArea: string, valuesOf: HeldValues): string | undefined {
  const asCalls = withCalls(formula);
  // A text without its last quotation mark.
  if (tokensIn(asCalls).some(({ type, text }) => type === 'string' && literalIn(text) === undefined))
    throw new Untranslatable('unfinished', '');
  const untouched = new Set<string>();
  // Beside any other function, what is called like one of Sheets may be the user's own.
  const isOfGoogle = /GOOGLEFINANCE/i.test(asCalls);
  for (let translated = asCalls; ;) {
    const tokens = tokensIn(translated);
    // The last call contains no other.
    const at = tokens.findLastIndex(
      (token) =>
        isCalled(token) &&
        (isOtherFunction(token.text) || (isOfGoogle && isOfSheets(token.text))) &&
        !untouched.has(translated.slice(token.start)),
    );
    if (at < 0) return translated === asCalls ? undefined : translated;
    const call = callsIn(translated).find(({ start }) => start === tokens[at]!.start)!;
    const given = call.arguments.map((written) => givenBy(written, valuesOf));
    const own = translateCall(tokens[at]!.text, given, { ownArea });
    if (own === undefined) untouched.add(translated.slice(call.start));
    else translated = translated.slice(0, startOfCall(tokens, at)) + own + translated.slice(call.end);
  }
}

/** Excel's functions that stand around prices, by their German, French and Spanish names. */
const LOCAL_NAMES = byName(
  'IF: WENN SI; IFERROR: WENNFEHLER SIERREUR SI.ERREUR SI.ERROR; IFNA: WENNNV SI.NON.DISP SI.ND; ' +
    'ISERROR: ISTFEHLER ESTERREUR ESERROR; AND: UND ET Y; OR: ODER OU O; NOT: NICHT NON; ' +
    'SUM: SUMME SOMME SUMA; SUMPRODUCT: SUMMENPRODUKT SOMMEPROD SUMAPRODUCTO; ' +
    'AVERAGE: MITTELWERT MOYENNE PROMEDIO; ROUND: RUNDEN ARRONDI REDONDEAR; ' +
    'ROUNDUP: AUFRUNDEN ARRONDI.SUP REDONDEAR.MAS; ROUNDDOWN: ABRUNDEN ARRONDI.INF REDONDEAR.MENOS; ' +
    'TEXT: TEXTE TEXTO; VALUE: WERT CNUM VALOR; TRIM: GLÄTTEN SUPPRESPACE ESPACIOS; ' +
    'SUBSTITUTE: WECHSELN SUBSTITUE SUSTITUIR; CONCATENATE: VERKETTEN CONCATENER CONCATENAR; ' +
    'LEFT: LINKS GAUCHE IZQUIERDA; RIGHT: RECHTS DROITE DERECHA; MID: TEIL STXT EXTRAE; ' +
    'INDEX: INDICE; MATCH: VERGLEICH EQUIV COINCIDIR; CHOOSE: WAHL CHOISIR ELEGIR; ' +
    'VLOOKUP: SVERWEIS RECHERCHEV BUSCARV; XLOOKUP: XVERWEIS RECHERCHEX BUSCARX; ' +
    'TRANSPOSE: MTRANS TRANSPONER; DATE: DATUM FECHA; ' +
    'YEAR: JAHR ANNEE AÑO; MONTH: MONAT MOIS MES; DAY: TAG JOUR DIA; EOMONTH: MONATSENDE FIN.MOIS FIN.MES; ' +
    'EDATE: EDATUM MOIS.DECALER FECHA.MES; WORKDAY: ARBEITSTAG SERIE.JOUR.OUVRE DIA.LAB; ' +
    'STOCKHISTORY: BÖRSENHISTORIE HISTORIQUE.ACTIONS HISTORIALCOTIZACIONES; ' +
    'TODAY: HEUTE AUJOURDHUI HOY; NOW: JETZT MAINTENANT AHORA',
);
const LOCAL_FLAGS = byName('TRUE: WAHR VRAI VERDADERO VERDADEIRO; FALSE: FALSCH FAUX FALSO');

/**
 * Workbooks give and take formulas in English; what is typed or pasted elsewhere may have the names of a country.
 *
 * @param others of functions that stand around no price, by those of countries
 */
export const withEnglishNames = (formula: string, others: Readonly<Record<string, string>> = {}): string =>
  withWords(formula, ({ type, text }, index, all) => {
    const name = text.toUpperCase();
    // No function in English has a letter such as Ä.
    if (type === 'func' || all[index + 1]?.text === '(') return LOCAL_NAMES[name] ?? others[name] ?? text;
    return (type.startsWith('range') ? LOCAL_FLAGS[name] : undefined) ?? text;
  });

/** A2.Price, Sheet1!$A$2.[Last trade time], Table1[@Stock].Price: the field of a data type, outside texts. */
const FIELD_OF_DATA_TYPE =
  /"(?:[^"]|"")*"|((?:(?:'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_]*)!)?\$?[A-Z]{1,3}\$?\d{1,7}(?:#|:\$?[A-Z]{1,3}\$?\d{1,7})?|(?:[\p{L}_][\p{L}\p{N}_.]*)?\[(?:[^[\]]|\[[^[\]]*\])*\])\.(?:\[([^[\]]+)\]|([A-Z]+)(?![\p{L}\p{N}_.(!]))/giu;

/** BLP|M!'EUR Curncy,[PX_LAST]': a link to a running program, outside texts. */
const LINK = /"(?:[^"]|"")*"|('[^']*'|[\w.]+)\|('[^']*'|[\w.]+)!('(?:[^']|'')*'|[\w.?]+)/g;

/** BDP ("EUR Curncy","PX_LAST"): Excel takes out the blank. Outside texts and names of sheets. */
const BLANK_BEFORE_BRACKET = /"(?:[^"]|"")*"|'(?:[^']|'')*'|([\w.]+)\s+(?=\()/g;

/** {=BDP("EUR Curncy","PX_LAST")}: as Excel shows what was entered as an array. A search puts "=" before it. */
const ARRAY_ENTERED = /^=?\{(=.*)\}$/s;

/** A formula of Google Sheets in a file for Excel, which has the last value beside it. */
const EXPORTED = /^=IFERROR\(__xludf\.DUMMYFUNCTION\("((?:[^"]|"")*)"\),.*\)$/is;

/**
 * With functions in place of what Excel writes otherwise: FIELDVALUE for the dots before the fields of its data types,
 * RTD for links, with the server "BLP|M".
 */
function withCalls(formula: string): string {
  return formula
    .replace(ARRAY_ENTERED, '$1')
    .replace(EXPORTED, (_, own: string) => `=${own.replaceAll('""', '"')}`)
    .replace(FIELD_OF_DATA_TYPE, (written, holder?: string, bracketed?: string, word?: string) =>
      holder === undefined ? written : `FIELDVALUE(${holder},"${bracketed ?? word ?? ''}")`,
    )
    .replace(BLANK_BEFORE_BRACKET, (written, name?: string) =>
      name !== undefined && isOtherFunction(name) ? name : written,
    )
    .replace(LINK, (written, ...[program, topic, item]: (string | undefined)[]) => {
      if (item === undefined) return written;
      const [symbol, field] = item.split(/,(.*)/s);
      return `RTD("${program}|${topic}",,"${symbol}","${(field ?? '').replaceAll(/[[\]]/g, '')}")`.replaceAll("'", '');
    });
}

/** With the file of the add-in before it, 'C:\x\Other.xlam'!, and the sign @, which would cut off what spills. */
function startOfCall(tokens: readonly FormulaToken[], at: number): number {
  let first = at;
  const isBefore = (test: (token: FormulaToken) => boolean): boolean => {
    const token = tokens[first - 1];
    if (!token || !test(token)) return false;
    first -= 1;
    return true;
  };
  if (isBefore((token) => isOperator(token, '!')))
    while (isBefore(({ type }) => /^(?:context|unknown|number)/.test(type)));
  isBefore((token) => isOperator(token, '@'));
  return tokens[first]!.start;
}

function givenBy(written: string, valuesOf: HeldValues): Given {
  // CONCATENATE(A2," US Equity") is A2&" US Equity". CONCAT joins the cells of ranges, too.
  const [joined] = callsIn(written);
  if (joined?.name === 'CONCATENATE' && joined.start === 0 && joined.end === written.length)
    return joined.arguments.flatMap((one) => givenBy(one, valuesOf));
  const tokens = tokensIn(written.trim());
  const pieces: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (isOperator(token, '(') || isOperator(token, '{')) depth += 1;
    if (isOperator(token, ')') || isOperator(token, '}')) depth -= 1;
    // Arguments that are separated as in another country.
    if (depth === 0 && isOperator(token, ';')) throw new Untranslatable('noOption', written);
    if (depth === 0 && isOperator(token, '&')) pieces.push([]);
    else pieces.at(-1)!.push(token.text);
  }
  return pieces
    .map((piece) => piece.join('').trim())
    .filter((piece) => piece !== '')
    .map((piece) => pieceOf(piece, valuesOf));
}

function pieceOf(written: string, valuesOf: HeldValues): GivenPiece {
  const literal = literalIn(written) ?? arrayIn(written);
  if (literal !== undefined) return { written, literal };
  const values = valuesOf(written.replace(/^@/, ''))?.filter((value) => value !== '' && errorIn(value) === undefined);
  return values && values.length > 0 ? { written, values } : { written };
}

/** {"PX_LAST","PX_OPEN"} as one text. */
function arrayIn(written: string): string | undefined {
  if (!/^\{.*\}$/s.test(written)) return undefined;
  const items = tokensIn(written.slice(1, -1)).filter((token) => token.type === 'string' || token.type === 'number');
  return items.map(({ text }) => String(literalIn(text) ?? '')).join();
}

/** Longer lists are not realistic, and slow to read. */
const MAX_CELLS = 20_000;

/** All formulas of other add-ins in the selection, with what becomes of them; undefined if it has too many cells. */
export async function planTranslations(
  workbook: Pick<Workbook, 'read'>,
  { others = [], ...first }: Selections,
  ownArea: string,
): Promise<readonly Translation[] | undefined> {
  const blocks = [first, ...others];
  if (blocks.some(({ rows, columns }) => rows * columns > MAX_CELLS)) return undefined;
  const cells = blocks.flatMap((block) => cellsIn(block).flat());
  const contents = await readBlocks(workbook, cells, (cell) => cell);
  const formulas = cells.map((cell) => ({ cell, before: contents.get(cell)![0]![0]!.formula }));
  return translateAll(workbook, formulas, ownArea);
}

/** A formula that is in no cell yet, as it would be translated in this one. Undefined if it is no other add-in's. */
export const planTranslation = async (
  workbook: Pick<Workbook, 'read'>,
  cell: Block,
  before: string,
  ownArea: string,
): Promise<Translation | undefined> => (await translateAll(workbook, [{ cell, before }], ownArea))[0];

async function translateAll(
  workbook: Pick<Workbook, 'read'>,
  all: readonly Pick<Translation, 'cell' | 'before'>[],
  ownArea: string,
): Promise<readonly Translation[]> {
  const theirs = all.filter(({ before }) =>
    tokensIn(withCalls(before)).some((token) => isCalled(token) && isOtherFunction(token.text)),
  );
  const keyOf = (reference: string, { sheet }: Block): string => `${sheet} ${reference}`;
  const blocks = new Map<string, Block>();
  for (const { cell, before } of theirs)
    for (const { text } of referencesIn(withCalls(before))) {
      const block = parseA1(text, cell.sheet);
      if (block && block.rows * block.columns <= MAX_CELLS) blocks.set(keyOf(text, cell), block);
    }
  const contents = await readBlocks(workbook, [...blocks.keys()], (key) => blocks.get(key)!).catch(
    () => new Map<string, never>(),
  );
  return theirs.flatMap(({ cell, before }): Translation[] => {
    const valuesOf: HeldValues = (reference) =>
      blockIn(reference, cell.sheet) &&
      contents.get(keyOf(reference, cell))?.flatMap((row) => row.map(({ value }) => value));
    try {
      const after = translateFormula(before, ownArea, valuesOf);
      return after === undefined ? [] : [{ cell, before, after }];
    } catch (error) {
      if (error instanceof Untranslatable) return [{ cell, before, after: error }];
      throw error;
    }
  });
}

/** The changes that writing them makes, in the form that fixing cells expects. */
export const plansOf = (translations: readonly Translation[]): FixPlan[] =>
  translations.flatMap(({ cell, before, after }) =>
    typeof after === 'string'
      ? [{ kinds: new Set(), names: [], edits: [{ cell, isFormula: true, before, after }] }]
      : [],
  );
