import { operationOf } from '../../api/operations';
import { operationTextOf } from '../../api/operations.help';
import type { AnyDeclaration } from '../define';
import type { Example, FunctionHelp, ParameterHelp } from './explain';
import { errorRows } from './help-errors';
import { escape, page, table } from './help-html';
import type { HelpSection } from './help-section';
import { resultTable } from './help-table';
import { helpPath, SCRIPT_PATH } from './help-paths';
import { PAGE_SCRIPT } from './page-script';
import type { Outcome } from '../evaluate/outcome';
import { callsIn } from '../../app/workbook/formulas';

/** An example with its result. */
export interface ExampleResult {
  readonly formula: string;
  readonly outcome: Outcome;
}

/** The moment of the examples' results: the exchanges in the examples are open. */
export const EXAMPLES_AT_MS = Date.UTC(2026, 10, 20, 15);

/** Makes a link that opens a workbook with a formula, relative to the pages. */
type LinkToFormula = (formula: string) => string;

/**
 * All help pages and their script, by path within the add-in: the index, and a page for each function.
 *
 * @param linkTo for pages beside a workbook that links can open. @default none
 */
export const helpPages = (
  helps: readonly FunctionHelp[],
  results: readonly ExampleResult[],
  linkTo?: LinkToFormula,
): Readonly<Record<string, string>> => ({
  'help/index.html': helpIndex(helps),
  [SCRIPT_PATH]: PAGE_SCRIPT,
  ...Object.fromEntries(helps.map((help) => [helpPath(help.declaration.id), helpPage(help, helps, results, linkTo)])),
});

/** A function's help as a page: what it returns, its parameters, examples with results, tables of its own, errors. */
function helpPage(
  { declaration, summary, returns, parameters, examples, sections = [], seeAlso }: FunctionHelp,
  helps: readonly FunctionHelp[],
  results: readonly ExampleResult[],
  linkTo?: LinkToFormula,
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
<dl>${examples.map((example) => exampleItem(example, declaration, results, linkTo)).join('')}</dl>
<p class="size">Results of the simulated service on ${new Date(EXAMPLES_AT_MS).toUTCString()}.</p>
${sections.map((section) => sectionOf(section())).join('\n')}
<h2>Errors</h2>
<p>An error carries a sentence: select the cell to read it. A value that the service does not publish is #N/A, never 0.</p>
${table(['cell', 'when', 'sentence'], errorRows(declaration))}
<h2>Source</h2>
${sources.length === 0 ? '<p>It asks the service nothing.</p>' : `<dl>${sources.map(sourceItem).join('')}</dl>`}
${linksTo(seeAlso, helps)}`,
    SCRIPT_PATH.replace('help/', ''),
  );
}

const sectionOf = ({ title, text, head, rows }: HelpSection): string =>
  `<h2>${escape(title)}</h2>\n<p>${escape(text)}</p>\n${table(head, rows)}`;

function linksTo(ids: readonly string[], helps: readonly FunctionHelp[]): string {
  const items = ids.flatMap((other) => helps.filter(({ declaration }) => declaration.id === other));
  const entries = items.map(({ declaration, summary }) => `<li>${link(declaration)}: ${escape(summary)}</li>`);
  return `<h2>See also</h2>\n<ul>${entries.join('')}</ul>`;
}

/** The page with links to all functions. */
function helpIndex(helps: readonly FunctionHelp[]): string {
  const items = helps.map(({ declaration, summary }) => `<dt>${link(declaration)}</dt><dd>${escape(summary)}</dd>`);
  return page('Functions of MD for Excel', `<h1>Functions of MD for Excel</h1><dl>${items.join('')}</dl>`);
}

/**
 * The function's syntax, with optional parameters in square brackets.
 *
 * @internal
 */
export function syntax({ id, parameters }: Pick<AnyDeclaration, 'id' | 'parameters'>): string {
  const names = Object.entries(parameters).map(([name, { isOptional }]) => (isOptional ? `[${name}]` : name));
  return `=MD.${id}(${names.join(', ')})`;
}

function parameterItem(name: string, { text, words = {} }: ParameterHelp, { parameters }: AnyDeclaration): string {
  const { isOptional, dropDown } = parameters[name]!;
  const items = dropDown?.words.map((word) => `<br><code>${escape(word)}</code> ${escape(words[word] ?? '')}`) ?? [];
  return `<dt>${escape(name)}${isOptional ? ' (optional)' : ''}</dt><dd>${escape(text)}${items.join('')}</dd>`;
}

function exampleItem(
  { formula, gives }: Example,
  declaration: AnyDeclaration,
  results: readonly ExampleResult[],
  linkTo: LinkToFormula | undefined,
): string {
  const result = results.find((one) => one.formula === formula);
  const shown = result ? resultTable(result.outcome, hasHeader(formula, declaration)) : '';
  const open = linkTo ? ` <a href="${escape(linkTo(formula))}">Open in the workbench</a>` : '';
  return `<dt class="formula"><code>${escape(formula)}</code>${open}</dt><dd>${escape(gives)}${shown}</dd>`;
}

/** Whether the first row of the result has names of columns, unless the result is a single row. */
function hasHeader(formula: string, { parameters }: AnyDeclaration): boolean {
  const index = Object.keys(parameters).indexOf('headers');
  const written = callsIn(formula)[0]?.arguments[index] ?? '';
  return written === '' ? parameters.headers?.default === true : written === 'TRUE';
}

function sourceItem(id: string): string {
  const standing = operationOf(id).isAssumed
    ? 'Its parameters are not published by the service; the names can be set in the pane.'
    : 'Documented by the service.';
  const { summary } = operationTextOf(id);
  return `<dt><code>${escape(id)}</code></dt><dd>${escape(summary)}. <span class="source">${standing}</span></dd>`;
}

const link = ({ id }: AnyDeclaration): string => `<a href="${helpPath(id).replace('help/', '')}">MD.${escape(id)}</a>`;
