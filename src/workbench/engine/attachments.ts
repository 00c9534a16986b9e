import type { Spreadsheet } from '../sheet/spreadsheet';
import type { TrackedName, Tracked } from '../../app/host';
import { RefRangeService } from '@univerjs/preset-sheets-core';
import {
  CommandType,
  type IDisposable,
  type IRange,
  IUndoRedoService,
  type Nullable,
  RedoCommand,
  UndoCommand,
} from '@univerjs/core';
import { blockOfEngineRange, engineRangeOf } from './cell-position';
import { a1, type Block } from '../../core/sheet';
import type { FileTable } from './structured-references';

/** The product's data in a saved workbook, in the engine's field for such data (`custom`). */
export interface SavedAttachments {
  readonly parts?: Readonly<Record<string, string>>;
  readonly tracked?: Readonly<Record<string, SavedName>>;
  readonly file?: FileFacts;
}

/**
 * The product's data in the open workbook: blocks by name, XML documents by namespace, and what its file had beside the
 * grid.
 */
export class Attachments {
  readonly tracked: TrackedBlocks;
  readonly #tableBlocks: TrackedBlocks;
  #parts = new Map<string, string>();
  #file: FileFacts = {};

  constructor(
    private readonly sheet: Spreadsheet,
    private readonly onChange: () => void,
  ) {
    this.tracked = new TrackedBlocks(sheet, onChange);
    this.#tableBlocks = new TrackedBlocks(sheet, onChange);
    sheet.tables = () => this.tables;
    sheet.commands.registerCommand({
      id: FIND_AGAIN,
      type: CommandType.MUTATION,
      handler: (_, { lost: [ofRecords, ofTables] }: { readonly lost: readonly [LostBlocks, LostBlocks] }) => {
        this.tracked.findAgain(ofRecords);
        this.#tableBlocks.findAgain(ofTables);
        return true;
      },
    });
    sheet.commands.registerCommand({
      id: RESIZE_TABLE,
      type: CommandType.MUTATION,
      handler: (_, { name, ...params }: TableResizing) => {
        const block = this.tables.find((one) => one.name === name)?.block;
        // A step of the pane brings the blocks and moves back by itself.
        if (!block || a1(block) === a1(blockOfEngineRange('', params.resized))) return true;
        this.#tableBlocks.findAgain([{ name, index: 0, block: { sheetId: params.subUnitId, range: params.resized } }]);
        this.#noteMove(RESIZE_TABLE, params);
        return true;
      },
    });
    sheet.commands.onCommandExecuted(({ id, type, params }, options) => {
      // Those of the formula bar come within others, before there is a step.
      if (type === CommandType.COMMAND && !id.startsWith('doc.')) this.#undoLosses(id);
      if (MOVES.test(id) || id === KEEP_ANSWERS) this.#noteMove(id, params);
      // Others are made for results that would not be seen.
      if (SIZES.test(id) && options?.fromFormula !== true) this.#file = { ...this.#file, areColumnsChanged: true };
    });
    // Created first: others read from it as soon as another workbook is open.
    sheet.onOpen(() => this.#load((sheet.workbook.getSnapshot().custom ?? {}) as SavedAttachments));
  }

  /** What the opened file had; without the blocks of its tables, which may have moved. */
  get file(): Omit<FileFacts, 'tableBlocks'> {
    return this.#file;
  }

  /** The tables of the opened file whose cells are still there, where they are now. */
  get tables(): FileTable[] {
    const blocks = this.#tableBlocks.startingWith('');
    return (this.#file.tables ?? []).flatMap((table) => {
      const [block] = blocks.get(table.name) ?? [];
      return block ? [{ ...table, block }] : [];
    });
  }

  /** The blocks of the opened file that are changed as a whole, where they are now. */
  get fixedBlocks(): { readonly block: Block; readonly isArray: boolean }[] {
    return [...this.#tableBlocks.startingWith(FIXED)].flatMap(([name, [block]]) =>
      block ? [{ block, isArray: name.startsWith(FIXED_ARRAY) }] : [],
    );
  }

  /** Notes what the engine made of formulas where the opened file has something else. */
  noteCalculated(calculated: NonNullable<FileFacts['calculated']>): void {
    this.#file = { ...this.#file, calculated };
  }

  trackName(names: readonly TrackedName[]): void {
    for (const one of names) this.tracked.trackName(one);
    this.onChange();
  }

  untrackNames(names: readonly string[]): void {
    for (const name of names) this.tracked.untrackName(name);
    this.onChange();
  }

  partOf(namespace: string): string | undefined {
    return this.#parts.get(namespace);
  }

  setPart(namespace: string, xml: string | undefined): void {
    if (xml === undefined) this.#parts.delete(namespace);
    else this.#parts.set(namespace, xml);
    this.onChange();
  }

  save(): Required<SavedAttachments> {
    const file = { ...this.#file, tableBlocks: this.#tableBlocks.savedNames() };
    return { parts: Object.fromEntries(this.#parts), tracked: this.tracked.savedNames(), file };
  }

  restore(saved: SavedAttachments): void {
    this.#load(saved);
    this.onChange();
  }

  /** When rows or columns come, go or move, the unknown parts of the file no longer fit. */
  #noteMove(id: string, params: unknown): void {
    if (this.#file.package === undefined) return;
    const ranges = JSON.stringify(params, (name, value: unknown) => (NOT_OF_MOVES.has(name) ? undefined : value));
    this.#file = { ...this.#file, moves: [...(this.#file.moves ?? []), `${id} ${ranges}`] };
  }

  /** Undo of what deleted the cells of blocks finds them again, as their last step. */
  #undoLosses(id: string): void {
    const lost = [this.tracked.takeLost(), this.#tableBlocks.takeLost()] as const;
    if (lost.every(({ length }) => length === 0) || id === UndoCommand.id || id === RedoCommand.id) return;
    const step = this.sheet.serviceOf(IUndoRedoService).pitchTopUndoElement();
    step?.undoMutations.push({ id: FIND_AGAIN, params: { lost } });
  }

  /** Drops what was there before. */
  #load({ parts = {}, tracked = {}, file = {} }: SavedAttachments): void {
    this.#parts = new Map(Object.entries(parts));
    this.tracked.loadNames(tracked);
    this.#file = file;
    this.#tableBlocks.loadNames(file.tableBlocks ?? {});
  }
}

/** How the names of fixed blocks begin, unlike those of tables: of what-if tables, and of array formulas. */
export const [FIXED, FIXED_ARRAY] = ['{', '{='];

/** Gives a table other cells. */
export const RESIZE_TABLE = 'workbench.mutation.resize-table';

interface TableResizing {
  readonly name: string;
  readonly subUnitId: string;
  readonly range: IRange;
  readonly resized: IRange;
  readonly headerRows: number;
}

const FIND_AGAIN = 'workbench.mutation.find-blocks-again';

/** Executed with what moves cells by itself, so that they keep their answers; also when that is undone. */
export const KEEP_ANSWERS = 'workbench.mutation.keep-answers';
/** The engine's mutations that move rows, columns and cells. */
export const MOVES = /^sheet\.mutation\.(?:insert-(?:row|col)|remove-(?:rows|col)|move-(?:rows|columns|range))$/;
/** What changes the widths of columns, or hides and shows them. */
const SIZES = /^sheet\.mutation\.(?:set-worksheet-col-width|set-col-(?:hidden|visible))$/;
const NOT_OF_MOVES = new Set(['rowInfo', 'colInfo', 'trigger', 'unitId', 'rangeType', 'sheetId', 'value']);

/** A table of the opened file without its block, which is tracked. */
type SavedTable = Omit<FileTable, 'block'>;

/** What the opened file had and the grid does not show, but a download writes again. */
export interface FileFacts {
  readonly tables?: readonly SavedTable[];
  /** Where the tables and the fixed blocks are now, by their names. */
  readonly tableBlocks?: Readonly<Record<string, SavedName>>;
  /** Formulas with structured references, as in the file, by the id of their sheet; those of names under "". */
  readonly structured?: Readonly<Record<string, readonly string[]>>;
  /** Whether the file counts days from 1904. The workbench counts from 1900, and moves the dates. */
  readonly countsFrom1904?: boolean;
  /** How often circles are calculated at most, and until they change no more than this; undefined for not at all. */
  readonly repetition?: { readonly times: number; readonly change: number } | undefined;
  /** The opened file itself, in Base64: a download keeps what nobody changed. */
  readonly package?: string;
  /** How rows and columns came, went or moved since it was opened, and cells were moved. */
  readonly moves?: readonly string[];
  /** Whether somebody has changed columns since it was opened. */
  readonly areColumnsChanged?: boolean;
  /** What the engine made of formulas where the file has something else, by the id of the sheet and the address. */
  readonly calculated?: Readonly<Record<string, Readonly<Record<string, string | number | boolean | null>>>>;
}

/** A tracked block as saved; without a range, its cells have been deleted. */
export interface SavedBlock {
  readonly sheetId: string;
  readonly range?: IRange;
}

/** The blocks of a name as saved; a name used to have only one. */
export type SavedName = SavedBlock | readonly SavedBlock[];

/** Blocks of which cells were deleted, by their names and their numbers among those of a name. */
type LostBlocks = readonly { readonly name: string; readonly index: number; readonly block: SavedBlock }[];

interface TrackedBlock {
  readonly sheetId: string;
  range: Nullable<IRange>;
  watch: IDisposable;
}

/**
 * Named blocks of the open workbook, which follow their cells wherever these are moved. The engine's own defined names
 * would follow too, but the engine suggests them to the user even if they are hidden.
 */
export class TrackedBlocks {
  readonly #names = new Map<string, readonly TrackedBlock[]>();
  /** What those were of which cells were just deleted: lines that come back at an edge would not be in them. */
  readonly #lost = new Map<TrackedBlock, IRange>();

  constructor(
    private readonly sheet: Spreadsheet,
    private readonly onMove: () => void,
  ) {}

  trackName({ name, blocks }: TrackedName): void {
    this.untrackName(name);
    this.#names.set(
      name,
      blocks.map((block) =>
        this.#watch({ sheetId: this.sheet.positionOf(block).sheetId, range: engineRangeOf(block) }),
      ),
    );
  }

  untrackName(name: string): void {
    for (const { watch } of this.#names.get(name) ?? []) watch.dispose();
    this.#names.delete(name);
  }

  startingWith(prefix: string): Tracked {
    const matching = [...this.#names].filter(([name]) => name.startsWith(prefix));
    return new Map(
      matching.map(([name, blocks]) => [
        name,
        blocks.map(({ sheetId, range }) => {
          const worksheet = this.sheet.workbook.getSheetBySheetId(sheetId);
          return worksheet && range ? blockOfEngineRange(worksheet.getName(), range) : undefined;
        }),
      ]),
    );
  }

  savedNames(): Record<string, SavedName> {
    return Object.fromEntries(
      [...this.#names].map(([name, blocks]) => [
        name,
        blocks.map(({ sheetId, range }) => (range ? { sheetId, range } : { sheetId })),
      ]),
    );
  }

  /** Drops the previous workbook's blocks. */
  loadNames(saved: Readonly<Record<string, SavedName>>): void {
    for (const name of [...this.#names.keys()]) this.untrackName(name);
    for (const [name, blocks] of Object.entries(saved))
      this.#names.set(
        name,
        [blocks].flat().map((block) => this.#watch(block)),
      );
  }

  /** What was lost since it was last called. */
  takeLost(): LostBlocks {
    if (this.#lost.size === 0) return [];
    const lost = [...this.#names].flatMap(([name, blocks]) =>
      blocks.flatMap((tracked, index) => {
        const range = this.#lost.get(tracked);
        return range ? [{ name, index, block: { sheetId: tracked.sheetId, range } }] : [];
      }),
    );
    this.#lost.clear();
    return lost;
  }

  findAgain(lost: LostBlocks): void {
    for (const { name, index, block } of lost) {
      const blocks = this.#names.get(name);
      if (!blocks?.[index]) continue;
      blocks[index].watch.dispose();
      this.#names.set(name, blocks.with(index, this.#watch(block)));
    }
    if (lost.length > 0) this.onMove();
  }

  #watch({ sheetId, range }: SavedBlock): TrackedBlock {
    const tracked: TrackedBlock = { sheetId, range, watch: { dispose: () => undefined } };
    if (!range) return tracked;
    tracked.watch = this.sheet
      .serviceOf(RefRangeService)
      .watchRange(this.sheet.workbook.getUnitId(), sheetId, range, (before, after) => {
        if (!this.#lost.has(tracked) && isSmaller(after, before)) this.#lost.set(tracked, before);
        tracked.range = after;
        this.onMove();
      });
    return tracked;
  }
}

const isSmaller = (after: Nullable<IRange>, before: IRange): boolean =>
  !after ||
  after.endRow - after.startRow < before.endRow - before.startRow ||
  after.endColumn - after.startColumn < before.endColumn - before.startColumn;
