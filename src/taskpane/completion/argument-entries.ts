import type { Session } from '../../app/session';
import { FILING_TYPES } from '../../core/names/colloquial-names';
import { type AnyDeclaration, type Parameter, enteredFor } from '../../functions/define';
import type { ParameterHelp } from '../../functions/help/explain';
import { areasOf, type Entry, EntryLists, type EntrySource, coinsOf, currenciesOf, scorePathsOf } from './entries';
/** Symbols come in long lists, which nobody needs who has not begun to type. */
const MIN_TYPED_OF_SYMBOL = 2;

/** What completion may depend on, besides the parameter itself. */
interface CompletionContext {
  /** What is entered for each parameter, by name. */
  readonly entered: Readonly<Record<string, string>>;
  readonly tooltips: ParameterHelp['words'];
  /** The language of the pane: "de". */
  readonly language: string;
}

/** What an argument can be completed from; undefined where nothing is known of its values. */
export function entriesFor(
  session: Session,
  declaration: AnyDeclaration,
  parameter: Parameter,
  { entered, tooltips = {}, language }: CompletionContext,
): EntrySource | undefined {
  if (parameter.role === 'symbols')
    return {
      minTyped: MIN_TYPED_OF_SYMBOL,
      lists: () => areasOf(declaration.sources).map((area) => session.part(EntryLists).instruments(area)),
    };
  switch (parameter.input) {
    case 'exchanges':
      return { minTyped: 1, lists: () => [session.part(EntryLists).exchanges()] };
    case 'filing-type':
      return { minTyped: 1, lists: () => [Promise.resolve(FILING_TYPES.map((type) => wordEntry(type)))] };
    case 'currency': {
      const isCrypto = enteredFor(declaration, 'area', entered) === 'crypto';
      const lists = () => [currenciesOf(session, language), ...(isCrypto ? [coinsOf(session)] : [])];
      return { minTyped: 1, of: isCrypto ? 'crypto' : '', lists };
    }
    case 'score-path': {
      const symbols = enteredFor(declaration, 'symbols', entered);
      const models = enteredFor(declaration, 'models', entered);
      return { minTyped: 1, of: `${models} ${symbols}`, lists: () => [scorePathsOf(session, symbols, models)] };
    }
    case 'words':
      return {
        minTyped: 1,
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
