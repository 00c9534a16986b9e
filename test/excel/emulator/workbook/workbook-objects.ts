import { a1, type Block, parseA1, quoteSheet } from '../../../../src/core/sheet/a1';
import { type HostObject, Refusal } from '../process-query';
import type { EmulatedSheet } from './emulated-sheet';
import type { EmulatedWorkbook } from './emulated-workbook';
import { blockOfObject, rangeObject } from './range-objects';
import { looksOf } from './sheet-looks';

/** What hangs on Excel.Workbook. */
export const workbookObjects = (workbook: EmulatedWorkbook): Required<Pick<HostObject, 'children' | 'methods'>> => ({
  methods: {},
  children: {
    Worksheets: () => ({
      items: () => workbook.sheets.map((sheet) => sheetObject(workbook, sheet)),
      children: {
        '[]': (key: string) => sheetObject(workbook, workbook.sheet(key)),
        GetActiveWorksheet: () => sheetObject(workbook, workbook.sheets[0]!),
        Add: (name: string) => sheetObject(workbook, workbook.addSheet(name)),
      },
    }),
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
      if (workbook.selected.length === 0) throw new Refusal('InvalidSelection');
      return {
        children: {
          Areas: () => ({
            children: { GetItemAt: (index: number) => rangeObject(workbook, workbook.selected[index]!) },
          }),
        },
        isKept: true,
      };
    },
  },
});

export const sheetObject = (workbook: EmulatedWorkbook, sheet: EmulatedSheet): HostObject => ({
  id: sheet.id,
  properties: { Name: () => sheet.name },
  methods: { Activate: () => null },
  children: {
    ...looksOf(sheet),
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

/** Excel finds names in whatever case. */
function namesObject(workbook: EmulatedWorkbook): HostObject {
  const find = (wanted: string): string | undefined =>
    [...workbook.names.keys()].find((name) => name.toLowerCase() === wanted.toLowerCase());
  return {
    items: () => [...workbook.names.keys()].map((name) => nameObject(workbook, name)),
    children: {
      GetItemOrNullObject: (wanted: string) => {
        const name = find(wanted);
        return name === undefined ? null : nameObject(workbook, name);
      },
      Add: (name: string, range: HostObject) => {
        if (find(name) !== undefined) throw new Refusal('ItemAlreadyExists');
        if (!/^[\p{L}_\\][\p{L}\p{N}_.\\]*$/u.test(name) || parseA1(name, ''))
          throw new Refusal('InvalidArgument', `No name: ${name}`);
        workbook.names.set(name, { block: blockOfObject(range), isVisible: true });
        return nameObject(workbook, name);
      },
    },
  };
}

const nameObject = (workbook: EmulatedWorkbook, name: string): HostObject => ({
  properties: { Name: () => name, Formula: () => formulaOf(workbook.names.get(name)!.block) },
  settable: {
    Visible: (isVisible: boolean) => {
      workbook.names.get(name)!.isVisible = isVisible;
    },
  },
  methods: {
    Delete: () => {
      workbook.names.delete(name);
    },
  },
});

const formulaOf = (block: Block | undefined): string =>
  block ? `=${quoteSheet(block.sheet)}!${a1(block).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')}` : '=#REF!';

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
