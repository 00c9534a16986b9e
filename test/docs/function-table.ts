import type { FunctionHelp } from '../../src/functions/help/explain';
import { syntax } from '../../src/functions/help/help-page';

/** The README's table of functions, from their help. */
const functionTable = (helps: readonly FunctionHelp[]): string =>
  [
    '| formula | gives |',
    '|---|---|',
    ...helps.map(({ declaration, summary }) => `| \`${syntax(declaration)}\` | ${inTable(summary)} |`),
  ].join('\n');

/** A sentence, or the first of several, as it stands in a cell of the table. */
function inTable(summary: string): string {
  const [sentence = ''] = summary.split(/\. |\.$/);
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

const TABLE = /\| formula \| gives \|\n(?:\|.*\n)+/;

/** The README with that table instead of the one that it holds. */
export const withFunctionTable = (readme: string, helps: readonly FunctionHelp[]): string =>
  readme.replace(TABLE, () => `${functionTable(helps)}\n`);
