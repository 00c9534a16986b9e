import type { Session } from '../../app/session';
import { FILING_TYPES } from '../../core/names/colloquial-names';
import type { AnyDeclaration, Parameter } from '../../functions/define';
import type { ParameterHelp } from '../../functions/help/explain';
import { areasOf, type Entry, EntryLists } from './entries';
import type { EntrySource } from './use-entries';

/** Symbols come in long lists, which nobody needs who has not begun to type. */
const LEAST_OF_SYMBOL = 2;

/** What an argument can be completed from; undefined where nothing is known of its values. */
export function entriesFor(
  session: Session,
  { sources }: AnyDeclaration,
  parameter: Parameter,
  tooltips: ParameterHelp['words'] = {},
): EntrySource | undefined {
  if (parameter.holdsSymbols)
    return {
      least: LEAST_OF_SYMBOL,
      lists: () => areasOf(sources).map((area) => session.part(EntryLists).instruments(area)),
    };
  switch (parameter.input) {
    case 'exchanges':
      return { least: 1, lists: () => [session.part(EntryLists).exchanges()] };
    case 'filing-type':
      return { least: 1, lists: () => [Promise.resolve(FILING_TYPES.map((type) => wordEntry(type)))] };
    case 'words':
      return {
        least: 1,
        lists: () => [Promise.resolve((parameter.words ?? []).map((word) => wordEntry(word, tooltips[word])))],
      };
    default:
      return undefined;
  }
}

const wordEntry = (code: string, name = ''): Entry => ({ code, name, others: [] });

/** How an entry is written into the argument: with its area where it would be looked up in another. */
export const writtenAs = ({ code, area }: Entry, { sources }: AnyDeclaration, ownArea: string): string =>
  area === undefined || area === ownArea || areasOf(sources).length === 1 ? code : `${area}:${code}`;
