import type { Block } from '../../core/sheet/a1';
import { isSetSupported } from '../features';
import { loadInPieces } from './pieces';
import { withRegisteredNames } from './registered-names';
import type { CellContent, CellValue } from '../../app/host';

const PROPERTIES = 'formulas,values,numberFormat';

/** A cell as a data type; older clients lack the property. */
interface WithDataTypes {
  readonly valuesAsJson?: readonly (readonly { readonly numberFormat?: string }[])[];
}

/** The cells of blocks anywhere, each row by row. */
export async function readCells(context: Excel.RequestContext, blocks: readonly Block[]): Promise<CellContent[][][]> {
  if (!isSetSupported('ExcelApi', '1.16')) return readWith(context, blocks, PROPERTIES);
  try {
    return await readWith(context, blocks, `${PROPERTIES},valuesAsJson`);
  } catch {
    // Some versions of Excel claim to have data types but do not.
    return readWith(context, blocks, PROPERTIES);
  }
}

async function readWith(
  context: Excel.RequestContext,
  blocks: readonly Block[],
  properties: string,
): Promise<CellContent[][][]> {
  const read = blocks.map((block) => ({
    ...block,
    whole: block,
    contents: Array.from({ length: block.rows }, (): CellContent[] => []),
  }));
  await loadInPieces(context, read, properties, (range, { whole, contents, ...piece }) => {
    const { formulas, values, numberFormat } = range;
    const { valuesAsJson } = range as WithDataTypes;
    for (let row = 0; row < piece.rows; row += 1) {
      for (let column = 0; column < piece.columns; column += 1) {
        const value = values[row]?.[column] as CellValue;
        contents[piece.row - whole.row + row]![piece.column - whole.column + column] = {
          formula: formulaIn(formulas[row]?.[column], value),
          value,
          format: lookOf(String(numberFormat[row]?.[column]), valuesAsJson?.[row]?.[column]?.numberFormat),
        };
      }
    }
  });
  return read.map(({ contents }) => contents);
}

/** Excel returns only the cell's own format. The value's format is shown if the cell has none. */
const lookOf = (own: string, ofValue: string | undefined): string => (own === 'General' ? (ofValue ?? own) : own);

/** For a constant Excel returns the constant as its formula, even for a text that begins with "=". */
const formulaIn = (content: unknown, value: unknown): string =>
  typeof content === 'string' && content.startsWith('=') && content !== value ? withRegisteredNames(content) : '';
