export const settings = {
  quotesTitle: 'Quotes',
  area: 'Default area',
  areaHint: 'Where functions look when a formula names no area.',
  currencies: 'Currencies',
  crypto: 'Cryptocurrencies',
  indices: 'Indices',
  stocks: 'Stocks',
  commodities: 'Commodities',

  languageTitle: 'Language',
  language: 'Language of the pane',
  languageHint: 'Functions and their help stay in English.',
  automatic: 'As in the spreadsheet',

  saved: 'Saved. The cells are being calculated again.',
  notSaved: 'That could not be saved: {reason}',
};
