import {
  CommandType,
  type ICellData,
  type ICommandInfo,
  type IMutationInfo,
  type IRange,
  type IUnitRange,
  RANGE_TYPE,
} from '@univerjs/core';
import {
  IActiveDirtyManagerService,
  EffectRefRangId,
  InsertColCommand,
  type IMoveRangeCommandParams,
  LexerTreeBuilder,
  MoveRangeCommand,
  RemoveColCommand,
  RemoveRowCommand,
  RemoveSheetCommand,
  sequenceNodeType,
  SetDefinedNameMutation,
  SetWorksheetNameCommand,
  SheetInterceptorService,
  UpdateFormulaController,
} from '@univerjs/preset-sheets-core';
import { Pauses } from '../../core/pauses';
import { type Block, parseA1 } from '../../core/sheet';
import type { FileTable } from '../engine/structured-references';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { formulaAfter, type LineEdit, linesAfter, LOST, referenceAfter, unquoted } from '../engine/line-edits';
import { forgetParsedFormulas } from './parsed-formulas';

interface Steps {
  undos: ICommandInfo[];
  redos: ICommandInfo[];
}

/** What the engine's controller keeps to itself. */
interface FormulaUpdates {
  /** What becomes of all formulas when a command is executed. */
  _getUpdateFormula(command: ICommandInfo): Steps;
  _formulaDataModel: { getFormulaData: () => FormulasOfSheets };
}

/** By workbook, sheet, row and column. */
type FormulasOfSheets = Record<string, Record<string, Record<number, Record<number, object>>>>;

/** Formulas of one sheet and where they stand. */
interface PlacedFormulas {
  readonly sheetId: string;
  readonly rows: number[];
  readonly columns: number[];
  readonly formulas: string[];
}

interface SetFormulas {
  readonly unitId: string;
  readonly sheets: readonly PlacedFormulas[];
  /** The places where formulas are or were. */
  readonly dirty: readonly IUnitRange[];
}

/** A formula without its cells: what stands between its references, and of each of these, what stands between its cells. */
interface FormulaShape {
  readonly between: readonly string[];
  readonly references: readonly { readonly prefix: string; readonly parts: readonly string[] }[];
}

/** Rows or columns that come to a sheet or go. */
interface EngineEdit extends LineEdit {
  readonly unitId: string;
  readonly sheetId: string;
  readonly grown: readonly Block[];
}

type IsCandidate = (formula: string, place: { readonly row: number; readonly column: number }) => boolean;

/** What has been found out of all formulas of a workbook. */
interface FoundChanges {
  /** For which edit of which workbook. */
  readonly key: string;
  readonly before: PlacedFormulas[];
  readonly after: PlacedFormulas[];
  /** The places of those that are left to the engine. */
  readonly others: { readonly sheetId: string; readonly row: number; readonly column: number }[];
}

const SET_FORMULAS = 'workbench.mutation.set-formulas';

/**
 * Mends: when rows or columns come or go, the engine takes each formula of the workbook apart and empties and fills all
 * cells behind them, in one turn: half a second for 30,000 formulas, six for 300,000. Here formulas are taken apart once
 * for all that differ in their cells alone, and in turns; then their texts change where the cells are by then. Formulas
 * that fill other cells are left to the engine. References to whole columns follow when others go, and those to all data of
 * a table when rows come to it first or before its totals: they stand for names such as Sales[Amount]. And when a sheet is
 * renamed or deleted, or cells are moved, only formulas that may change are taken apart. Names grow with their tables too,
 * and those of cells of another workbook keep their sheet when one that is called so is renamed; those of whole rows and
 * columns stay whole.
 *
 * @param hold takes no entry any more, which would come before the lines, until it is called back
 */
export function moveFormulasInTurns(sheet: Spreadsheet, hold: () => () => void): void {
  const controller = sheet.serviceOf(UpdateFormulaController) as unknown as FormulaUpdates;
  const interceptors = sheet.serviceOf(SheetInterceptorService);
  const lexer = sheet.serviceOf(LexerTreeBuilder);
  const { _formulaDataModel: model } = controller;
  const updates = controller._getUpdateFormula.bind(controller);
  const isAllowed = interceptors.beforeCommandExecute.bind(interceptors);
  let changes = 0;
  let found: FoundChanges | undefined;

  sheet.commands.onCommandExecuted(({ type, id }) => {
    if (type !== CommandType.MUTATION || id.startsWith('formula.mutation.')) return;
    changes++;
    found = undefined;
  });
  sheet.commands.registerCommand({
    id: SET_FORMULAS,
    type: CommandType.MUTATION,
    handler: (_, { unitId, sheets }: SetFormulas) => {
      if (unitId !== sheet.workbook.getUnitId()) return true;
      for (const one of sheets) setFormulas(sheet, one);
      // Those of before would take as much memory as those of now.
      if (sheets.some(({ formulas }) => formulas.length > MANY)) forgetParsedFormulas();
      return true;
    },
  });
  sheet.serviceOf(IActiveDirtyManagerService).register(SET_FORMULAS, {
    commandId: SET_FORMULAS,
    getDirtyData: ({ params }) => {
      const { unitId, sheets, dirty } = params as SetFormulas;
      const changed = Object.fromEntries(sheets.map(({ sheetId }) => [sheetId, '1']));
      return { dirtyRanges: [...dirty], clearDependencyTreeCache: { [unitId]: changed } };
    },
  });

  // They come behind the engine's own.
  interceptors.interceptCommand({
    getMutations: (command) => {
      const [edit, isRenamed] = [editOf(sheet, command), command.id === SetWorksheetNameCommand.id];
      if (!isRenamed && !edit) return { redos: [], undos: [] };
      const { name = '', subUnitId = '' } = command.params as { readonly name?: string; readonly subUnitId?: string };
      const sheets = sheet.workbook.getSheets().map((one) => one.getName());
      const reshaping = edit
        ? { edits: [edit], sheets, names: sheets }
        : { edits: [], sheets: [sheet.workbook.getSheetBySheetId(subUnitId)?.getName() ?? ''], names: [name] };
      const unitId = sheet.workbook.getUnitId();
      const steps = sheet.definedNames.flatMap((one) => {
        const { formulaOrRefString: before } = one;
        if (isRenamed ? !before.includes('[') : edit!.grown.length === 0 && !TO_THE_END.test(before)) return [];
        const now = formulaAfter(before, '', reshaping);
        const stepTo = (formulaOrRefString: string): IMutationInfo => ({
          id: SetDefinedNameMutation.id,
          type: CommandType.MUTATION,
          params: { unitId, ...one, formulaOrRefString },
        });
        return [{ undo: stepTo(before), redo: stepTo(now) }];
      });
      return { redos: steps.map(({ redo }) => redo), undos: steps.map(({ undo }) => undo) };
    },
  });

  interceptors.beforeCommandExecute = async (command) => {
    if (!(await isAllowed(command))) return false;
    const edit = editOf(sheet, command);
    if (edit) {
      // Without it, references to whole columns stay as they are.
      (command.params as { readonly range: IRange }).range.rangeType = edit.areRows
        ? RANGE_TYPE.ROW
        : RANGE_TYPE.COLUMN;
      await prepare(edit);
    }
    return true;
  };
  controller._getUpdateFormula = (command) => {
    const edit = editOf(sheet, command);
    const mayChange = edit ? undefined : candidatesOf(command);
    if (mayChange) return updatesOf(placesOf(mayChange), sheet.workbook.getUnitId(), command);
    if (!edit) return updates(command);
    if (found?.key !== keyOf(edit)) found = undefined;
    for (const steps = findChanges(edit); !found;) found = steps.next().value ?? undefined;
    const { before, after, others } = found;
    found = undefined;
    const { undos, redos } = updatesOf(others, edit.unitId, command);
    if (after.length + before.length === 0) return { undos, redos };
    const dirty = [...before, ...after].flatMap((one) => [...blocksOf(edit.unitId, one)]);
    const stepTo = (sheets: readonly PlacedFormulas[]): ICommandInfo<SetFormulas> => ({
      id: SET_FORMULAS,
      params: { unitId: edit.unitId, sheets, dirty },
    });
    return { undos: [...undos, stepTo(before)], redos: [...redos, stepTo(after)] };
  };

  /** What others change meanwhile begins it again, but not for ever. */
  async function prepare(edit: EngineEdit): Promise<void> {
    const [pauses, startedAt] = [new Pauses(1), performance.now()];
    let release: (() => void) | undefined;
    try {
      for (let tries = 0; tries < MAX_TRIES && found?.key !== keyOf(edit); tries++) {
        const since = changes;
        found = undefined;
        for (const steps = findChanges(edit); !found && since === changes; found = steps.next().value ?? undefined)
          if (pauses.isDue && performance.now() - startedAt > AT_ONCE_MS) {
            release ??= hold();
            await pauses.take();
          }
      }
    } finally {
      release?.();
    }
  }

  const keyOf = (edit: EngineEdit): string =>
    JSON.stringify([changes, edit, sheet.formulas.getArrayFormulaRange()[edit.unitId]]);

  /** Which formulas another command may change; undefined if any. */
  function candidatesOf({ id, params = {} }: ICommandInfo): IsCandidate | undefined {
    const {
      subUnitId = '',
      fromSubUnitId = '',
      fromRange,
      toRange,
    } = params as Partial<IMoveRangeCommandParams & { subUnitId: string }>;
    if (IS_OF_SHEET.test(id)) {
      const word = sheet.workbook.getSheetBySheetId(subUnitId)?.getName().replaceAll("'", "''").toUpperCase();
      return word === undefined ? undefined : (formula) => formula.toUpperCase().includes(word);
    }
    if (id !== MoveRangeCommand.id || !fromRange || !toRange) return undefined;
    // The clipboard has forgotten it, and references to whole rows and columns stayed where these were cut.
    const worksheet = sheet.workbook.getSheetBySheetId(fromSubUnitId) ?? sheet.workbook.getActiveSheet();
    if (fromRange.startRow === 0 && fromRange.endRow === worksheet.getRowCount() - 1)
      fromRange.rangeType = RANGE_TYPE.COLUMN;
    if (fromRange.startColumn === 0 && fromRange.endColumn === worksheet.getColumnCount() - 1)
      fromRange.rangeType = RANGE_TYPE.ROW;
    // Of whole columns the rows are no numbers.
    const isIn = ({ row, column }: { readonly row: number; readonly column: number }): boolean =>
      [fromRange, toRange].some(
        ({ startRow, endRow, startColumn, endColumn }) =>
          !(row < startRow || row > endRow || column < startColumn || column > endColumn),
      );
    return (formula, place) =>
      isIn(place) ||
      IS_FAR.test(formula) ||
      (formula.match(CELL) ?? []).some((cell) => isIn(parseA1(cell.replaceAll('$', ''), '')!));
  }

  function placesOf(mayChange: IsCandidate): FoundChanges['others'] {
    const places: FoundChanges['others'] = [];
    for (const worksheet of sheet.workbook.getSheets())
      worksheet.getCellMatrix().forValue((row, column, cell) => {
        const place = { sheetId: worksheet.getSheetId(), row, column };
        if (cell?.f && mayChange(cell.f, place)) places.push(place);
      });
    return places;
  }

  /** What the engine does with some formulas. */
  function updatesOf(places: FoundChanges['others'], unitId: string, command: ICommandInfo): Steps {
    if (places.length === 0) return { undos: [], redos: [] };
    const read = model.getFormulaData;
    const all = model.getFormulaData()[unitId]!;
    const some: FormulasOfSheets[string] = Object.fromEntries(Object.keys(all).map((sheetId) => [sheetId, {}]));
    for (const { sheetId, row, column } of places) {
      const formula = all[sheetId]?.[row]?.[column];
      if (formula) (some[sheetId]![row] ??= {})[column] = formula;
    }
    model.getFormulaData = () => ({ [unitId]: some });
    try {
      return updates(command);
    } finally {
      model.getFormulaData = read;
    }
  }

  /** Pauses may be made after each row. */
  function* findChanges(edit: EngineEdit): Generator<undefined, FoundChanges> {
    const { unitId } = edit;
    const result: FoundChanges = { key: keyOf(edit), before: [], after: [], others: [] };
    const [shapes, references] = [new Map<string, FormulaShape | undefined>(), new Map<string, string>()];
    for (const worksheet of sheet.workbook.getSheets()) {
      const sheetId = worksheet.getSheetId();
      const spills = sheet.formulas.getArrayFormulaRange()[unitId]?.[sheetId];
      const isEdited = sheetId === edit.sheetId;
      const before: PlacedFormulas = { sheetId, rows: [], columns: [], formulas: [] };
      const after: PlacedFormulas = { sheetId, rows: [], columns: [], formulas: [] };
      const place = (list: PlacedFormulas, row: number, column: number, formula: string): void => {
        list.rows.push(row);
        list.columns.push(column);
        list.formulas.push(formula);
      };
      for (const [rowKey, cells] of Object.entries(worksheet.getCellMatrix().getMatrix())) {
        yield;
        const row = Number(rowKey);
        for (const [columnKey, cell] of Object.entries(cells as Record<string, ICellData | null>)) {
          if (!cell?.f) continue;
          const column = Number(columnKey);
          const isSpill = cell.ref !== undefined || spills?.[row]?.[column] !== undefined;
          // The engine moves those that fill other cells, but does not let their tables grow.
          const moved = isSpill && edit.grown.length === 0 ? undefined : formulaAfter(cell.f, isEdited);
          if (moved === undefined || isSpill) result.others.push({ sheetId, row, column });
          if (moved === undefined) continue;
          const line = edit.areRows ? row : column;
          const now = isEdited ? linesAfter([line, line], edit)?.[0] : line;
          if (now === line && moved === cell.f) continue;
          place(before, row, column, cell.f);
          if (now !== undefined) place(after, edit.areRows ? now : row, edit.areRows ? column : now, moved);
        }
      }
      if (before.rows.length > 0) result.before.push(before);
      if (after.rows.length > 0) result.after.push(after);
    }
    return result;

    /** Undefined where the engine may read another formula. */
    function formulaAfter(formula: string, isEdited: boolean): string | undefined {
      const cells: string[] = [];
      const text = formula.replace(CELL, (cell) => {
        cells.push(cell);
        return HOLE;
      });
      let shape = shapes.get(text);
      if (!shape && !shapes.has(text)) {
        shape = shapeOf(formula);
        shapes.set(text, shape);
      }
      if (!shape) return undefined;
      let next = 0;
      let result = shape.between[0]!;
      shape.references.forEach(({ prefix, parts }, index) => {
        let reference = parts[0]!;
        for (let part = 1; part < parts.length; part++) reference += cells[next++]! + parts[part]!;
        const isHere =
          prefix === '' ? isEdited : unquoted(prefix.slice(0, -1)).toUpperCase() === edit.sheet.toUpperCase();
        let now = isHere ? references.get(reference) : reference;
        if (now === undefined) {
          now = referenceAfter(reference, edit);
          references.set(reference, now);
        }
        result += (now === LOST ? now : prefix + now) + shape.between[index + 1]!;
      });
      return result;
    }
  }

  function shapeOf(formula: string): FormulaShape | undefined {
    const nodes = lexer.sequenceNodesBuilder(formula) ?? [];
    const between = ['='];
    const references: FormulaShape['references'][number][] = [];
    for (const node of nodes) {
      const text = typeof node === 'string' ? node : node.token;
      if (typeof node === 'string' || node.nodeType !== sequenceNodeType.REFERENCE) {
        if (text.search(CELL) >= 0) return undefined;
        between.push(between.pop()! + text);
        continue;
      }
      const [, prefix = '', reference = ''] = /^(.*!)?([^!]*)$/s.exec(text)!;
      if (!PLAIN.test(reference) || prefix.search(CELL) >= 0 || prefix.includes('[')) return undefined;
      references.push({ prefix, parts: reference.split(CELL) });
      between.push('');
    }
    const isWhole = nodes.map((node) => (typeof node === 'string' ? node : node.token)).join('') === formula.slice(1);
    return isWhole && formula.startsWith('=') ? { between, references } : undefined;
  }
}

/** Whole rows or columns, or cells that CELL does not know. */
const IS_FAR = /(?<![\w$])\$?(?:[A-Z]{1,3}:\$?[A-Z]{1,3}|\d+:\$?\d+|X[A-Z]{2}\$?\d+)(?!\w)|\d{7}/i;
/** Only formulas that name the sheet change. */
const IS_OF_SHEET = new RegExp(`^(?:${SetWorksheetNameCommand.id}|${RemoveSheetCommand.id})$`);

const [MAX_TRIES, MANY] = [3, 50_000];
/** Up to this long a browser keeps the keys, and none is dropped. */
const AT_ONCE_MS = 150;

/** Such as "$A1"; of the last columns and rows not all. */
const CELL = /(?<![\w.$])\$?(?:[A-Z]{1,2}|[A-W][A-Z]{2})\$?[1-9]\d{0,5}(?![\w.$(])/gi;
const HOLE = '\0';
const PLAIN = /^\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?$|^\$?[A-Z]{1,3}:\$?[A-Z]{1,3}$|^\$?\d+:\$?\d+$/i;

/** Undefined for another command. Filtered rows may go in several pieces. */
function editOf(sheet: Spreadsheet, { id, params }: ICommandInfo): EngineEdit | undefined {
  const areRows = id === EffectRefRangId.InsertRowCommandId || id === RemoveRowCommand.id;
  const areDeleted = id === RemoveRowCommand.id || id === RemoveColCommand.id;
  if (!areRows && !areDeleted && id !== InsertColCommand.id) return undefined;
  const unitId = sheet.workbook.getUnitId();
  const { range, ...target } = params as { range?: IRange; unitId?: string; subUnitId?: string };
  const worksheet = areDeleted
    ? sheet.workbook.getActiveSheet()
    : sheet.workbook.getSheetBySheetId(target.subUnitId ?? '');
  if (!range || !worksheet || (!areDeleted && target.unitId !== unitId)) return undefined;
  if (areRows && areDeleted && worksheet.getRangeFilterRows(range).length > 0) return undefined;
  const [first, last] = areRows ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
  const [name, sheetId] = [worksheet.getName(), worksheet.getSheetId()];
  const grown = areRows && !areDeleted ? sheet.tables().flatMap((table) => dataIn(table, name, first)) : [];
  return { unitId, sheetId, sheet: name, areRows, first, count: last - first + 1, areDeleted, grown };
}

/** The data of a table, if rows that come there are its own. */
function dataIn({ block, headerRows, totalsRows }: FileTable, sheet: string, first: number): Block[] {
  const [row, rows] = [block.row + headerRows, block.rows - headerRows - totalsRows];
  const isOwn = block.sheet === sheet && first >= row && first < row + rows + Math.min(1, totalsRows);
  return isOwn ? [{ ...block, row, rows }] : [];
}

/** Such as all rows of a column: the engine takes them for one less when a row goes. */
const TO_THE_END = /XFD|1048576/i;

function setFormulas(sheet: Spreadsheet, { sheetId, rows, columns, formulas }: PlacedFormulas): void {
  const matrix = sheet.workbook.getSheetBySheetId(sheetId)?.getCellMatrix();
  formulas.forEach((f, index) => {
    const cell = matrix?.getValue(rows[index]!, columns[index]!);
    if (cell) cell.f = f;
    else matrix?.setValue(rows[index]!, columns[index]!, { f });
  });
}

/** The cells in few blocks: those beside each other in a row, and the same below. */
function* blocksOf(unitId: string, { sheetId, rows, columns }: PlacedFormulas): Iterable<IUnitRange> {
  const open = new Map<string, IRange>();
  for (let index = 0; index < rows.length;) {
    const [row, startColumn] = [rows[index]!, columns[index]!];
    let endColumn = startColumn;
    while (rows[++index] === row && columns[index] === endColumn + 1) endColumn++;
    const key = `${startColumn}:${endColumn}`;
    const above = open.get(key);
    if (above?.endRow === row - 1) {
      above.endRow = row;
      continue;
    }
    const range = { startRow: row, endRow: row, startColumn, endColumn };
    open.set(key, range);
    yield { unitId, sheetId, range };
  }
}
