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

/** What a page says, before a style and links to other pages are put around it. */
export interface PageText {
  readonly title: string;
  /** As HTML. */
  readonly body: string;
}

/** The list of all functions, relative to the add-in's address. Not index.html: some servers take that name away. */
export const LIST_PATH = 'help/functions.html';

/** All help pages and their script, by path within the add-in: the list, and a page for each function. */
export const helpPages = (
  helps: readonly FunctionHelp[],
  results: readonly ExampleResult[],
  linkTo?: LinkToFormula,
): Readonly<Record<string, string>> => ({
  [SCRIPT_PATH]: PAGE_SCRIPT,
  ...Object.fromEntries(
    Object.entries(helpTexts(helps, results, linkTo)).map(([path, { title, body }]) => [
      path,
      page(title, body, SCRIPT_PATH.replace('help/', '')),
    ]),
  ),
});

/**
 * What the help pages say, by path.
 *
 * @param linkTo for pages beside a workbook that links can open. @default none
 */
export const helpTexts = (
  helps: readonly FunctionHelp[],
  results: readonly ExampleResult[],
  linkTo?: LinkToFormula,
): Readonly<Record<string, PageText>> => ({
  [LIST_PATH]: listOf(helps),
  ...Object.fromEntries(helps.map((help) => [helpPath(help.declaration.id), helpText(help, helps, results, linkTo)])),
});

/** A function's help: what it returns, its parameters, examples with results, tables of its own, errors. */
function helpText(
  { declaration, summary, returns, parameters, examples, sections = [], seeAlso }: FunctionHelp,
  helps: readonly FunctionHelp[],
  results: readonly ExampleResult[],
  linkTo?: LinkToFormula,
): PageText {
  const { id, sources } = declaration;
  return {
    title: `MD.${id}`,
    body: `<p><a href="${LIST_PATH.replace('help/', '')}">All functions</a></p>
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
  };
}

const sectionOf = ({ title, text, head, rows }: HelpSection): string =>
  `<h2>${escape(title)}</h2>\n<p>${escape(text)}</p>\n${table(head, rows)}`;

function linksTo(ids: readonly string[], helps: readonly FunctionHelp[]): string {
  const items = ids.flatMap((other) => helps.filter(({ declaration }) => declaration.id === other));
  const entries = items.map(({ declaration, summary }) => `<li>${link(declaration)}: ${escape(summary)}</li>`);
  return `<h2>See also</h2>\n<ul>${entries.join('')}</ul>`;
}

/** Links to all functions. */
function listOf(helps: readonly FunctionHelp[]): PageText {
  const items = helps.map(({ declaration, summary }) => `<dt>${link(declaration)}</dt><dd>${escape(summary)}</dd>`);
  const title = 'Functions of MD for Excel';
  return { title, body: `<h1>${title}</h1><dl>${items.join('')}</dl>` };
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
  return `<dt id="${escape(name)}">${escape(name)}${isOptional ? ' (optional)' : ''}</dt><dd>${escape(text)}${items.join('')}</dd>`;
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
