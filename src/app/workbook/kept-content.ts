import type { Workbook } from '../host';

/** The version that is written; parts of earlier versions are read too. */
const VERSION = 3;

export const xmlOf = (namespace: string, content: unknown): string =>
  `<kept xmlns="${namespace}" version="${VERSION}">${escapeXml(JSON.stringify(content))}</kept>`;

/** The content that the workbook stores under a namespace. */
export const readContent = async (workbook: Pick<Workbook, 'readPart'>, namespace: string): Promise<unknown> =>
  contentOf((await workbook.readPart(namespace)) ?? '');

export const writeContent = (workbook: Workbook, namespace: string, content: unknown): Promise<void> =>
  workbook.writePart(namespace, content === undefined ? undefined : xmlOf(namespace, content));

/** Undefined if there is none, or if it is damaged. Throws if a newer version wrote it. */
export function contentOf(xml: string): unknown {
  const version = Number(/<kept\b[^>]*\bversion=["'](\d+)["']/.exec(xml)?.[1] ?? 0);
  if (version > VERSION)
    throw new Error('What this workbook keeps was written by a newer version of MD: load the add-in again');
  try {
    // Earlier versions kept frozen formulas one by one, and everything else percent-encoded.
    if (/<frozen\b/.test(xml))
      return Array.from(xml.matchAll(/<block>([^<]*)<\/block>/g), ([, text = '']) => jsonIn(text));
    const [, encoded] = /<json>([^<]*)<\/json>/.exec(xml) ?? [];
    if (encoded !== undefined) return JSON.parse(decodeURIComponent(encoded));
    const [, text] = /<kept\b[^>]*>([^<]*)<\/kept>/.exec(xml) ?? [];
    return text === undefined ? undefined : jsonIn(text);
  } catch {
    return undefined;
  }
}

/** Characters that XML cannot contain, except control characters, which JSON has already escaped. */
const NOT_IN_XML = /[\ufffe\uffff]|\p{Surrogate}/gu;

const escapeXml = (text: string): string =>
  text
    .replace(/[&<>]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replace(NOT_IN_XML, (mark) => `\\u${mark.charCodeAt(0).toString(16)}`);

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Another program that saves the workbook may write the same text with other entities. */
const jsonIn = (xml: string): unknown =>
  JSON.parse(
    xml.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? entity;
      return String.fromCodePoint(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal));
    }),
  );
