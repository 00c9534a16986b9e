import { explain } from './help/explain';
import { MAX_ITEMS, news } from './news';
import { AREA, FIELDS, HEADERS } from './parameters/shared.help';

export const newsHelp = explain(news, {
  summary: 'News items of an area, newest first, with the symbols that they are about.',
  returns:
    'A table of one row per item, newest first: timestamp (UTC), content, markets, tickets (the symbols), ' +
    'hashtags, which MD.GET calls meta_data.markets and so on; lists as comma separated text.',
  parameters: {
    area: AREA,
    limit: `Maximum number of items, 1 to ${MAX_ITEMS}`,
    fields: FIELDS,
    headers: HEADERS,
    symbols:
      'Only news about these symbols: one, several with commas between them, or a range. Pages are read until the limit is reached, or the allowed requests are spent',
  },
  examples: [
    { formula: '=MD.NEWS("stocks")', gives: 'the last twenty items on stocks' },
    {
      formula: '=MD.NEWS("crypto",5,"timestamp,content",FALSE)',
      gives: 'the times and texts of the five newest items, without a header',
    },
    { formula: '=MD.NEWS("stocks",20,,,"AAPL,MSFT")', gives: 'the last twenty items on two companies' },
    { formula: '=MD.NEWS("currencies",1,"content")', gives: 'the newest item on currencies, in one cell' },
  ],
  seeAlso: ['FILINGS', 'SYMBOLS', 'GET'],
  searchWords: {
    en: 'news, headlines, stories, sentiment, company',
    de: 'Nachrichten, Meldungen, Unternehmensmeldungen, Schlagzeilen, Stimmung',
    fr: 'actualités, nouvelles, dépêches, titres, gros titres',
    es: 'noticias, titulares, prensa',
    ja: 'ニュース, 見出し, 記事',
    zh: '新闻, 头条, 资讯',
  },
});
