import { operationOf } from '../../api/operations';
import { operationTextOf } from '../../api/operations.help';
import type { AnyDeclaration, Parameter } from '../define';
import type { Example, FunctionHelp, ParameterHelp, HelpSection } from './explain';
import { helpPath, SCRIPT_PATH } from './help-json';
import type { Outcome } from '../evaluate/invoke';
import { callsIn } from '../../app/workbook/formulas';
import { networkError, previewError, statusError } from '../../api/service-error';
import { CellError } from '../../core/errors';
import { format } from 'numfmt';
import { type Cell, isFormatted, type Matrix } from '../../core/cell';

export interface ExampleResult {
  readonly formula: string;
  readonly outcome: Outcome;
}

/** The moment of the examples' results: the exchanges in the examples are open. */
export const EXAMPLES_AT_MS = Date.UTC(2026, 10, 20, 15);

/** Makes a link that opens a workbook with a formula, relative to the pages. */
type LinkToFormula = (formula: string) => string;

/** The content of a page, without its style and its links to other pages. */
interface PageText {
  readonly title: string;
  /** As HTML. */
  readonly body: string;
}

/** The list of all functions, relative to the add-in's address. Some servers remove the name index.html. */
export const LIST_PATH = 'help/functions.html';
/** The address in installed manifests, which cannot be changed there. */
const LIST_PATH_OF_MANIFESTS = 'help/index.html';

export const FIRST_DAY_PATH = 'help/first-day.html';

/** All help pages and their script, by path within the add-in: the list, and a page for each function. */
export const helpPages = (
  helps: readonly FunctionHelp[],
  results: readonly ExampleResult[],
): Readonly<Record<string, string>> => {
  const pages = Object.fromEntries(
    Object.entries(helpTexts(helps, results)).map(([path, { title, body }]) => [
      path,
      htmlPage(title, body, SCRIPT_PATH.replace('help/', '')),
    ]),
  );
  return { [SCRIPT_PATH]: PAGE_SCRIPT, ...pages, [LIST_PATH_OF_MANIFESTS]: pages[LIST_PATH]! };
};

/**
 * The contents of the help pages, by path.
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

function listOf(helps: readonly FunctionHelp[]): PageText {
  const items = helps.map(({ declaration, summary }) => `<dt>${link(declaration)}</dt><dd>${escape(summary)}</dd>`);
  const title = 'Functions of MD for Excel';
  const begin = `<p>New here? Begin with <a href="${FIRST_DAY_PATH.replace('help/', '')}">Your first day</a>.</p>`;
  return { title, body: `<h1>${title}</h1>${begin}<dl>${items.join('')}</dl>` };
}

/** The function's syntax, with optional parameters in square brackets. */
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
  const operation = operationOf(id);
  const { isAssumed, parameters } = operation;
  const assumed = parameters.filter((parameter) => parameter.isAssumed).map(({ name }) => name);
  const standing = isAssumed
    ? 'Its parameters are not published by the service; the names can be set in the pane.'
    : assumed.length > 0
      ? `Documented by the service, but for the names of parameters, which can be set in the pane: ${assumed.join(', ')}.`
      : 'Documented by the service.';
  const { summary } = operationTextOf(operation);
  return `<dt><code>${escape(id)}</code></dt><dd>${escape(summary)}. <span class="source">${standing}</span></dd>`;
}

const link = ({ id }: AnyDeclaration): string => `<a href="${helpPath(id).replace('help/', '')}">MD.${escape(id)}</a>`;

/** No argument accepts this. */
const WRONG = '?';

/** The errors of a function for invalid arguments, and the errors of every function without a value. */
export function errorRows({
  parameters,
}: Pick<AnyDeclaration, 'parameters'>): [cell: string, when: string, sentence: string][] {
  const wrong = Object.entries(parameters).map(([name, parameter]) => [name, refusalOf(name, parameter)] as const);
  return [
    ...wrong.flatMap(([name, error]): [string, string, string][] =>
      error ? [[error.code, `\`${name}\` is \`"${WRONG}"\``, error.message]] : [],
    ),
    ...GENERAL.map(([when, { code, message }]): [string, string, string] => [code, when, message]),
    STUCK,
  ];
}

function refusalOf(name: string, parameter: Parameter): CellError | undefined {
  try {
    parameter.read(WRONG, name, { dateSystem: '1900' });
    return undefined;
  } catch (error) {
    return error instanceof CellError ? error : undefined;
  }
}

/** Excel's own errors, which no function reports. */
const STUCK: [string, string, string] = [
  '#BUSY!',
  'Excel has stopped the add-in while its pane was closed, as on a Mac',
  'none: open the MD pane, then recalculate',
];

const GENERAL: readonly (readonly [when: string, error: CellError])[] = [
  ['the service refuses the key', statusError(401)],
  ['the plan does not include it', statusError(403)],
  ['the service fails', statusError(503)],
  ['the service cannot be reached', networkError('The service')],
  ['part of a formula is previewed', previewError()],
];

/**
 * A page's only script: a button beside each formula that copies it. A page whose script is blocked has no buttons, and
 * a click on a formula selects all of it.
 */
export const PAGE_SCRIPT = `for (const code of document.querySelectorAll('.formula code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy ' + code.textContent);
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
  code.after(' ', button);
}
`;

export const STYLE = `
  :root { color-scheme: light dark; background: light-dark(#ffffff, #1f1f1f); color: light-dark(#242424, #ffffff); }
  a { color: light-dark(#0d5f59, #7fe0b4); }
  body { font: 16px/1.5 "Segoe UI", system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; overflow-wrap: anywhere; }
  h1 { font-size: 1.75rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
  code { font-family: Consolas, ui-monospace, monospace; }
  dt { font-weight: 600; margin-top: .75rem; } dd { margin: 0; }
  .formula { margin-top: 1.25rem; padding: .5rem .75rem; border-radius: 6px; background: light-dark(#f5f5f5, #2b2b2b); font-weight: 400; }
  .formula code { user-select: all; }
  .formula button { font: inherit; font-size: .875rem; margin-inline-start: .5rem; padding: 0 .5rem; border: 1px solid light-dark(#8a8a8a, #8a8a8a); border-radius: 4px; background: none; color: inherit; cursor: pointer; }
  .formula a { font-size: .875rem; margin-inline-start: .5rem; }
  .syntax { padding: .75rem 1rem; border: 1px solid light-dark(#d1d1d1, #5c5c5c); border-radius: 6px; }
  .result { overflow-x: auto; margin: .5rem 0; }
  table { border-collapse: collapse; font-size: .875rem; overflow-wrap: normal; }
  th, td { padding: .125rem .5rem; border: 1px solid light-dark(#d1d1d1, #5c5c5c); text-align: start; vertical-align: top; }
  th { background: light-dark(#f5f5f5, #2b2b2b); font-weight: 600; }
  .number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .size, .source { color: light-dark(#5c5c5c, #b8b8b8); font-size: .875rem; margin: 0; }
`;

/** A page in the style of those of the functions, with at most one script, which lies beside it. */
export const htmlPage = (title: string, body: string, script?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>${script === undefined ? '' : `\n<script src="${script}" defer></script>`}
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;

/** A table with a header row. Cells are text; backticks mark code. */
const table = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string => `<div class="result" tabindex="0" role="group" aria-label="${escape(head.join(', '))}"><table>
<tr>${head.map((name) => `<th scope="col">${escape(name)}</th>`).join('')}</tr>
${rows.map((row) => `<tr>${row.map((cell) => `<td>${withCode(cell)}</td>`).join('')}</tr>`).join('\n')}
</table></div>`;

const withCode = (raw: string): string => escape(raw).replace(/`([^`]+)`/g, '<code>$1</code>');

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escape = (raw: string): string => raw.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

const [MAX_ROWS, MAX_COLUMNS] = [6, 8];

/**
 * A result as a spreadsheet shows it. A large one is cut to its first rows and columns.
 * @param hasHeader whether its first row has names, if there are others
 */
function resultTable(outcome: Outcome, hasHeader: boolean): string {
  const rows: Matrix = outcome instanceof CellError ? [[outcome]] : outcome;
  const width = rows[0]?.length ?? 0;
  const isHeader = (index: number): boolean => index === 0 && hasHeader && rows.length > 1;
  const shown = rows.slice(0, MAX_ROWS).map(
    (row, index) =>
      `<tr>${row
        .slice(0, MAX_COLUMNS)
        .map(isHeader(index) ? headerOf : cellOf)
        .join('')}</tr>`,
  );
  const isCut = rows.length > MAX_ROWS || width > MAX_COLUMNS;
  const size = isCut ? `<p class="size">${rows.length} rows × ${width} columns in all</p>` : '';
  const result = `<table>${shown.join('')}</table>`;
  return `<div class="result" tabindex="0" role="group" aria-label="Result">${result}</div>${size}`;
}

const headerOf = (cell: Cell): string => `<th scope="col">${escape(shownText(cell))}</th>`;

function cellOf(cell: Cell): string {
  const isNumber = typeof cell === 'number' || isFormatted(cell);
  return `<td${isNumber ? ' class="number"' : ''}>${escape(shownText(cell))}</td>`;
}

/** A cell as text: dates and prices in their formats, an error with its sentence. */
export function shownText(cell: Cell): string {
  if (cell instanceof CellError) return `${cell.code} ${cell.message}`;
  if (isFormatted(cell)) return format(cell.format, cell.value);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}
