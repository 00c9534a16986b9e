import { parseA1 } from '../../core/sheet/a1';
import type { Package } from './package';
import type { FileTable } from './structured-references';

/** The tables of a file, with the sheets on which they stand. */
export const tablesFrom = (
  files: Package,
  sheets: readonly { readonly path: string; readonly name: string }[],
): FileTable[] =>
  sheets.flatMap(({ path, name }) =>
    targetsOf(files, path)
      .filter((target) => target.startsWith('xl/tables/'))
      .flatMap((target) => tableFrom(files.xml(target).documentElement, name)),
  );

/** Paths of what a sheet refers to, from the root of the package. */
function targetsOf(files: Package, path: string): string[] {
  const cut = path.lastIndexOf('/') + 1;
  const relations = files.xml(`${path.slice(0, cut)}_rels/${path.slice(cut)}.rels`);
  return [...relations.getElementsByTagNameNS('*', 'Relationship')].map((relation) =>
    new URL(relation.getAttribute('Target') ?? '', `file:///${path}`).pathname.slice(1),
  );
}

function tableFrom(table: Element, sheet: string): FileTable[] {
  const block = parseA1(table.getAttribute('ref') ?? '', sheet);
  if (!block) return [];
  return [
    {
      name: table.getAttribute('displayName') ?? table.getAttribute('name') ?? '',
      block,
      columns: [...table.getElementsByTagNameNS('*', 'tableColumn')].map((column) => column.getAttribute('name') ?? ''),
      headerRows: Number(table.getAttribute('headerRowCount') ?? 1),
      totalsRows: Number(table.getAttribute('totalsRowCount') ?? 0),
    },
  ];
}
