import { HELP } from '../functions/generated/help-texts';
import { detailsFiles, helpJson } from '../functions/help/help-json';
import { helpPages } from '../functions/help/help-page';
import { functionsJson } from '../functions/help/functions-json';
import { exampleResults } from './example-results';

/** The files of the add-in that are derived from the catalog of functions, by name. */
export async function catalogFiles(addinUrl: string): Promise<Readonly<Record<string, string>>> {
  return {
    'functions.json': `${JSON.stringify(functionsJson(HELP, addinUrl), null, 2)}\n`,
    'help.json': JSON.stringify(helpJson(HELP)),
    ...detailsFiles(HELP),
    ...helpPages(HELP, await exampleResults(HELP)),
  };
}
