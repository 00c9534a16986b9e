import type { Example, FunctionHelp, ParameterHelp, SearchWords, HelpSection } from './explain';

/**
 * Contents of help.json: each function's texts, by its id. The pane reads it, because its script contains no texts of
 * the catalog.
 */
export type HelpJson = Readonly<Record<string, FunctionText>>;

export interface FunctionText {
  readonly summary: string;
  readonly example: Example;
  /** Its help page, and the pane's part of it, relative to the add-in's address. */
  readonly page: string;
  readonly details: string;
  readonly parameters: Readonly<Record<string, ParameterHelp>>;
  readonly words: SearchWords;
}

export const helpJson = (helps: readonly FunctionHelp[]): HelpJson =>
  Object.fromEntries(
    helps.map(({ declaration: { id }, summary, examples: [example], parameters, searchWords }) => [
      id,
      { summary, example, page: helpPath(id), details: detailsPath(id), parameters, words: searchWords },
    ]),
  );

/** The part of a function's help that the pane shows. */
export interface FunctionDetails {
  readonly returns: string;
  readonly examples: readonly Example[];
  readonly sections: readonly HelpSection[];
  readonly seeAlso: readonly string[];
}

/** A file for each function, by path within the add-in. */
export const detailsFiles = (helps: readonly FunctionHelp[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    helps.map(({ declaration: { id }, returns, examples, sections = [], seeAlso }): [string, string] => {
      const details: FunctionDetails = {
        returns,
        examples,
        sections: sections.map((section) => section()),
        seeAlso,
      };
      return [detailsPath(id), JSON.stringify(details)];
    }),
  );

/** The help page of a function, relative to the add-in's address. */
export const helpPath = (id: string): string => `help/${id.toLowerCase()}.html`;

/** The file with the pane's part of it. */
const detailsPath = (id: string): string => `help/${id.toLowerCase()}.json`;

export const SCRIPT_PATH = 'help/help.js';
