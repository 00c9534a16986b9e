import { micMeant, namesOfMic } from '../../../../src/core/names/colloquial-names';

test.each([
  ['NYSE', 'XNYS'],
  ['nasdaq', 'XNAS'],
  ['TYO', 'XTKS'],
  ['lon', 'XLON'],
  ['London', 'XLON'],
  ['hong  kong', 'XHKG'],
  [' London ', 'XLON'],
  ['XNYS', undefined],
  ['', undefined],
])('the exchange called %j has the MIC %j', (name, mic) => expect(micMeant(name)).toBe(mic));

const CITIES: Readonly<Record<string, string>> = {
  Frankfurt: 'XFRA',
  Paris: 'XPAR',
  Amsterdam: 'XAMS',
  Brussels: 'XBRU',
  Lisbon: 'XLIS',
  Dublin: 'XDUB',
  Milan: 'XMIL',
  Madrid: 'XMAD',
  Zurich: 'XSWX',
  Stockholm: 'XSTO',
  Copenhagen: 'XCSE',
  Helsinki: 'XHEL',
  Oslo: 'XOSL',
  Warsaw: 'XWAR',
  Vienna: 'XWBO',
  Istanbul: 'XIST',
  Toronto: 'XTSE',
  Mexico: 'XMEX',
  'Sao Paulo': 'BVMF',
  Tokyo: 'XTKS',
  'Hong Kong': 'XHKG',
  Shanghai: 'XSHG',
  Shenzhen: 'XSHE',
  Taipei: 'XTAI',
  Seoul: 'XKRX',
  Singapore: 'XSES',
  Sydney: 'XASX',
  'New Zealand': 'XNZE',
  Mumbai: 'XBOM',
  Johannesburg: 'XJSE',
  'Tel Aviv': 'XTAE',
  Riyadh: 'XSAU',
};

test.each(Object.entries(CITIES))('the exchange in %s has the MIC %s', (city, mic) => expect(micMeant(city)).toBe(mic));

test.each([
  ['Arca', 'ARCX'],
  ['AMEX', 'XASE'],
  ['Xetra', 'XETR'],
  ['NSE', 'XNSE'],
])('the exchange called %s has the MIC %s', (name, mic) => expect(micMeant(name)).toBe(mic));

test('an exchange has its common names, and an unknown exchange has none', () => {
  expect(namesOfMic('XASE')).toEqual(['AMEX', 'NYSE AMERICAN']);
  expect(namesOfMic('XXXX')).toEqual([]);
});
