import type { AnyDeclaration } from '../../src/functions/define';
import { syntax } from '../../src/functions/help-page';

/** The README's table of functions, from the catalog. */
export const functionTable = (catalog: readonly AnyDeclaration[]): string => [
  '| formula | gives |',
  '|---|---|',
  ...catalog.map((declaration) => `| \`${syntax(declaration)}\` | ${firstSentence(declaration.summary)} |`),
].join('\n');

function firstSentence(summary: string): string {
  const [sentence = ''] = summary.split(/[.:] Example|\. |\.$/);
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

const TABLE = /\| formula \| gives \|\n(?:\|.*\n)+/;

/** The README with that table in the place of the one that it holds. */
export const withFunctionTable = (readme: string, catalog: readonly AnyDeclaration[]): string =>
  readme.replace(TABLE, () => `${functionTable(catalog)}\n`);
