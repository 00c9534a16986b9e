import type { IWorksheetData } from '@univerjs/core';
import { parseA1 } from '../../core/sheet/a1';
import type { SavedColumn, SavedTable } from '../engine/file-facts';
import { engineRangeOf } from '../engine/ranges';
import type { SavedBlock } from '../engine/tracked-blocks';
import type { Package } from './package';
import type { FileTable } from './structured-references';

/** A table of an opened file, for its formulas and for a download. */
interface ReadTable extends FileTable {
  readonly saved: SavedTable;
}

/** The tables of a file, with the sheets on which they stand. */
export const tablesFrom = (
  files: Package,
  sheets: readonly { readonly path: string; readonly name: string }[],
): ReadTable[] =>
  sheets.flatMap(({ path, name }) =>
    targetsOf(files, path)
      .filter((target) => target.startsWith('xl/tables/'))
      .flatMap((target) => tableFrom(files.xml(target).documentElement, name)),
  );

/** Where the tables stand, by their names. */
export const blocksFrom = (
  tables: readonly ReadTable[],
  sheets: readonly Partial<IWorksheetData>[],
): Record<string, SavedBlock> =>
  Object.fromEntries(
    tables.map(({ name, block }) => [
      name,
      { sheetId: sheets.find((sheet) => sheet.name === block.sheet)?.id ?? '', range: engineRangeOf(block) },
    ]),
  );

/** Paths of what a sheet refers to, from the root of the package. */
function targetsOf(files: Package, path: string): string[] {
  const cut = path.lastIndexOf('/') + 1;
  const relations = files.xml(`${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`);
  return [...relations.getElementsByTagNameNS('*', 'Relationship')].map((relation) =>
    new URL(relation.getAttribute('Target') ?? '', `file:///${path}`).pathname.slice(1),
  );
}

function tableFrom(table: Element, sheet: string): ReadTable[] {
  const block = parseA1(table.getAttribute('ref') ?? '', sheet);
  if (!block) return [];
  const columns = elementsIn(table, 'tableColumn').map(columnFrom);
  const saved: SavedTable = {
    name: table.getAttribute('displayName') ?? table.getAttribute('name') ?? '',
    columns,
    headerRows: Number(table.getAttribute('headerRowCount') ?? 1),
    totalsRows: Number(table.getAttribute('totalsRowCount') ?? 0),
    hasFilter: elementsIn(table, 'autoFilter').length > 0,
    style: attributesOf(elementsIn(table, 'tableStyleInfo')[0]),
  };
  return [{ ...saved, block, columns: columns.map(({ name }) => name), saved }];
}

function columnFrom(column: Element): SavedColumn {
  const total = attributesOf(column, 'totalsRowLabel', 'totalsRowFunction');
  const formula = elementsIn(column, 'calculatedColumnFormula')[0]?.textContent;
  return {
    name: plainName(column.getAttribute('name') ?? ''),
    ...(Object.keys(total).length > 0 && { total }),
    ...(formula && { formula }),
  };
}

/** Control characters, such as the end of a line, are written as _x000a_. */
const plainName = (name: string): string =>
  name.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const elementsIn = (parent: Element, name: string): Element[] => [...parent.getElementsByTagNameNS('*', name)];

const attributesOf = (element: Element | undefined, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...(element?.attributes ?? [])]
      .filter(({ name }) => (names.length === 0 ? !/:|^xmlns$/.test(name) : names.includes(name)))
      .map(({ name, value }) => [name, value]),
  );
