import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { OPERATIONS } from '../../src/api/operations';
import { CATALOG } from '../../src/functions/catalog';

const BUILD = process.env.MD_ADD_IN ?? '';
const read = (name: string): string => readFileSync(path.join(BUILD, name), 'utf8');
const named = (extension: string): string[] => readdirSync(BUILD).filter((name) => name.endsWith(extension));

/** Our own modules in the built scripts, as they were written. */
const ownSources = (): [name: string, text: string][] => named('.js.map').flatMap((name) => {
  const { sources, sourcesContent } = JSON.parse(read(name)) as { sources: string[]; sourcesContent: string[] };
  return sources.map((source, index): [string, string] => [source, sourcesContent[index]!]).filter(([source]) => /\/src\/.*\.tsx?$/.test(source));
});

describe('texts that only functions.json, the help pages and the sandbox tell', () => {
  test.each(CATALOG.map((declaration) => [declaration.id, declaration] as const))('are not in the scripts: MD.%s', (_, { summary, returns, examples, parameters }) => {
    const texts = [summary, returns, ...examples.map(({ gives }) => gives), ...Object.values(parameters).map(({ help }) => help)];
    const scripts = named('.js').map(read).join('\n');
    expect(texts.filter((text) => scripts.includes(text))).toEqual([]);
  });

  test('are not in the scripts: summaries of operations', () => {
    const scripts = named('.js').map(read).join('\n');
    expect(OPERATIONS.map(({ summary }) => summary).filter((summary) => scripts.includes(`"${summary}"`))).toEqual([]);
  });

  // It would find them empty: what shows them has to read functions.json or the help pages.
  test('are read by nothing in the scripts', () => {
    const sources = ownSources();
    expect(sources.length).toBeGreaterThan(50);
    const code = sources.map(([name, text]): [string, string] => [name, text.replaceAll(/^import type .*$/gm, '')]);
    // Who has neither a declaration nor an operation in hand means texts of its own.
    const inHand = sources.filter(([name, text]) => /\/src\/(functions|api)\//.test(name) || /from '.*\/(catalog|define|operations?)'/.test(text)).map(([name]) => name);
    const readers = code.filter(([name, text]) => inHand.includes(name) && /(?<!texts)\.(summary|returns|examples|sources|help|tag)\b(?!\()/.test(text));
    const derivers = code.filter(([, text]) => /from '.*\/(metadata|help-page)'/.test(text));
    expect([...readers, ...derivers].map(([name]) => name)).toEqual([]);
  });
});
