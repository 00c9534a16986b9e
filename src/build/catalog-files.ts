import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { HELP } from '../functions/generated/help-texts';
import { detailsFiles, helpJson } from '../functions/help/help-json';
import { helpPages } from '../functions/help/help-page';
import { functionsJson } from '../functions/help/functions-json';
import { exampleResults } from './example-results';
import { skillFiles } from './skill';

/** The files of the add-in that are derived from the catalog of functions, by name. */
export async function catalogFiles(addinUrl: string): Promise<Readonly<Record<string, string>>> {
  return {
    'functions.json': `${JSON.stringify(functionsJson(HELP, addinUrl), null, 2)}\n`,
    'help.json': JSON.stringify(helpJson(HELP)),
    ...detailsFiles(HELP),
    ...helpPages(HELP, await exampleResults(HELP)),
    ...skillFiles(HELP, version, limitsOfExcel()),
    'testers.md': testerNotes(),
  };
}

function limitsOfExcel(): string {
  const text = read('../../docs/excel-checklist.md');
  const [, limits] = text.split('\n## Limits that stay\n');
  if (limits === undefined) throw new Error('docs/excel-checklist.md has no chapter "Limits that stay" any more');
  return limits;
}

/** What the store's testers are told, with a formula of each function. */
function testerNotes(): string {
  const rows = HELP.map(({ examples: [{ formula, gives }] }) => `| \`${formula}\` | ${gives} |`);
  return `${read('pages/testers.md')}\n| formula | gives |\n|---|---|\n${rows.join('\n')}\n`;
}

const read = (name: string): string => readFileSync(join(__dirname, name), 'utf8');
