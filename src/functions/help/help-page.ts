import { operationOf } from '../../api/operations';
import { operationTextOf } from '../../api/operations.help';
import type { AnyDeclaration } from '../define';
import type { Example, FunctionHelp, ParameterHelp } from './explain';
import { errorRows } from './help-errors';
import { escape, page, table } from './help-html';
import { resultTable } from './help-table';
import { helpPath } from './metadata';
import type { Outcome } from '../evaluate/outcome';

/** An example with its result. */
export interface ExampleResult {
  readonly formula: string;
  readonly outcome: Outcome;
}

/** The moment of the examples' results: the exchanges in the examples are open. */
export const EXAMPLES_AT_MS = Date.UTC(2026, 10, 20, 15);

/** All help pages, by path within the add-in: the index, and one for each function. */
export const helpPages = (
  helps: readonly FunctionHelp[],
  results: readonly ExampleResult[],
): Readonly<Record<string, string>> => ({
  'help/index.html': helpIndex(helps),
  ...Object.fromEntries(helps.map((help) => [helpPath(help.declaration.id), helpPage(help, helps, results)])),
});

/** A function's help as a page without scripts: what it returns, its parameters, errors, and examples with results. */
export function helpPage(
  { declaration, summary, returns, parameters, examples, more }: FunctionHelp,
  helps: readonly FunctionHelp[],
  results: readonly ExampleResult[],
): string {
  const { id, sources } = declaration;
  return page(
    `MD.${id}`,
    `<p><a href="index.html">All functions</a></p>
<h1>MD.${escape(id)}</h1>
<p>${escape(summary)}</p>
<p class="syntax"><code>${escape(syntax(declaration))}</code></p>
<h2>Arguments</h2>
<dl>${Object.entries(parameters)
      .map(([name, help]) => parameterItem(name, help, declaration))
      .join('')}</dl>
<h2>Result</h2>
<p>${escape(returns)}</p>
<h2>Examples</h2>
<dl>${examples.map((example) => exampleItem(example, results)).join('')}</dl>
<p class="size">Results of the simulated service on ${new Date(EXAMPLES_AT_MS).toUTCString()}.</p>
${more?.() ?? ''}
<h2>Errors</h2>
<p>An error carries a sentence: select the cell to read it. A value that the service does not publish is #N/A, never 0.</p>
${table(['cell', 'when', 'sentence'], errorRows(declaration))}
<h2>Source</h2>
${sources.length === 0 ? '<p>It asks the service nothing.</p>' : `<dl>${sources.map(sourceItem).join('')}</dl>`}
${seeAlso(relatedTo(declaration, helps))}`,
  );
}

const seeAlso = (related: readonly AnyDeclaration[]): string =>
  related.length === 0 ? '' : `<h2>See also</h2>\n<p>${related.map(link).join(', ')}</p>`;

/** The page with links to all functions. */
export function helpIndex(helps: readonly FunctionHelp[]): string {
  const items = helps.map(({ declaration, summary }) => `<dt>${link(declaration)}</dt><dd>${escape(summary)}</dd>`);
  return page('Functions of MD for Excel', `<h1>Functions of MD for Excel</h1><dl>${items.join('')}</dl>`);
}

/** The function's syntax, with optional parameters in square brackets. */
export function syntax({ id, parameters }: Pick<AnyDeclaration, 'id' | 'parameters'>): string {
  const names = Object.entries(parameters).map(([name, { isOptional }]) => (isOptional ? `[${name}]` : name));
  return `=MD.${id}(${names.join(', ')})`;
}

function parameterItem(name: string, { text, words = {} }: ParameterHelp, { parameters }: AnyDeclaration): string {
  const { isOptional, dropDown } = parameters[name]!;
  const items = dropDown?.words.map((word) => `<br><code>${escape(word)}</code> ${escape(words[word] ?? '')}`) ?? [];
  return `<dt>${escape(name)}${isOptional ? ' (optional)' : ''}</dt><dd>${escape(text)}${items.join('')}</dd>`;
}

function exampleItem({ formula, gives }: Example, results: readonly ExampleResult[]): string {
  const result = results.find((one) => one.formula === formula);
  return `<dt><code>${escape(formula)}</code></dt><dd>${escape(gives)}${result ? resultTable(result.outcome) : ''}</dd>`;
}

function sourceItem(id: string): string {
  const standing = operationOf(id).isAssumed
    ? 'Its parameters are not published by the service; the names can be set in the pane.'
    : 'Documented by the service.';
  return `<dt><code>${escape(id)}</code></dt><dd>${escape(operationTextOf(id).summary)}. <span class="source">${standing}</span></dd>`;
}

/** Functions with the same operations: there is always at least MD.GET. */
const relatedTo = (declaration: AnyDeclaration, helps: readonly FunctionHelp[]): AnyDeclaration[] =>
  helps
    .map((help) => help.declaration)
    .filter(({ id, sources }) => id !== declaration.id && sources.some((one) => declaration.sources.includes(one)));

const link = ({ id }: AnyDeclaration): string => `<a href="${helpPath(id).replace('help/', '')}">MD.${escape(id)}</a>`;
