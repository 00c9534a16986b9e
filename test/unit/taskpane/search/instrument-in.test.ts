import { instrumentIn } from '../../../../src/taskpane/search/instrument-in';

test.each([
  ['apple stock price', 'apple'],
  ['price of gold', 'gold'],
  ['aktie apple', 'apple'],
  ['bitcoin price today', 'bitcoin'],
  ['AAPL US Equity', 'AAPL'],
  ['IBM UN Equity', 'IBM'],
  ['SPX Index', 'SPX'],
  ['EURUSD Curncy', 'EURUSD'],
  ['AAPL.O', 'AAPL'],
  ['AAPL:US', 'AAPL'],
  ['NASDAQ:AAPL', 'AAPL'],
  ['EUR=', 'EUR'],
  ['EURUSD=X', 'EURUSD'],
  ['$AAPL', 'AAPL'],
  ['.SPX', 'SPX'],
  // It may be another company than the service's own "VOD".
  ['VOD LN Equity', 'VOD LN Equity'],
  ['SAN.PA', 'SAN.PA'],
  ['BRK.B', 'BRK.B'],
  ['stock price', 'stock price'],
  ['euro exchange rate', 'euro'],
  // Else every stock exchange would be found.
  ['exchange rate', 'exchange rate'],
  ['NYSE', 'NYSE'],
])('the instrument in "%s" is "%s"', (query, instrument) => expect(instrumentIn(query)).toBe(instrument));
