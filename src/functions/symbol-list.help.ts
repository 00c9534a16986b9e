import { explain } from './help/explain';
import { MAX_SYMBOLS, symbolList } from './symbol-list';
import { AREA, HEADERS, fieldsIn } from './parameters/shared.help';

export const symbolListHelp = explain(symbolList, {
  summary: 'Symbols that the service knows in an area: all, or those that match a filter or a search.',
  returns:
    'A table of one row per symbol, in the order of the service: symbol and name; for stocks country and ' +
    'description too.',
  parameters: {
    area: AREA,
    filter:
      'Conditions such as "country=us; type=etf", with a plain word to search in symbol and name ("country=us; ' +
      'bank"); or a range of two columns. All symbols if omitted',
    limit: `Maximum number of symbols, 1 to ${MAX_SYMBOLS}`,
    fields: (parameter) => `${fieldsIn(parameter)}; those that the area has if omitted`,
    headers: HEADERS,
  },
  examples: [
    { formula: '=MD.SYMBOLS("indices")', gives: 'the market indices and their names' },
    {
      formula: '=MD.SYMBOLS("currencies","dollar",10,"symbol",FALSE)',
      gives: 'ten pairs with a dollar in their name, ready for MD.QUOTE',
    },
    { formula: '=MD.SYMBOLS("commodities","type=metal")', gives: 'the metals among the commodities' },
  ],
  seeAlso: ['QUOTE', 'MARKETS', 'GET'],
  searchWords: {
    en: 'symbol, ticker, search, find, list, company, instruments, universe, name',
    de: 'Symbol, Ticker, Kürzel, Wertpapiere, Suche, suchen, Liste, Unternehmen, Instrumente, Name, Anlageuniversum',
    fr: 'symbole, ticker, code mnémonique, recherche, chercher, liste, société, instruments, valeurs, nom, univers',
    es: 'símbolo, ticker, código, búsqueda, buscar, lista, empresa, instrumentos, valores, nombre, universo',
    ja: '銘柄, 銘柄コード, 証券コード, ティッカー, 検索, 一覧, 企業名',
    zh: '代码, 股票代码, 证券代码, 搜索, 查找, 列表, 公司名称, 品种',
  },
});
