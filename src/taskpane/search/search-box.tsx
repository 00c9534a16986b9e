import { useSession } from '../session';
import { useContext, useMemo, useState } from 'preact/hooks';
import type { Area } from '../../api/interface/operation';
import { areasWith } from '../../api/operations';
import { argumentsFor, findAdded } from '../../app/profile';
import { profileOf } from '../../app/settings';
import { localFormula } from '../texts/typed';
import { TRAITS } from '../../app/generated/function-traits';
import { EntryLists, matching, nearly, useEntries, areasOf, type Entry } from '../completion/entries';
import { useAnnounce } from '../components/announcer';
import { Combobox, type Choice } from '../components/combobox';
import { Icon } from '../components/elements';
import { useDelayed } from '../hooks';
import { findFunctions, findFunctionsByOneWord, lastMonth, timeWordsIn, type TimeWords } from './find-functions';
import { findPlaces } from './find-places';
import { instrumentIn } from './instrument-in';
import { type PaneSection, PLACES, PlacesContext, placeTitle } from '../places';
import { useLate } from '../use-late';
import { useFunctionTexts } from '../functions/function-texts';
import { useTexts } from '../texts/use-texts';
import type { FunctionTraits, ParameterRole } from '../../app/function-traits';
import type { Entries } from '../functions/formula';
import './search-box.css';

/** Of each kind, so that none hides the others. */
const [MAX_FUNCTIONS, MAX_EXCHANGES, MAX_INSTRUMENTS, MAX_PLACES] = [5, 3, 6, 3];
/** The delay after typing before the number of hits is announced. */
const SAID_AFTER_MS = 600;
/** With or without its equals sign. */
const FORMULA = /^(?:=|@?[\w.]+\()/;
/** What a word of it may find would lie over what is said of it. */
const OTHER_CALL = /^=?@?(?!MD\.)[\w.]+[(|]/i;
/** What the spreadsheet does by itself: a section or symbol with a similar word would be of something else. */
const OF_SPREADSHEET =
  /\b(?:rows?|columns?|panes|ma[ck]ros?|vba|pivot|print|zeilen?|spalten?|lignes?|colonnes?|filas?|columnas?)\b|行|列|宏|マクロ/i;
/** Before the lists of the service are asked for. */
const MIN_TYPED = 2;

/**
 * One box for everything: functions by common words, instruments and exchanges by code and by name, sections of the
 * pane by what people want to do. Every other hit is a formula.
 */
export function SearchBox({ onChoose }: { readonly onChoose: (hit: Hit) => void }) {
  const session = useSession();
  const [texts] = useTexts('shell');
  const [{ added }, language] = useTexts('functions');
  const [query, setQuery] = useState('');
  const help = useFunctionTexts(query !== '');
  const functionTexts = help.texts;
  const isFormula = FORMULA.test(query.trim());
  const time = useMemo(() => timeWordsIn(query, language.code, session.now()), [query]);
  const typed = isFormula ? '' : instrumentIn(time?.rest ?? query);
  const lists = session.part(EntryLists);
  const all = [() => lists.exchanges(), ...areasWith('symbols').map((area) => () => lists.instruments(area))];
  const source = { minTyped: MIN_TYPED, lists: () => all.map((list) => list()) };
  const { entries, isPending, hasFailed } = useEntries(session, source, typed);
  const isSearched = query.trim() !== '' && !isPending && (functionTexts !== undefined || help.hasFailed);
  const { go } = useContext(PlacesContext);
  const hits = useMemo((): readonly (Hit | PlaceHit)[] => {
    if (OTHER_CALL.test(query.trim())) return [];
    const found = (find: typeof findFunctions): Hit[] =>
      find(query, functionTexts, language.code)
        .slice(0, MAX_FUNCTIONS)
        .map(({ id }) => functionHit(id, functionTexts?.get(id)?.summary));
    const [exchanges, instruments] = [false, true].map((isInArea) =>
      entries.filter(({ area }) => (area !== undefined) === isInArea),
    ) as [Entry[], Entry[]];
    const listed = (find: typeof matching): Hit[] => [
      ...find(exchanges, typed, MAX_EXCHANGES).flatMap(exchangeHit),
      ...find(instruments, typed, MAX_INSTRUMENTS).flatMap((entry) =>
        instrumentHits(entry, session.settings.area, lastMonth(session.now()), time),
      ),
    ];
    const places = (mode: Parameters<typeof findPlaces>[2]): PlaceHit[] =>
      findPlaces(query, language, mode)
        .slice(0, MAX_PLACES)
        .map((place) => ({ key: place, title: placeTitle(place, language), remark: texts[PLACES[place]], place }));
    const named = places('exactly');
    const matches = [
      ...named,
      ...found(findFunctions),
      ...findAdded(profileOf(session.settings).added, typed)
        .slice(0, MAX_FUNCTIONS)
        .map((operation): Hit => ({
          key: operation.id,
          title: operation.path,
          detail: operation.summary,
          remark: added,
          id: 'GET',
          entries: argumentsFor(operation),
        })),
      ...listed(matching),
      ...places('by every word').filter(({ place }) => named.every((one) => one.place !== place)),
    ];
    const isOurs = !OF_SPREADSHEET.test(query);
    return matches.length === 0 && isSearched
      ? [...(isOurs ? places('by any word') : []), ...found(findFunctionsByOneWord), ...(isOurs ? listed(nearly) : [])]
      : matches;
  }, [query, functionTexts, entries, isSearched]);
  const isNothingFound = isSearched && hits.length === 0;
  const late = useLate(isFormula || isNothingFound);
  const announce = useAnnounce();
  useDelayed(
    () => announce(language.fill(texts.hitCount, { count: hits.length })),
    isSearched && hits.length > 0 ? SAID_AFTER_MS : undefined,
    [query, isSearched, hits.length],
  );
  const nothing = (
    <p class="md-hint" role="status">
      {isNothingFound && (hasFailed ? texts.noLists : language.fill(texts.noMatch, { query }))}
    </p>
  );
  return (
    <div class="md-search" role="search">
      <Icon name="search" />
      <Combobox
        input={{ id: 'md-search', 'aria-label': texts.search, placeholder: texts.search, type: 'search' }}
        value={query}
        choices={hits.map((hit) => ('place' in hit ? hit : asTyped(hit, session.host.workbook.listSeparator)))}
        label={texts.hits}
        goesToFirst
        onText={setQuery}
        onChoose={(hit) => {
          setQuery('');
          if ('place' in hit) go(hit.place);
          else onChoose(hit);
        }}
      />
      {(isFormula || isNothingFound) && late ? (
        <late.TranslatedFormula typed={query.trim()} otherwise={nothing} />
      ) : (
        nothing
      )}
    </div>
  );
}

interface PlaceHit extends Choice {
  readonly place: PaneSection;
}

/** A formula that a search offers, not yet complete where it is a function alone. */
interface Hit extends Choice {
  readonly id: string;
  readonly entries: Entries;
}

/** A formula is offered as this user would type it. */
const asTyped = (hit: Hit, listSeparator: string): Hit =>
  hit.detail?.startsWith('=') === true ? { ...hit, detail: localFormula(hit.detail, listSeparator) } : hit;

const functionHit = (id: string, summary: string | undefined): Hit => ({
  key: id,
  title: `MD.${id}`,
  detail: summary,
  lang: 'en',
  id,
  entries: {},
});

/** The catalog's first function that asks for exactly these: it is the usual one. */
const firstOf = (first: ParameterRole, ...others: readonly ParameterRole[]): FunctionTraits | undefined =>
  TRAITS.find(
    ({ parameters: [head, ...rest] }) =>
      head?.role === first && others.every((other) => rest.some(({ role }) => role === other)),
  );

const QUOTES = firstOf('symbols');
const HISTORY = firstOf('symbols', 'moment', 'bar-length');
const EXCHANGES = firstOf('exchanges');

/**
 * Its quote, and its history too where its area has one: where a time was named, that alone. The formula names the area
 * where the workbook takes another for granted.
 * @param usual the time of a history for which none was named
 * @internal
 */
export function instrumentHits(
  { code, name, area }: Entry,
  ownArea: string,
  usual: TimeWords,
  time?: TimeWords,
): Hit[] {
  const label = { title: `${code} ${name}`.trim(), remark: area };
  const history =
    area !== undefined && (areasOf(HISTORY?.sources ?? []) as readonly Area[]).includes(area) ? HISTORY : undefined;
  const { start, end, fields, interval } = time ?? usual;
  const past = hitOf(
    history,
    {
      symbols: [code],
      moment: [start, end],
      fields: fields === undefined ? [] : [fields],
      'bar-length': [interval],
    },
    label,
  );
  if (history && time) return past;
  const symbol = area === undefined || area === ownArea ? code : `${area}:${code}`;
  return [...hitOf(QUOTES, { symbols: [symbol] }, label), ...past];
}

/** @internal */
export const exchangeHit = ({ code, name }: Entry): Hit[] =>
  hitOf(EXCHANGES, { exchanges: [code] }, { title: `${code} ${name}`.trim() });

/** The arguments of each role, in the order of the parameters that have it; a parameter without one goes by its name. */
type ArgumentsByRole = Partial<Readonly<Record<ParameterRole | 'fields', readonly string[]>>>;

function hitOf(
  traits: FunctionTraits | undefined,
  byRole: ArgumentsByRole,
  label: Pick<Hit, 'title' | 'remark'>,
): [Hit] | [] {
  if (!traits) return [];
  const { id, parameters } = traits;
  const left = new Map(Object.entries(byRole).map(([role, values]) => [role, [...values]]));
  const values = parameters.map(({ name, role = name }) => left.get(role)?.shift());
  const written = values.slice(0, values.findLastIndex((value) => value !== undefined) + 1);
  return [
    {
      ...label,
      key: `${id} ${values.filter((value) => value !== undefined).join(' ')}`,
      detail: `=MD.${id}(${written.map((value) => (value === undefined ? '' : `"${value}"`)).join()})`,
      id,
      entries: Object.fromEntries(
        parameters.flatMap(({ name }, index) => (values[index] === undefined ? [] : [[name, values[index]]])),
      ),
    },
  ];
}
