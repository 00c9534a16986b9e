import type { Example, FunctionHelp, ParameterHelp } from './explain';
import { helpPath } from './metadata';
import { SEARCH_WORDS, type SearchWords } from './search-words';

/**
 * Contents of help.json: each function's texts, by its id. The pane reads it, because its script contains no texts of
 * the catalog.
 */
export type HelpJson = Readonly<Record<string, FunctionText>>;

export interface FunctionText {
  readonly summary: string;
  readonly example: Example;
  /** Its help page, relative to the add-in's address. */
  readonly page: string;
  readonly parameters: Readonly<Record<string, ParameterHelp>>;
  /** By which it is found, in every language. */
  readonly words: SearchWords;
}

export const helpJson = (helps: readonly FunctionHelp[]): HelpJson =>
  Object.fromEntries(
    helps.map(({ declaration: { id }, summary, examples: [example], parameters }) => [
      id,
      { summary, example, page: helpPath(id), parameters, words: SEARCH_WORDS[id]! },
    ]),
  );
