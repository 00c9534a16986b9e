import type { Block } from '../../core/sheet/a1';
import { runsOf } from '../../core/sheet/runs';
import { readFormulas } from './formulas';
import { readDependents } from './dependents';
import { defineHidden, deleteNames, readNames } from './names';
import { readPart, writePart } from './custom-xml-parts';
import { readCells } from './reading';
import { asOneUndo, blockOf, inExcel, untracked, PLACE, rangeOf, requireApi } from './run';
import { watchSelection } from './selection';
import { addSheet } from './sheets';
import { readSpillsInto } from './spills';
import { writeBlocks, writeCells } from './writing';
import { widenColumns } from './widen-columns';
import type {
  CellContent,
  CellWriting,
  FormulaCell,
  SpillingCell,
  Tracked,
  TrackedName,
  Workbook,
  WrittenBlock,
  NewSheet,
} from '../../app/host';

/** Blocks to calculate per message. */
const BLOCKS_PER_MESSAGE = 3_000;

/** The open workbook, through the Excel JavaScript API. Loaded on first use, never for cells alone. */
export class ExcelWorkbook implements Workbook {
  private constructor(readonly numberMarks: Workbook['numberMarks']) {}

  static async open(): Promise<ExcelWorkbook> {
    return new ExcelWorkbook(await inExcel(readNumberMarks).catch(() => undefined));
  }

  /** Excel does not tell it. If the decimal mark is a comma, it is a semicolon. */
  get listSeparator(): ',' | ';' {
    return this.numberMarks?.decimal === ',' ? ';' : ',';
  }

  selection(): Promise<Block> {
    return inExcel(async (context) => {
      const selected = untracked(context.workbook.getSelectedRanges().areas.getItemAt(0)).load(PLACE);
      await context.sync();
      return blockOf(selected);
    });
  }

  onSelectionChange(listener: () => void): () => void {
    return watchSelection(listener);
  }

  select(block: Block): Promise<void> {
    return inExcel(async (context) => {
      context.workbook.worksheets.getItem(block.sheet).activate();
      rangeOf(context, block).select();
      await context.sync();
    });
  }

  sheetNames(): Promise<string[]> {
    return inExcel(async (context) => {
      const sheets = context.workbook.worksheets.load('name');
      await context.sync();
      return sheets.items.map(({ name }) => name);
    });
  }

  formulas(): Promise<FormulaCell[]> {
    return inExcel(readFormulas);
  }

  async read(block: Block): Promise<CellContent[][]> {
    return (await this.readAll([block]))[0]!;
  }

  readAll(blocks: readonly Block[]): Promise<CellContent[][][]> {
    return inExcel((context) => readCells(context, blocks));
  }

  spillsInto(block: Block): Promise<SpillingCell[]> {
    return inExcel((context) => readSpillsInto(context, block));
  }

  dependents(blocks: readonly Block[]): Promise<Block[]> {
    return inExcel((context) => readDependents(context, blocks));
  }

  write(block: Block, cells: readonly (readonly (CellWriting | undefined)[])[]): Promise<void> {
    return inExcel((context) => writeCells(context, block, cells));
  }

  writeAll(parts: readonly WrittenBlock[]): Promise<void> {
    return asOneUndo((context) => writeBlocks(context, parts));
  }

  clear(block: Block): Promise<void> {
    return this.clearAll([block]);
  }

  clearAll(blocks: readonly Block[]): Promise<void> {
    return inExcel(async (context) => {
      for (const block of blocks) rangeOf(context, block).clear('Contents');
      await context.sync();
    });
  }

  calculate(blocks: readonly Block[]): Promise<void> {
    return inExcel(async (context) => {
      const runs = runsOf(blocks);
      for (let start = 0; start < runs.length; start += BLOCKS_PER_MESSAGE) {
        for (const run of runs.slice(start, start + BLOCKS_PER_MESSAGE)) rangeOf(context, run).calculate();
        await context.sync();
      }
    });
  }

  isManual(): Promise<boolean> {
    return inExcel(async (context) => {
      const application = context.application.load('calculationMode');
      await context.sync();
      return application.calculationMode === 'Manual';
    });
  }

  widen(block: Block, characters: readonly number[]): Promise<void> {
    return inExcel((context) => widenColumns(context, block, characters));
  }

  addSheet(sheet: NewSheet): Promise<string> {
    return inExcel((context) => addSheet(context, sheet));
  }

  track(names: readonly TrackedName[]): Promise<void> {
    return inExcel((context) => defineHidden(context, names));
  }

  tracked(prefix: string): Promise<Tracked> {
    return inExcel((context) => readNames(context, prefix));
  }

  untrack(names: readonly string[]): Promise<void> {
    return inExcel((context) => deleteNames(context, names));
  }

  readPart(namespace: string): Promise<string | undefined> {
    return inExcel((context) => readPart(context, namespace));
  }

  writePart(namespace: string, xml: string | undefined): Promise<void> {
    return inExcel((context) => writePart(context, namespace, xml));
  }
}

async function readNumberMarks(context: Excel.RequestContext): Promise<Workbook['numberMarks']> {
  requireApi('1.11', 'say how it writes numbers');
  const application = context.application.load(['decimalSeparator', 'thousandsSeparator']);
  await context.sync();
  return { decimal: application.decimalSeparator, thousands: application.thousandsSeparator };
}
