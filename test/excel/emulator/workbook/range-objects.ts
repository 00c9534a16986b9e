import { type HostObject, Refusal } from '../process-query';
import type { Cell, Value } from './cell';
import type { EmulatedSheet } from './emulated-sheet';
import type { EmulatedWorkbook } from './emulated-workbook';
import { conditionalFormats, notes } from './sheet-looks';
import { sheetObject } from './workbook-objects';
import { a1, a1WithSheet, type Block } from '../../../../src/core/sheet';

/** Objects of blocks, so that one that is passed as an argument is known again. */
const blocks = new WeakMap<HostObject, Block>();

export const blockOfObject = (range: HostObject): Block => blocks.get(range)!;

/** An Excel.Range. */
export function rangeObject(workbook: EmulatedWorkbook, block: Block): HostObject {
  const sheet = workbook.sheet(block.sheet);
  const rows =
    <Content>(read: (cell: Cell, row: number, column: number) => Content) =>
    (): Content[][] =>
      Array.from({ length: block.rows }, (_, row) =>
        Array.from({ length: block.columns }, (__, column) =>
          read(sheet.cell(block.row + row, block.column + column), block.row + row, block.column + column),
        ),
      );
  const range: HostObject = {
    isKept: true,
    properties: {
      Address: () => a1WithSheet(block),
      RowIndex: () => block.row,
      ColumnIndex: () => block.column,
      RowCount: () => block.rows,
      ColumnCount: () => block.columns,
      Formulas: rows(({ formula, value }) => formula ?? value),
      Values: rows(({ value }) => value),
      ValueTypes: rows((cell, row, column) => typeOf(cell, sheet.isFull(row, column))),
      Text: rows(({ value }) => (typeof value === 'boolean' ? String(value).toUpperCase() : String(value))),
      NumberFormat: rows((_, row, column) => sheet.format(row, column)),
      ValuesAsJson: () => {
        if (!workbook.hasDataTypes) throw new Refusal('ApiNotFound');
        return rows(asJson)();
      },
      RowHidden: () => {
        const hidden = rowsOf(block).map((row) => sheet.hiddenRows.has(row));
        return hidden.every((one) => one === hidden[0]) ? hidden[0] : null;
      },
      HasSpill: () => {
        const [first, ...others] = rows((_, row, column) => sheet.spillOver(row, column) !== undefined)().flat();
        return others.every((isSpilled) => isSpilled === first) ? first : null;
      },
    },
    settable: {
      Formulas: (contents: (Value | null)[][]) =>
        eachOf(block, asFarAsShown(sheet, block, contents), (content, cell) => workbook.enter(cell, content)),
      NumberFormat: (formats: (string | null)[][]) => {
        if (sheet.isProtected) throw new Refusal('AccessDenied');
        workbook.beginStep();
        eachOf(block, asFarAsShown(sheet, block, formats), (format, { row, column }) => {
          sheet.setFormat(row, column, format);
        });
        workbook.onFormats();
      },
    },
    methods: {
      Calculate: () => {
        workbook.calculated.push(block);
        if (workbook.asksAgain) workbook.calculate(block);
        workbook.onCalculated();
      },
      Clear: (what: string) => {
        if (what !== 'Contents')
          throw new Refusal('NotImplemented', `The emulated Excel clears contents only, not ${what}`);
        for (const [row, column] of sheet
          .places(block)
          .filter(([one]) => block.rows === 1 || !sheet.hiddenRows.has(one)))
          workbook.enter({ ...block, row, column, rows: 1, columns: 1 }, '');
      },
      Select: () => {
        workbook.selected = [block];
        workbook.onSelect();
      },
      // The client sets a large array in strips of about 1,500 cells.
      _ValidateArraySize: (rowCount: number, columnCount: number) => {
        if (rowCount !== block.rows || columnCount !== block.columns) throw new Refusal('InvalidArgument');
      },
    },
    children: {
      Worksheet: () => sheetObject(workbook, sheet),
      GetRow: (row: number) => rangeObject(workbook, { ...block, row: block.row + row, rows: 1 }),
      GetBoundingRect: (other: HostObject) => rangeObject(workbook, around(block, blockOfObject(other))),
      Format: () => formatObject(sheet, block),
      GetDependents: () => areasObject(workbook.dependentsOf(block)),
      ConditionalFormats: () => conditionalFormats(sheet, a1(block)),
      GetSpillParentOrNullObject: () => {
        workbook.askedForSpill.push(block);
        const spill = sheet.spillOver(block.row, block.column);
        return spill
          ? rangeObject(workbook, { ...block, row: spill.row, column: spill.column, rows: 1, columns: 1 })
          : null;
      },
      GetSpillingToRangeOrNullObject: () => {
        const spill = sheet.spillFrom(block.row, block.column);
        return spill ? rangeObject(workbook, { ...spill, sheet: block.sheet }) : null;
      },
    },
  };
  blocks.set(range, block);
  return range;
}

const rowsOf = ({ row, rows }: Block): number[] => Array.from({ length: rows }, (_, down) => row + down);

/**
 * What becomes of an array that is set: beside hidden rows, each row that is shown gets the first one of the array.
 * A row by itself gets its own, hidden or not.
 */
function asFarAsShown<Content>(
  { hiddenRows }: EmulatedSheet,
  block: Block,
  contents: (Content | null)[][],
): (Content | null)[][] {
  const rows = rowsOf(block);
  if (rows.length === 1 || !rows.some((row) => hiddenRows.has(row))) return contents;
  return contents.map((_, down) => contents[0]!.map((content) => (hiddenRows.has(rows[down]!) ? null : content)));
}

/** The smallest block that holds both, of one sheet. */
function around(one: Block, other: Block): Block {
  const [row, column] = [Math.min(one.row, other.row), Math.min(one.column, other.column)];
  const [bottom, right] = [
    Math.max(one.row + one.rows, other.row + other.rows),
    Math.max(one.column + one.columns, other.column + other.columns),
  ];
  return { ...one, row, column, rows: bottom - row, columns: right - column };
}

/** An Excel.WorkbookRangeAreas; Excel has none without areas. */
function areasObject(found: readonly Block[]): HostObject {
  if (found.length === 0) throw new Refusal('ItemNotFound');
  const sheets = [...new Set(found.map(({ sheet }) => sheet))];
  return {
    isKept: true,
    properties: {
      Addresses: () =>
        sheets.map((sheet) =>
          found
            .filter((block) => block.sheet === sheet)
            .map(a1WithSheet)
            .join(', '),
        ),
    },
  };
}

/** Sets what a 2D array of the block's size holds; null leaves a cell as it is. */
function eachOf<Content>(
  block: Block,
  contents: (Content | null)[][],
  set: (content: Content, cell: Block) => void,
): void {
  if (contents.length !== block.rows || contents.some((row) => row.length !== block.columns))
    throw new Refusal('InvalidArgument', 'The array has not the size of the range');
  for (const [row, line] of contents.entries()) {
    for (const [column, content] of line.entries()) {
      if (content !== null)
        set(content, { ...block, row: block.row + row, column: block.column + column, rows: 1, columns: 1 });
    }
  }
}

/** A cell as a data type. */
const asJson = ({ value, isError, valueFormat }: Cell): unknown => ({
  type: isError ? 'Error' : typeof value === 'number' ? 'Double' : typeof value === 'string' ? 'String' : 'Boolean',
  basicValue: value,
  ...(valueFormat !== undefined && { numberFormat: valueFormat }),
});

const typeOf = ({ value, isError }: Cell, isFull: boolean): string => {
  if (isError) return 'Error';
  if (!isFull) return 'Empty';
  return { string: 'String', number: 'Double', boolean: 'Boolean' }[typeof value as 'string' | 'number' | 'boolean'];
};

/** An Excel.RangeFormat; what is drawn is noted down. */
function formatObject(sheet: EmulatedSheet, block: Block): HostObject {
  const at = a1(block);
  const locks = sheet.places(block).map(([row, column]) => sheet.isLocked(row, column));
  return {
    settable: notes(sheet, `${at} `, 'ColumnWidth', 'HorizontalAlignment'),
    children: {
      Font: () => ({ settable: notes(sheet, `${at} Font.`, 'Bold', 'Italic', 'Color', 'Size') }),
      Fill: () => ({ settable: notes(sheet, `${at} Fill.`, 'Color') }),
      Borders: () => ({
        children: { '[]': (edge: string) => ({ settable: notes(sheet, `${at} ${edge}.`, 'Style', 'Color') }) },
      }),
      Protection: () => ({
        properties: { Locked: () => (locks.every((lock) => lock === locks[0]) ? locks[0] : null) },
      }),
    },
  };
}
