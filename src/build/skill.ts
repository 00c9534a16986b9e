import type { FunctionTraits, RequestSharing } from '../app/function-traits';
import { defaultSettings } from '../app/settings';
import type { AnyDeclaration } from '../functions/define';
import { TRAITS } from '../app/generated/function-traits';
import type { FunctionHelp, ParameterHelp } from '../functions/help/explain';
import { syntax } from '../functions/help/help-page';

/** Its last part is the skill's name, as the format requires. */
export const SKILL_FOLDER = 'skills/md-for-excel';
const NAME = SKILL_FOLDER.split('/').at(-1)!;
const REFERENCE = 'references/functions.md';

/**
 * What an assistant reads before it writes formulas, by path: SKILL.md of agentskills.io, and beside it the arguments
 * and examples of each function, which are read only when one is needed.
 * @param limits what functions cannot do in Excel, as a list in Markdown
 */
export const skillFiles = (
  helps: readonly FunctionHelp[],
  version: string,
  limits: string,
): Readonly<Record<string, string>> => ({
  [`${SKILL_FOLDER}/SKILL.md`]: skillOf(helps, version, limits),
  [`${SKILL_FOLDER}/${REFERENCE}`]: `# Functions of MD for Excel\n\n${helps.map(referenceOf).join('\n')}`,
});

const { maxRequests } = defaultSettings('');

const skillOf = (helps: readonly FunctionHelp[], version: string, limits: string): string => `---
name: ${NAME}
description: ${JSON.stringify(DESCRIPTION)}
metadata:
  version: "${version}"
  tags: "excel, custom-functions, market-data"
---

# MD for Excel

Worksheet functions of an add-in. They fill cells with the values of a market data service. Nothing here runs a script:
what you write are formulas.

Arguments, results and examples of each function: [${REFERENCE}](${REFERENCE}). Read it before you write one.

## Workflow

1. Ask first: enter \`=MD.USAGE()\` in an empty cell. Requests count against the user's quota at the service, and this
   shows how many were used. If it is an error, tell the user its sentence and stop.
2. Choose functions from the table below, and count the requests that your formulas will send.
3. Before more than ${maxRequests}, say the number and ask. A formula that needs more than the user allows (${maxRequests} unless the
   pane's settings say otherwise) stops there.
4. Write one formula for a whole range, not one for each cell. Equal formulas share their requests.
5. Read the cells again. #BUSY! still waits. Tell the user of each error with its sentence.

## Functions

| function | gives | fills | requests |
| --- | --- | --- | --- |
${helps.map(rowOf).join('\n')}

## Workbook output

- Formulas, never values that you copied from them: the user refreshes them in the pane.
- Leave the cells below and beside a formula that spills empty, or it is #SPILL!.
- Dates and times are numbers with a number format. A date in a formula is DATE(2026,11,25) or "2026-11-25".
- An unpublished value is #N/A, never 0. Ask MD.COMPLETE before a total or a verdict.
- Formulas of other products, such as BDP, RHistory or GOOGLEFINANCE: the user selects them and chooses "Translate
  these cells" in the pane's Cells tab, which gives no near values. It also sets alerts and draws charts.

| cell | content |
| --- | --- |
${SHEET.map(([cell, content]) => `| ${cell} | ${content.startsWith('=') ? `\`${content}\`` : content} |`).join('\n')}

## Common pitfalls to avoid

- Do not ask for the API key, and do not write it anywhere: the user enters it in the pane (Home, Market data, Open
  pane).
- Do not put a number of your own in the place of an error or of a blank.
- Where a formula of MD cannot stand (below), put it into a cell, and refer to that cell.
- Do not say that cells have changed where you cannot write into the workbook: give the formulas instead.

What stays impossible in Excel:

${limits.trim()}
`;

/** A small sheet that shows how formulas fit together. */
const SHEET: readonly (readonly [cell: string, content: string])[] = [
  ['A2', 'EURUSD'],
  ['A3', 'GBPUSD'],
  ['A4', 'USDCHF'],
  ['B1', '=MD.QUOTE(A2:A4,"bid,ask",,,TRUE)'],
  ['E2', '=IF(MD.COMPLETE(C2:C4),MAX(C2:C4),"no data")'],
];

/** Says when to take the skill, by a word that people use for each function. */
const DESCRIPTION =
  'Writes, explains and mends formulas of the add-in MD for Excel, which fill cells with market data. Use it in Excel ' +
  'for formulas that contain "MD." and when a workbook needs quotes (live or last price, exchange rates), price ' +
  'history and bars, currency conversion, lists of symbols, trading hours and bank holidays of exchanges, whether one ' +
  'is open now, business days between dates, settlement dates, SEC filings, financial health (Piotroski, Altman, ' +
  'Beneish), market news, any other data of the service, the quota used, or a check for missing values.';

const rowOf = ({ declaration, summary }: FunctionHelp): string =>
  `| \`${callOf(declaration)}\` | ${inCell(summary)} | ${fills(declaration)} | ${requestsOf(declaration)} |`;

const callOf = (declaration: AnyDeclaration): string => syntax(declaration).slice(1);

const fills = ({ result }: AnyDeclaration): string => (result === 'matrix' ? 'a block of cells' : 'one cell');

function requestsOf({ id }: AnyDeclaration): string {
  const traits = TRAITS.find((one) => one.id === id)!;
  if (traits.sources.length === 0 && !traits.takesPath) return 'none';
  const again = traits.everySeconds === undefined ? '' : `, again every ${traits.everySeconds} seconds`;
  return REQUESTS[traits.requests](traits) + again;
}

const REQUESTS: Readonly<Record<RequestSharing, (traits: FunctionTraits) => string>> = {
  packed: () => 'one for a list of many symbols of an area, for all formulas together',
  each: (traits) => `one for each symbol${has(traits, 'filing-type') ? ' and type of filing' : ''}`,
  merged: (traits) => `one for all formulas${has(traits, 'date') ? ' with the same dates' : ' together'}`,
  year: () => 'one for each exchange and calendar year',
  pair: () => 'one for each pair of currencies',
  alone: () => 'one or more for each different formula',
};

const has = ({ parameters }: FunctionTraits, wantedRole: string): boolean =>
  parameters.some(({ role }) => role === wantedRole);

const referenceOf = ({
  declaration,
  summary,
  returns,
  parameters,
  examples,
}: FunctionHelp): string => `## MD.${declaration.id}

\`${callOf(declaration)}\`

${summary} Fills ${fills(declaration)}. Requests: ${requestsOf(declaration)}.

${Object.entries(parameters).map(parameterOf).join('\n')}

Result: ${returns}

${examples.map(({ formula, gives }) => `- \`${formula}\` gives ${gives}`).join('\n')}
`;

const parameterOf = ([name, { text, words = {} }]: [string, ParameterHelp]): string =>
  [`- ${name}: ${text}`, ...Object.entries(words).map(([word, meaning]) => `  - ${word}: ${meaning}`)].join('\n');

const inCell = (text: string): string => text.replaceAll('|', '\\|');
