import { exampleArguments, type Ranges } from '../../../src/functions/help/formula-arguments';
import { dataType, type Formula } from './invocations';
import type { CellResult } from './cell-result';
import { BLANK, type Cell, cellsOf } from './workbook/cell';
import type { Evaluation } from './workbook/emulated-workbook';

/** As much of functions.json as says how Excel calls functions. */
export interface Metadata {
  readonly functions: readonly {
    readonly id: string;
    readonly parameters: readonly { readonly name: string; readonly dimensionality: 'scalar' | 'matrix' }[];
    readonly options?: { readonly stream?: boolean; readonly cancelable?: boolean };
  }[];
}

/** A formula such as =MD.HOURS("XNYS",,TRUE,A2:A4) as Excel calls it by the metadata. */
export function readFormula(text: string, metadata: Metadata, sheet: Ranges = {}): Formula {
  const id = /^=MD\.([A-Z]+)\(/.exec(text)?.[1];
  const known = metadata.functions.find((one) => one.id === id);
  if (!known) throw new SyntaxError(`Not a formula of MD: ${text}`);
  const dimensionalities = known.parameters.map(({ dimensionality }) => dimensionality);
  return { name: known.id, args: exampleArguments(text, { id: known.id, dimensionalities }, sheet) };
}

/** =MD.QUOTE("EURUSD")*2+MD.QUOTE("GBPUSD"): the calls that are added up, and by what each is multiplied. */
export function termsOf(text: string): readonly { readonly call: string; readonly factor: number }[] {
  const terms = text.slice(1).match(/(?:[^+"(]|"[^"]*"|\((?:[^"()]|"[^"]*"|\([^()]*\))*\))+/g) ?? [];
  return terms.map((term) => {
    const [, call = term, factor = '1'] = /^(.*\))\*([\d.]+)$/.exec(term) ?? [];
    return { call, factor: Number(factor) };
  });
}

/** The number in a function's result, which may be a data type. */
export function numberIn(result: CellResult): number {
  const [[cell] = []] = cellsOf(result);
  return Number(cell?.value);
}

/** References such as B7, 'My sheet'!$B$2:$C$5 and A:A. */
const REFERENCE =
  /(?:(?:'[^']+'|[\p{L}\p{N}_]+)!)?(?:\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?|\$?[A-Z]{1,3}:\$?[A-Z]{1,3})/gu;

/**
 * The cells that a formula refers to, as they are now; and, if one of them is an error, the result in an Excel that
 * does not call functions with errors.
 */
export function rangesIn(
  text: string,
  cellsAt: (reference: string) => Cell[][],
): { readonly ranges: Ranges; readonly error: Evaluation | undefined } {
  const references = text.replace(/"[^"]*"/g, '""').match(REFERENCE) ?? [];
  const blocks = references.map((reference) => [reference, cellsAt(reference)] as const);
  const wrong = blocks.flatMap(([, rows]) => rows.flat()).find(({ isError }) => isError);
  return {
    ranges: Object.fromEntries(blocks.map(([reference, rows]) => [reference, rows.map((row) => row.map(handedOver))])),
    error: wrong && { result: Promise.resolve({ error: String(wrong.value), message: '' }), cancel: () => undefined },
  };
}

/** A blank cell is null; an empty text is not blank. */
const handedOver = (cell: Cell): unknown =>
  cell === BLANK
    ? null
    : cell.isError
      ? dataType({ type: 'Error', basicType: 'Error', basicValue: cell.value })
      : cell.value;
