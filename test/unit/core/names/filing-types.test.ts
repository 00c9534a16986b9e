import {
  FILING_TYPES,
  filingTypeMeant,
  hasTypeInName,
  isOfType,
  namesOfType,
} from '../../../../src/core/names/filing-types';

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
  [' form  4 ', '4'],
  ['reform 4', undefined],
  ['13F', '13F-HR'],
  ['13G', 'SCHEDULE 13G'],
  ['13-D', 'SCHEDULE 13D'],
  ['13D/A', 'SCHEDULE 13D/A'],
  ['Schedule13G', 'SCHEDULE 13G'],
  ['SC13G', 'SC 13G'],
  ['SC 13G', undefined],
  ['SCHEDULE 13G', undefined],
  ['10K405', '10-K405'],
  ['10-K-405', '10-K405'],
  ['10k405/a', '10-K405/A'],
  ['10KSB', '10-KSB'],
  ['10KT', '10-KT'],
  ['NT10-K', 'NT 10-K'],
  ['NT10K', 'NT 10-K'],
  ['NT 10Q', 'NT 10-Q'],
  ['S1', 'S-1'],
  ['S1/A', 'S-1/A'],
  ['8K/A', '8-K/A'],
  ['424B5', undefined],
  ['SC TO-T', undefined],
  ['10-K', undefined],
  ['annual', undefined],
  ['8-K FORM 4', undefined],
  ['4/AB', undefined],
])('the filing type %j is written %j', (type, meant) => expect(filingTypeMeant(type)).toBe(meant));

test.each(FILING_TYPES)('the filing type %s needs no correction', (type) => {
  expect(filingTypeMeant(type)).toBeUndefined();
  expect(isOfType(type, type)).toBe(true);
});

test.each([
  ['10-K', '10-K'],
  ['10-K/A', '10-K'],
  ['10-K405', '10-K'],
  ['10-K405/A', '10-K'],
  ['10-KT', '10-K'],
  ['10-KT/A', '10-K'],
  ['10-KT405', '10-K'],
  ['10-KSB', '10-K'],
  ['10-KSB40', '10-K'],
  ['10-KSB/A', '10-K'],
  ['10-K405/A', '10-K/A'],
  ['10-QSB', '10-Q'],
  ['10-QT', '10-Q'],
  ['4/A', '4'],
  ['S-1/A', 'S-1'],
  ['8-K/A', '8-K'],
  ['SC 13D/A', 'SC 13D'],
  ['SCHEDULE 13D', 'SC 13D'],
  ['SC 13G', 'SCHEDULE 13G'],
  ['SCHEDULE 13G/A', 'SC 13G/A'],
  ['def14a', 'DEF 14A'],
  ['Form 4', '4'],
])('a filing %s is of the type %s', (said, asked) => expect(isOfType(said, asked)).toBe(true));

test.each([
  ['424B5', '4'],
  ['144', '4'],
  ['S-4', '4'],
  ['NT 10-K', '10-K'],
  ['NT 10-K/A', '10-K'],
  ['NT 10-Q', '10-Q'],
  ['10-K', '10-K/A'],
  ['10-K', '10-K405'],
  ['10-K', '10-KT'],
  ['S-11', 'S-1'],
  ['S-1MEF', 'S-1'],
  ['S-1', 'S-1/A'],
  ['8-K12B', '8-K'],
  ['13F-HR', '3'],
  ['SC 13D', 'SC 13G'],
  ['SC 13E3', '3'],
  ['DEFA14A', 'DEF 14A'],
  ['PRE 14A', 'DEF 14A'],
  ['XFORM 4', '4'],
  ['X-10-K405', 'X-10-K'],
  ['10-K405/AB', '10-K/AB'],
])('a filing %s is not of the type %s', (said, asked) => expect(isOfType(said, asked)).toBe(false));

test('for a service that compares parts of names, a filing matches only if its type has the requested one in its name', () => {
  expect(hasTypeInName('424B5', '4')).toBe(true);
  expect(hasTypeInName('NT 10-K', '10-K')).toBe(true);
  expect(hasTypeInName('SC 13D/A', 'SCHEDULE 13D')).toBe(true);
  expect(hasTypeInName('8-K', '10-K')).toBe(false);
});

test.each([
  ['SC 13D', ['SC 13D', 'SCHEDULE 13D']],
  ['SCHEDULE 13D', ['SCHEDULE 13D', 'SC 13D']],
  ['SC 13G/A', ['SC 13G/A', 'SCHEDULE 13G/A']],
  ['SC TO-T', ['SC TO-T']],
  ['SC 13E3', ['SC 13E3']],
  ['10-K', ['10-K']],
])('filings of the type %s are found under %j', (type, names) => expect(namesOfType(type)).toEqual(names));
