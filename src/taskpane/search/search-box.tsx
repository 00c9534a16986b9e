import { useMemo, useState } from 'preact/hooks';
import { AREAS } from '../../api/interface/operation';
import { TRAITS } from '../../functions/generated/function-traits';
import { EntryLists, matching, useEntries } from '../completion/entries';
import { Combobox } from '../components/combobox';
import { Icon } from '../components/icon';
import type { TabProps } from '../tab-props';
import { useLanguage, useTexts } from '../texts/use-texts';
import { findFunctions, findFunctionsByOneWord, timeWordsIn } from './find-functions';
import { exchangeHit, functionHit, type Hit, instrumentHits } from './hits';
import './search-box.css';
import { useFunctionTexts } from '../functions/function-texts';

/** Of each kind, so that none hides the others. */
const [MAX_FUNCTIONS, MAX_EXCHANGES, MAX_INSTRUMENTS] = [5, 3, 6];
/** Before the lists of the service are asked for. */
const MIN_TYPED = 2;

interface SearchBoxProps extends TabProps {
  readonly onChoose: (hit: Hit) => void;
}

/**
 * One box for everything: functions by people's words, instruments and exchanges by code and by name. What is chosen is
 * a formula.
 */
export function SearchBox({ session, onChoose }: SearchBoxProps) {
  const texts = useTexts('shell');
  const language = useLanguage();
  const [query, setQuery] = useState('');
  const { texts: functionTexts } = useFunctionTexts(query !== '');
  const isFormula = query.trimStart().startsWith('=');
  const time = useMemo(() => timeWordsIn(query, language.code, session.now()), [query]);
  const typed = isFormula ? '' : (time?.rest ?? query);
  const exchanges = useEntries(
    session,
    { minTyped: MIN_TYPED, lists: () => [session.part(EntryLists).exchanges()] },
    typed,
  );
  const instruments = useEntries(
    session,
    { minTyped: MIN_TYPED, lists: () => AREAS.map((area) => session.part(EntryLists).instruments(area)) },
    typed,
  );
  const hasFailed = exchanges.hasFailed || instruments.hasFailed;
  const isSearched = query.trim() !== '' && !exchanges.isPending && !instruments.isPending && functionTexts;
  const hits = useMemo((): readonly Hit[] => {
    const found = (find: typeof findFunctions): Hit[] =>
      find(TRAITS, query, functionTexts, language.code)
        .slice(0, MAX_FUNCTIONS)
        .map(({ id }) => functionHit(id, functionTexts?.get(id)?.summary));
    const matches = [
      ...found(findFunctions),
      ...matching(exchanges.entries, typed, MAX_EXCHANGES).flatMap(exchangeHit),
      ...matching(instruments.entries, typed, MAX_INSTRUMENTS).flatMap((entry) =>
        instrumentHits(entry, session.settings.area, time),
      ),
    ];
    return matches.length === 0 && isSearched ? found(findFunctionsByOneWord) : matches;
  }, [query, functionTexts, exchanges.entries, instruments.entries, isSearched]);
  return (
    <div class="md-search" role="search">
      <Icon name="search" />
      <Combobox
        input={{ id: 'md-search', 'aria-label': texts.search, placeholder: texts.search, type: 'search' }}
        value={query}
        choices={hits}
        label={texts.hits}
        takesFirst
        onText={setQuery}
        onChoose={(hit) => {
          setQuery('');
          onChoose(hit);
        }}
      />
      <p class="md-hint" role="status">
        {isSearched && hits.length === 0 && (hasFailed ? texts.noLists : language.fill(texts.noMatch, { query }))}
      </p>
    </div>
  );
}
