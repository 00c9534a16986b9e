import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filledPage, placesLeft, publishedManifest, type Publisher } from '../../../src/build/publisher';

const NOBODY: Publisher = { name: undefined, support: undefined, dataService: undefined, terms: undefined };
const FIRM: Publisher = {
  name: 'Sands & Sons <Data>',
  support: 'help@sands.example',
  dataService: 'Prices_Ltd, https://prices.example',
  terms: 'https://sands.example/terms',
};
const pageOf = (name: string): string => readFileSync(join(__dirname, `../../../src/build/pages/${name}.md`), 'utf8');

describe('a page of the publisher', () => {
  test.each(['privacy', 'support', 'terms'])('%s has places to fill, and none once everything is given', (name) => {
    expect(placesLeft(pageOf(name))).not.toEqual([]);
    expect(placesLeft(filledPage(pageOf(name), FIRM))).toEqual([]);
    expect(filledPage(pageOf(name), FIRM)).not.toMatch(/\[[^\]]*\](?!\()/);
  });

  test('names what is left if only a part is given', () => {
    const page = filledPage(pageOf('support'), { ...NOBODY, name: 'Sands' });
    expect(page).toContain('Sands publishes MD for Excel');
    expect(placesLeft(page)).toEqual(['[Support]', '[Data service]']);
  });

  test('turns addresses into links, and leaves other words as they are', () => {
    expect(filledPage('[Support] [Terms] [Data service] [Publisher]', FIRM)).toBe(
      '<help@sands.example> <https://sands.example/terms> Prices\\_Ltd, https://prices.example Sands & Sons \\<Data\\>',
    );
  });
});

describe('the manifest', () => {
  const XML = '<ProviderName>MD for Excel</ProviderName><DisplayName DefaultValue="MD for Excel"/>';

  test("has the publisher's name, and nothing else changes", () => {
    expect(publishedManifest(XML, FIRM)).toBe(
      '<ProviderName>Sands &amp; Sons &lt;Data&gt;</ProviderName><DisplayName DefaultValue="MD for Excel"/>',
    );
  });

  test('keeps its own publisher if no name is given', () => expect(publishedManifest(XML, NOBODY)).toBe(XML));
});
