import { type ElementText, PartText, withAttributes } from './xml-text';

/** What the mark of a dynamic array means: a part of every file that has one. */
const DYNAMIC_ARRAYS =
  '<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>';

/**
 * The marks of cells of a file with one for dynamic arrays, and its number.
 *
 * @param text empty if the file has none
 */
export function withDynamicMark(text: string): { readonly text: string; readonly mark: number } {
  const { root } = new PartText(text);
  if (!root) return { text: DYNAMIC_ARRAYS, mark: 1 };
  const lists = root.children;
  const listed = (name: string): readonly ElementText[] => lists.find((one) => one.name === name)?.children ?? [];
  const types = listed('metadataTypes');
  const type = types.findIndex(isDynamic) + 1;
  const future = lists.find((one) => one.name === 'futureMetadata' && isDynamic(one));
  const dynamic = future ? future.children.findIndex((one) => /fDynamic="(?:1|true)"/.test(one.text)) : -1;
  const marks = listed('cellMetadata');
  const known = marks.findIndex(
    ({ children: [first, ...others] }) =>
      others.length === 0 && Number(first?.getAttribute('t')) === type && Number(first?.getAttribute('v')) === dynamic,
  );
  if (type > 0 && dynamic >= 0 && known >= 0) return { text, mark: known + 1 };
  // Behind the others of its kind, or where the format has it.
  const own = new Map(new PartText(DYNAMIC_ARRAYS).elements().map((one) => [one.name, one]));
  let changed = text;
  const add = (name: string, before: readonly string[], count: number): void => {
    const { text: whole, content } = own.get(name)!;
    const list = name === 'futureMetadata' ? undefined : lists.find((one) => one.name === name);
    const place = list?.contentEnd ?? lists.findLast((one) => before.includes(one.name))?.end ?? root.contentStart;
    const xml = (list ? content : whole)
      .replace('<rc t="1"', `<rc t="${types.length + 1}"`)
      .replace(/<(\/?)(?=\w+[\s>/])(?!\/?xda:)/g, `<$1${root.prefix}`);
    changed = changed.slice(0, place) + xml + changed.slice(place);
    if (!list) return;
    const head = withAttributes(list.head, { count: count + 1 });
    changed = changed.slice(0, list.start) + head + changed.slice(list.contentStart);
  };
  const first = ['metadataTypes', 'metadataStrings', 'mdxMetadata', 'futureMetadata'];
  // From the end to the start, so that the places stay.
  add('cellMetadata', first, marks.length);
  add('futureMetadata', first, 0);
  add('metadataTypes', [], types.length);
  return { text: changed, mark: marks.length + 1 };
}

const isDynamic = (one: ElementText): boolean => one.getAttribute('name') === 'XLDAPR';
