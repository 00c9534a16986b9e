import { type Block, runsOf, blocksOfFormula, formulaOfBlocks, a1WithSheet, parseA1 } from '../../core/sheet';
import { readDefinedNames, readFormulas, readSpillsInto, readTables } from './formulas';
import { asOneUndo, blockOf, refusalOf, inExcel, inMessages, PLACE, rangeOf } from './run';
import { addSheet } from './sheets';
import type { Outline, Selections, Workbook, WorkbookEvent, WrittenBlock, Tracked, TrackedName } from '../../app/host';
import { readCells, writeParts } from './cells';

/** What is done in Excel, as a method of the workbook. */
const asked =
  <Args extends unknown[], T>(act: (context: Excel.RequestContext, ...args: Args) => Promise<T>) =>
  (...args: Args): Promise<T> =>
    inExcel((context) => act(context, ...args));

/** The open workbook, through the Excel JavaScript API. Loaded on first use, never for cells alone. */
export class ExcelWorkbook implements Workbook {
  private constructor(readonly numberMarks: Workbook['numberMarks']) {}

  static async open(): Promise<ExcelWorkbook> {
    return new ExcelWorkbook(await inExcel(readNumberMarks).catch(() => undefined));
  }

  /** Excel does not report it. If the decimal mark is a comma, it is a semicolon. */
  get listSeparator(): ',' | ';' {
    return this.numberMarks?.decimal === ',' ? ';' : ',';
  }

  selection(): Promise<Selections> {
    return inExcel(async (context) => {
      const areas = context.workbook.getSelectedRanges().areas.load(PLACE);
      await context.sync();
      const [first, ...others] = areas.items.map(blockOf);
      return { ...first!, ...(others.length > 0 && { others }) };
    });
  }

  /** Excel does not tell an add-in about undo, and gives every workbook a page of its own. */
  on(event: WorkbookEvent, listener: () => void): () => void {
    return event === 'selected' ? watchSelection(listener) : () => undefined;
  }

  select(block: Block): Promise<void> {
    return inExcel(async (context) => {
      const sheet = context.workbook.worksheets.getItem(block.sheet).load('visibility');
      await context.sync();
      if (sheet.visibility !== 'Visible') throw new Error(`The sheet "${block.sheet}" is hidden: unhide it first`);
      sheet.activate();
      rangeOf(context, block).select();
      await context.sync();
    });
  }

  outline(): Promise<Outline> {
    return inExcel(async (context) => {
      const sheets = context.workbook.worksheets.load('name');
      const application = context.application.load('calculationMode');
      const tables = await readTables(context);
      const names = await readDefinedNames(context);
      return {
        sheets: sheets.items.map(({ name }) => name),
        tables,
        names,
        isManual: application.calculationMode === 'Manual',
      };
    });
  }

  readonly formulas = asked(readFormulas);
  readonly read = asked(readCells);
  readonly spillsInto = asked(readSpillsInto);
  readonly dependents = asked(readDependents);
  readonly addSheet = asked(addSheet);
  readonly track = asked(defineHidden);
  readonly tracked = asked(readNames);
  readonly readPart = asked(readPart);
  readonly writePart = asked(writePart);

  write(parts: readonly WrittenBlock[]): Promise<void> {
    return asOneUndo((context) => writeParts(context, parts));
  }

  calculate(what: readonly Block[] | 'changed'): Promise<void> {
    return inExcel(async (context) => {
      if (what === 'changed') {
        // `Range.calculate` would leave out what depends on the cells through others (office-js #5063, #6555).
        context.workbook.application.calculate('Recalculate');
        await context.sync();
        return;
      }
      await inMessages(context, runsOf(what), BLOCKS_PER_MESSAGE, (run) => rangeOf(context, run).calculate());
    });
  }

  /** Excel groups the changes of one message alone. */
  asOneStep<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}

const BLOCKS_PER_MESSAGE = 3_000;

async function readNumberMarks(context: Excel.RequestContext): Promise<Workbook['numberMarks']> {
  const application = context.application.load(['decimalSeparator', 'thousandsSeparator']);
  await context.sync();
  return { decimal: application.decimalSeparator, thousands: application.thousandsSeparator };
}

/**
 * Calls the listener when other cells are selected, or the contents of cells change. Returns an unsubscribe function,
 * which works even before Excel has subscribed.
 */
function watchSelection(listener: () => void): () => void {
  const tell = (): Promise<void> => {
    listener();
    return Promise.resolve();
  };
  const handlers = inExcel(async (context) => {
    const { workbook } = context;
    const added = [workbook.onSelectionChanged.add(tell), workbook.worksheets.onChanged.add(tell)];
    await context.sync();
    return added;
  });
  // If Excel does not report its selection, it is still read on request.
  handlers.catch(() => undefined);
  return () => {
    handlers
      .then((added) =>
        Excel.run(added[0]!.context, async (context) => {
          for (const handler of added) handler.remove();
          await context.sync();
        }),
      )
      .catch(() => undefined);
  };
}

/** The XML of the workbook's part with a namespace; undefined if there is none. */
async function readPart(context: Excel.RequestContext, namespace: string): Promise<string | undefined> {
  const [part] = await findParts(context, namespace);
  if (!part) return undefined;
  const xml = part.getXml();
  await context.sync();
  return xml.value;
}

/** Writes or replaces the part; removes it if there is no XML. */
async function writePart(context: Excel.RequestContext, namespace: string, xml: string | undefined): Promise<void> {
  const [part, ...others] = await findParts(context, namespace);
  for (const other of others) other.delete();
  if (xml === undefined) part?.delete();
  else if (part) part.setXml(xml);
  else context.workbook.customXmlParts.add(xml);
  await context.sync();
}

async function findParts(context: Excel.RequestContext, namespace: string): Promise<Excel.CustomXmlPart[]> {
  const parts = context.workbook.customXmlParts.getByNamespace(namespace).load('id');
  await context.sync();
  return parts.items;
}

/**
 * The data for one name takes up to about 600 bytes of a message's 5 MB, or what the formulas of a few hundred take.
 */
const NAMES_PER_MESSAGE = 500;

/**
 * Defines or replaces names that are hidden from users. Excel moves their cells with their rows. Several blocks are one
 * formula: Excel would need minutes for a name for each of thousands of cells. Rejects if Excel does not keep it.
 */
async function defineHidden(context: Excel.RequestContext, all: readonly TrackedName[]): Promise<void> {
  const { names } = context.workbook;
  await inMessages(context, all, NAMES_PER_MESSAGE, ({ name, blocks }) => {
    names.getItemOrNullObject(name).delete();
    if (blocks.length === 0) return;
    const isOne = blocks.length === 1;
    names.add(name, isOne ? rangeOf(context, blocks[0]!) : `=${formulaOfBlocks(blocks)}`).visible = false;
  });
  const together = all.filter(({ blocks }) => blocks.length > 1);
  if (together.length === 0) return;
  const added = together.map(({ name }) => names.getItem(name).load('formula'));
  await context.sync();
  const isKept = added.every(({ formula }, index) => {
    const { blocks } = together[index]!;
    return formulaOfBlocks(blocksOfFormula(String(formula))) === formulaOfBlocks(blocks);
  });
  if (!isKept) throw new Error('This Excel does not track several blocks under one name');
}

/** The blocks of the names with a prefix; undefined where Excel has only #REF! left. */
async function readNames(context: Excel.RequestContext, prefix: string): Promise<Tracked> {
  const names = context.workbook.names.load('name,formula');
  await context.sync();
  return new Map(
    names.items
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, formula }) => [name, blocksOfFormula(String(formula))]),
  );
}

/** All cells whose formulas depend on the blocks, directly or through others. */
async function readDependents(context: Excel.RequestContext, blocks: readonly Block[]): Promise<Block[]> {
  const byAddress = new Map<string, Block>();
  for (const block of blocks)
    for (const one of await dependentsOfOne(context, block)) byAddress.set(a1WithSheet(one), one);
  return [...byAddress.values()];
}

/** One message per block: if a block has no dependents, Excel refuses the whole message. */
async function dependentsOfOne(context: Excel.RequestContext, block: Block): Promise<readonly Block[]> {
  const areas = rangeOf(context, block).getDependents().load('addresses');
  try {
    await context.sync();
  } catch (error) {
    if (refusalOf(error) === 'ItemNotFound') return [];
    throw error;
  }
  return areas.addresses.flatMap((addresses) => listedBlocks(addresses, block.sheet));
}

/** "Sheet1!A1:B4, 'My, sheet'!D1" → its blocks. @internal */
export const listedBlocks = (addresses: string, sheet: string): readonly Block[] =>
  [...addresses.matchAll(/(?:(?:'(?:[^']|'')+'|[^'!,]+)!)?[^,!]+/g)].flatMap(
    ([address]) => parseA1(address, sheet) ?? [],
  );
