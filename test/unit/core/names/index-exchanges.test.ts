import { exchangeOfIndex } from '../../../../src/core/names/index-exchanges';

test.each([
  ['SPX', 'XNYS'],
  ['ndx', 'XNAS'],
  ['TSX', 'XTSE'],
  ['IBOV', 'BVMF'],
  ['DAX', 'XETR'],
  ['SX5E', 'XETR'],
  ['UKX', 'XLON'],
  ['CAC', 'XPAR'],
  ['SMI', 'XSWX'],
  ['NKY', 'XTKS'],
  ['HSI', 'XHKG'],
  ['CSI300', 'XSHG'],
  ['AS51', 'XASX'],
  ['NIFTY', 'XNSE'],
  ['SENSEX', 'XBOM'],
  ['TASI', 'XSAU'],
])('the index %s follows the sessions of %s', (symbol, mic) => expect(exchangeOfIndex(symbol)).toBe(mic));

test('an index that is not in the table has no known exchange', () => expect(exchangeOfIndex('MSCI')).toBeUndefined());
