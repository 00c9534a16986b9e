import { type ElementText, PartText } from './xml-text';

/** What the mark of a dynamic array means: a part of every file that has one. */
const DYNAMIC_ARRAYS =
  '<metadata xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:xda="http://schemas.microsoft.com/office/spreadsheetml/2017/dynamicarray"><metadataTypes count="1"><metadataType name="XLDAPR" minSupportedVersion="120000" copy="1" pasteAll="1" pasteValues="1" merge="1" splitFirst="1" rowColShift="1" clearFormats="1" clearComments="1" assign="1" coerce="1" cellMeta="1"/></metadataTypes><futureMetadata name="XLDAPR" count="1"><bk><extLst><ext uri="{bdbb8cdc-fa1e-496e-a857-3c3f30c029c3}"><xda:dynamicArrayProperties fDynamic="1" fCollapsed="0"/></ext></extLst></bk></futureMetadata><cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>';

/**
 * The marks of cells of a file with one for dynamic arrays, and its number.
 *
 * @param text empty if the file has none
 */
export function withDynamicMark(text: string): { readonly text: string; readonly mark: number } {
  if (text === '') return { text: DYNAMIC_ARRAYS, mark: 1 };
  const part = new PartText(text);
  const listed = (name: string): readonly ElementText[] => part.find(name)?.children ?? [];
  const [types, marks] = [listed('metadataTypes'), listed('cellMetadata')];
  const type = types.findIndex(isDynamic) + 1;
  const future = part.elements().find((one) => one.name === 'futureMetadata' && isDynamic(one));
  const dynamic = future ? future.children.findIndex((one) => /fDynamic="(?:1|true)"/.test(one.text)) : -1;
  const known = marks.findIndex(
    ({ children: [first, ...others] }) =>
      others.length === 0 && Number(first?.getAttribute('t')) === type && Number(first?.getAttribute('v')) === dynamic,
  );
  if (type > 0 && dynamic >= 0 && known >= 0) return { text, mark: known + 1 };
  const own = new PartText(DYNAMIC_ARRAYS);
  part.append('metadataTypes', [own.find('metadataTypes')!.content]);
  const place = part.elements().findLast(({ name }) => BEFORE_FUTURE.includes(name))!.end;
  part.splice(place, place, part.prefixed(own.find('futureMetadata')!.text));
  part.append('cellMetadata', [`<bk><rc t="${types.length + 1}" v="0"/></bk>`], BEFORE_FUTURE);
  return { text: part.text, mark: marks.length + 1 };
}

/** What the format has before what is known of newer marks. */
const BEFORE_FUTURE = ['metadataTypes', 'metadataStrings', 'mdxMetadata', 'futureMetadata'];

const isDynamic = (one: ElementText): boolean => one.getAttribute('name') === 'XLDAPR';
