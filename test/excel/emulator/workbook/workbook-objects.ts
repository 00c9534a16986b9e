import { type HostObject, Refusal, UnknownCallError } from '../process-query';
import type { EmulatedSheet } from './emulated-sheet';
import { DELETED_SHEET, type EmulatedWorkbook } from './emulated-workbook';
import { blockOfObject, rangeObject } from './range-objects';
import { looksOf } from './sheet-looks';
import { type Block, parseA1, blocksOfFormula, formulaOfBlocks } from '../../../../src/core/sheet';

/** What hangs on Excel.Workbook. */
export const workbookObjects = (workbook: EmulatedWorkbook): Required<Pick<HostObject, 'children' | 'methods'>> => ({
  methods: {},
  children: {
    Worksheets: () => ({
      items: () => workbook.sheets.map((sheet) => sheetObject(workbook, sheet)),
      methods: {
        _RegisterDataChangedEvent: () => void (workbook.tellsChanges = true),
        _UnregisterDataChangedEvent: () => void (workbook.tellsChanges = false),
        _RegisterEventNameChanged: () => void (workbook.tellsNames = true),
      },
      children: {
        '[]': (key: string) => sheetObject(workbook, workbook.sheet(key)),
        GetActiveWorksheet: () =>
          workbook.isChartInFront ? refuse('ItemNotFound') : sheetObject(workbook, workbook.sheets[0]!),
        GetFirst: () => (workbook.sheets[0] ? sheetObject(workbook, workbook.sheets[0]) : refuse('ItemNotFound')),
        Add: (name: string) =>
          workbook.isStructureProtected ? refuse('AccessDenied') : sheetObject(workbook, workbook.addSheet(name)),
      },
    }),
    Protection: () => ({ properties: { Protected: () => workbook.isStructureProtected } }),
    Tables: () => ({
      items: () => workbook.tables.map((_, index) => tableObject(workbook, index)),
      children: { '[]': (id: string) => tableObject(workbook, Number(id)) },
    }),
    Names: () => namesObject(workbook),
    CustomXmlParts: () => ({
      children: {
        '[]': (id: string) => partObject(workbook, id),
        Add: (xml: string) => {
          const id = `{part-${workbook.parts.size + 1}}`;
          workbook.parts.set(id, xml);
          return partObject(workbook, id);
        },
        GetByNamespace: (namespace: string) => ({
          items: () =>
            [...workbook.parts]
              .filter(([, xml]) => namespaceOf(xml) === namespace)
              .map(([id]) => partObject(workbook, id)),
          children: { '[]': (id: string) => partObject(workbook, id) },
        }),
      },
    }),
    GetSelectedRanges: () => {
      if (workbook.selected.length === 0 || workbook.isInBack) throw new Refusal('InvalidSelection');
      return {
        children: {
          Areas: () => ({ items: () => workbook.selected.map((block) => rangeObject(workbook, block)) }),
        },
        isKept: true,
      };
    },
  },
});

export const sheetObject = (workbook: EmulatedWorkbook, sheet: EmulatedSheet): HostObject => ({
  id: sheet.id,
  properties: { Name: () => sheet.name, Visibility: () => sheet.visibility },
  methods: { Activate: () => (sheet.visibility === 'Visible' ? null : refuse('GeneralException')) },
  children: {
    ...looksOf(sheet),
    Names: () => (workbook.isInBack ? refuse('InvalidSelection') : { items: () => [] }),
    Protection: () => ({ properties: { Protected: () => sheet.isProtected } }),
    GetRange: (address: string) => {
      const block = parseA1(address, sheet.name);
      if (!block) throw new Refusal('InvalidArgument', `No range ${address}`);
      return rangeObject(workbook, block);
    },
    GetUsedRangeOrNullObject: () => {
      const used = sheet.used();
      return used ? rangeObject(workbook, used) : null;
    },
  },
});

function tableObject(workbook: EmulatedWorkbook, index: number): HostObject {
  const table = workbook.tables[index];
  if (!table) throw new Refusal('ItemNotFound');
  return {
    id: String(index),
    properties: { Name: () => table.name },
    children: { GetRange: () => rangeObject(workbook, table.block) },
  };
}

/** Longer formulas are refused. */
const MAX_FORMULA_LENGTH = 8_192;

function namesObject(workbook: EmulatedWorkbook): HostObject {
  const { names } = workbook;
  const object = (name: string): HostObject | undefined =>
    names.has(name.toLowerCase()) ? nameObject(workbook, name.toLowerCase()) : undefined;
  return {
    items: () => [...names.keys()].map((key) => nameObject(workbook, key)),
    children: {
      '[]': (name: string) => object(name) ?? refuse('ItemNotFound'),
      GetItem: (name: string) => object(name) ?? refuse('ItemNotFound'),
      GetItemOrNullObject: (name: string) => object(name) ?? null,
      Add: (name: string, given: HostObject | string) => {
        const key = name.toLowerCase();
        if (names.has(key)) throw new Refusal('ItemAlreadyExists');
        if (!/^[\p{L}_\\][\p{L}\p{N}_.\\]*$/u.test(name) || parseA1(name, ''))
          throw new Refusal('InvalidArgument', `No name: ${name}`);
        const blocks = typeof given === 'string' ? referredTo(workbook, given) : [blockOfObject(given)];
        names.set(key, { name, blocks, isVisible: true });
        return nameObject(workbook, key);
      },
    },
  };
}

/** References with plus signs between them; no other formula is known. */
function referredTo({ takesNameFormulas }: EmulatedWorkbook, formula: string): (Block | undefined)[] {
  const blocks = blocksOfFormula(formula);
  if (!takesNameFormulas || formula.length > MAX_FORMULA_LENGTH) throw new Refusal('InvalidArgument');
  if (blocks.includes(undefined)) throw new UnknownCallError(`A name for ${formula} is not emulated`);
  return blocks;
}

function refuse(code: string): never {
  throw new Refusal(code);
}

const nameObject = (workbook: EmulatedWorkbook, key: string): HostObject => ({
  properties: {
    Name: () => workbook.names.get(key)!.name,
    Formula: () => {
      const { formula, blocks } = workbook.names.get(key)!;
      const text = formula ?? `=${formulaOfBlocks(blocks).replaceAll(`'${DELETED_SHEET}'!`, `${DELETED_SHEET}!`)}`;
      return workbook.numbersColumns ? withNumberedColumns(text) : text;
    },
  },
  settable: { Visible: (isVisible: boolean) => (workbook.names.get(key)!.isVisible = isVisible) },
  methods: {
    Delete: () => {
      workbook.names.delete(key);
    },
  },
});

/** "$B$7" → "R7C2". */
const withNumberedColumns = (formula: string): string =>
  formula.replace(/\$([A-Z]+)\$(\d+)/g, (cell, _, row) => `R${row}C${parseA1(cell, '')!.column + 1}`);

function partObject(workbook: EmulatedWorkbook, id: string): HostObject {
  if (!workbook.parts.has(id)) throw new Refusal('ItemNotFound');
  return {
    id,
    properties: { Id: () => id },
    methods: {
      GetXml: () => workbook.parts.get(id),
      SetXml: (xml: string) => {
        workbook.parts.set(id, xml);
      },
      Delete: () => {
        workbook.parts.delete(id);
      },
    },
  };
}

const namespaceOf = (xml: string): string | undefined =>
  /^(?:<\?.*?\?>)?\s*<[^>]*?\sxmlns(?::\w+)?="([^"]*)"/s.exec(xml)?.[1];
