import { filingTypeMeant, micMeant } from '../../../../src/core/names/colloquial-names';

test.each([
  ['NYSE', 'XNYS'],
  ['nasdaq', 'XNAS'],
  ['TYO', 'XTKS'],
  ['lon', 'XLON'],
  ['London', 'XLON'],
  ['hong  kong', 'XHKG'],
  ['XNYS', undefined],
  ['', undefined],
])('the exchange called %j has the MIC %j', (name, mic) => {
  expect(micMeant(name)).toBe(mic);
});

test.each([
  ['10K', '10-K'],
  ['10q', '10-Q'],
  ['8 K', '8-K'],
  ['10–K', '10-K'],
  ['DEF14A', 'DEF 14A'],
  ['20f', '20-F'],
  ['10-KA', '10-K/A'],
  ['Form 4', '4'],
  ['form 10-K', '10-K'],
  ['13F', '13F-HR'],
  ['10-K', undefined],
  ['annual', undefined],
])('the filing type %j is written %j', (type, meant) => {
  expect(filingTypeMeant(type)).toBe(meant);
});
