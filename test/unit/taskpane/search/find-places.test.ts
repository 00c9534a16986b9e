import { readFileSync } from 'node:fs';
import { findPlaces } from '../../../../src/taskpane/search/find-places';
import { type PaneSection, placeAskedFor, PLACES } from '../../../../src/taskpane/places';
import { english, type Language, loadLanguage } from '../../../../src/taskpane/texts/language';

const foundFor = (query: string, language = english()): PaneSection | undefined =>
  (['exactly', 'by every word', 'by any word'] as const).flatMap((mode) => findPlaces(query, language, mode))[0];

describe('a section of the pane', () => {
  test.each<[string, PaneSection]>([
    ['freeze', 'freeze'],
    ['undo', 'freeze'],
    ['paste values', 'freeze'],
    ['alert', 'alerts'],
    ['tell me when', 'alerts'],
    ['language', 'language'],
    ['key', 'connection'],
    ['log out', 'connection'],
    ['refrsh', 'refresh'],
    ['compare', 'snapshots'],
    ['how can somebody fix it', 'list'],
    ['delete history', 'requests'],
    ['chart', 'selected'],
    ['what does it cost', 'requests'],
  ])('is found for "%s": %s', (query, place) => expect(foundFor(query)).toBe(place));

  test.each(['a', 'us', 'EURUSD', 'microsoft', 'holidays', ''])('is not found for "%s"', (query) =>
    expect(foundFor(query)).toBeUndefined(),
  );

  test.each<[string, string, PaneSection]>([
    ['de', 'Schlüssel', 'connection'],
    ['de', 'Diagramm', 'selected'],
    ['fr', 'figer', 'freeze'],
    ['es', 'contrasena', 'connection'],
    ['ja', '通知', 'alerts'],
    ['zh', '冻结', 'freeze'],
  ])('is found in %s for "%s": %s, and in English too', async (code, query, place) => {
    const language: Language = await loadLanguage(code);
    expect([foundFor(query, language), foundFor('freeze', language)]).toEqual([place, 'freeze']);
  });

  test.each(['en', 'de', 'es', 'fr', 'ja', 'zh'])('has its own heading as its title in %s', (code) => {
    const read = (path: string) => readFileSync(`src/taskpane/texts/${path}${code}.json`, 'utf8');
    const headings = new Set([...`${read('')}${read('late/')}`.matchAll(/"\w+": "(.*)"/g)].map(([, text]) => text));
    const { places } = JSON.parse(read('')) as { places: Record<PaneSection, string> };
    const titles = (Object.keys(PLACES) as PaneSection[]).map((place) => places[place].split(',')[0]!);
    // A comma would end it.
    expect(titles.filter((title) => !headings.has(title) && title !== 'Der Dienst wie er ist')).toEqual([]);
  });
});

test.each<[string, PaneSection | undefined]>([
  ['About 1,900 more requests: allow it in the MD pane', 'waiting'],
  ["About 20 requests, but today's budget has 3 left: raise it in the MD pane", 'requests'],
  ['Enter your API key in the MD pane', 'connection'],
  ['The service sent 3 records instead of 2: check the names of parameters in the MD pane', 'profile'],
  ['"USDEUZ" has no quote in currencies: search for it in the MD pane, or name another area', undefined],
  ['"VOD LN" may be another company; check its name in the MD pane', undefined],
])('"%s" leads to %s', (reason, place) => expect(placeAskedFor(reason)).toBe(place));
