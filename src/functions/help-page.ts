import { operationOf } from '../api/operations';
import type { AnyDeclaration, Example, Parameter } from './define';
import { errorRows } from './help-errors';
import { escape, page, table } from './help-html';
import { resultTable } from './help-table';
import { helpPath } from './metadata';
import type { Outcome } from './outcome';
import { score } from './score';
import { scoreShapes } from './score-shapes';

/** What an example gives. */
export interface ExampleResult {
  readonly formula: string;
  readonly outcome: Outcome;
}

/** The moment of the examples' results: the exchanges in them are open. */
export const EXAMPLES_AT_MS = Date.UTC(2026, 10, 20, 15);

/** What only one function's page has to tell. */
const MORE: Readonly<Record<string, () => string>> = { [score.id]: scoreShapes };

/** Every page of the help, by its path within the add-in: the index, and one for each function. */
export const helpPages = (catalog: readonly AnyDeclaration[], results: readonly ExampleResult[]): Readonly<Record<string, string>> => ({
  'help/index.html': helpIndex(catalog),
  ...Object.fromEntries(catalog.map((declaration) => [helpPath(declaration.id), helpPage(declaration, catalog, results)])),
});

/** A function's help as a page: what it returns, its parameters, errors, examples with their results. Needs no script. */
export function helpPage(declaration: AnyDeclaration, catalog: readonly AnyDeclaration[], results: readonly ExampleResult[]): string {
  const { id, summary, returns, parameters, examples, sources } = declaration;
  return page(
    `MD.${id}`,
    `<p><a href="index.html">All functions</a></p>
<h1>MD.${escape(id)}</h1>
<p>${escape(summary)}</p>
<p class="syntax"><code>${escape(syntax(declaration))}</code></p>
<h2>Arguments</h2>
<dl>${Object.entries(parameters).map(parameterItem).join('')}</dl>
<h2>Result</h2>
<p>${escape(returns)}</p>
<h2>Examples</h2>
<dl>${examples.map((example) => exampleItem(example, results)).join('')}</dl>
<p class="size">Results of the simulated service on ${new Date(EXAMPLES_AT_MS).toUTCString()}.</p>
${MORE[id]?.() ?? ''}
<h2>Errors</h2>
<p>An error carries a sentence: select the cell to read it. A value that the service does not publish is #N/A, never 0.</p>
${table(['cell', 'when', 'sentence'], errorRows(declaration))}
<h2>Source</h2>
<dl>${sources.map(sourceItem).join('')}</dl>
<h2>See also</h2>
<p>${relatedTo(declaration, catalog).map(link).join(', ')}</p>`,
  );
}

/** The page that leads to every function's own. */
export function helpIndex(catalog: readonly AnyDeclaration[]): string {
  const items = catalog.map((declaration) => `<dt>${link(declaration)}</dt><dd>${escape(declaration.summary)}</dd>`);
  return page('Functions of MD for Excel', `<h1>Functions of MD for Excel</h1><dl>${items.join('')}</dl>`);
}

/** The function as it is typed, optional parameters in square brackets. */
export function syntax({ id, parameters }: Pick<AnyDeclaration, 'id' | 'parameters'>): string {
  const names = Object.entries(parameters).map(([name, { isOptional }]) => (isOptional ? `[${name}]` : name));
  return `=MD.${id}(${names.join(', ')})`;
}

function parameterItem([name, { help, isOptional, choices }]: [string, Parameter]): string {
  const known = choices?.values.map(({ value, help: tip }) => `<br><code>${escape(value)}</code> ${escape(tip)}`) ?? [];
  return `<dt>${escape(name)}${isOptional ? ' (optional)' : ''}</dt><dd>${escape(help)}${known.join('')}</dd>`;
}

function exampleItem({ formula, gives }: Example, results: readonly ExampleResult[]): string {
  const result = results.find((one) => one.formula === formula);
  return `<dt><code>${escape(formula)}</code></dt><dd>${escape(gives)}${result ? resultTable(result.outcome) : ''}</dd>`;
}

function sourceItem(id: string): string {
  const { summary, isAssumed } = operationOf(id);
  const standing = isAssumed ? 'Its parameters are not published by the service; the names can be set in the pane.' : 'Documented by the service.';
  return `<dt><code>${escape(id)}</code></dt><dd>${escape(summary)}. <span class="source">${standing}</span></dd>`;
}

/** Functions that ask the same operations: for each there is MD.GET at least. */
const relatedTo = (declaration: AnyDeclaration, catalog: readonly AnyDeclaration[]): AnyDeclaration[] =>
  catalog.filter(({ id, sources }) => id !== declaration.id && sources.some((one) => declaration.sources.includes(one)));

const link = ({ id }: AnyDeclaration): string => `<a href="${helpPath(id).replace('help/', '')}">MD.${escape(id)}</a>`;
