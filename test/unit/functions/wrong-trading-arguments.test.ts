import { CellError } from '../../../src/core/errors';
import { createTestSession, show } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';

const DATE = 'a date such as "2026-11-20"';
const NOT_A_DATE =
  'a date: give an Excel date, or a text as yyyy-mm-dd ("2026-11-20") or with the name of the month ("20 Nov 2026")';
const NOT_A_TIME =
  'a date and time: give an Excel date, or a text as yyyy-mm-dd hh:mm, such as "2026-11-20 09:30", "2026-11-20T09:30:00-05:00" or "20 Nov 2026 09:30"';
const MICS = 'MIC codes such as "XNYS": one, several separated by commas, or a range';
const ONE_MIC = 'the MIC code of one exchange, such as "XNYS"';
const DAYS = 'a number of days from -10000 to 10000';
const COLUMN = [['a'], ['b'], ['c']];
const COLUMN_REFUSED = 'a range of 3 × 1 cells is not one value; give a single cell';

type Case = readonly [args: readonly unknown[], message: string];

const WRONG: Readonly<Record<string, readonly Case[]>> = {
  ISOPEN: [
    [[], `mic: nothing was given; give ${ONE_MIC}`],
    [['', 46346], `mic: nothing was given; give ${ONE_MIC}`],
    [[0, 46346], `mic: nothing was given; give ${ONE_MIC}`],
    [['XNYS,XLON', 46346], `mic: "XNYS,XLON" is not ${ONE_MIC}`],
    [['all', 46346], `mic: "all" is not ${ONE_MIC}`],
    [[' , ', 46346], `mic: nothing was given; give ${ONE_MIC}`],
    [['..', 46346], 'mic: ".." is not a name that the service can look up'],
    [[true, 46346], "mic: TRUE is not a text; write it with an apostrophe ('TRUE)"],
    [[COLUMN, 46346], `mic: ${COLUMN_REFUSED}`],
    [['XNYS'], 'at: nothing was given; give a date and time such as NOW()'],
    [['XNYS', ''], 'at: nothing was given; give a date and time such as NOW()'],
    [['XNYS', 0], 'at: nothing was given; give a date and time such as NOW()'],
    [['XNYS', 0.5], `at: 0.5 is not ${NOT_A_TIME}`],
    [['XNYS', -1], `at: -1 is not ${NOT_A_TIME}`],
    [['XNYS', 2958466], `at: 2958466 is not ${NOT_A_TIME}`],
    [
      ['XNYS', 'now'],
      'at: "now" is not a date: write TODAY(), NOW() or a calculation such as TODAY()-1, without quotation marks',
    ],
    [['XNYS', '1.12.2026 09:30'], `at: "1.12.2026 09:30" is not ${NOT_A_TIME}`],
    [['XNYS', '09:30'], `at: "09:30" is not ${NOT_A_TIME}`],
    [['XNYS', '2026-11-20 25:00'], `at: "2026-11-20 25:00" is not ${NOT_A_TIME}`],
    [['XNYS', '2026-02-30 09:30'], `at: "2026-02-30 09:30" is not ${NOT_A_TIME}`],
    [['XNYS', true], `at: TRUE is not ${NOT_A_TIME}`],
    [['XNYS', COLUMN], `at: ${COLUMN_REFUSED}`],
    [
      ['XNYS', 46346, 'Paris'],
      'zone: "Paris" is not one of exchange, utc, local, or a time zone such as "Europe/Paris" (did you mean "Europe/Paris"?)',
    ],
    [['XNYS', 46346, COLUMN], `zone: ${COLUMN_REFUSED}`],
  ],
  WORKDAY: [
    [[], `start: nothing was given; give ${DATE}`],
    [['', 1, 'XNYS'], `start: nothing was given; give ${DATE}`],
    [['1.12.2026', 1, 'XNYS'], `start: "1.12.2026" is not ${NOT_A_DATE}`],
    [['04/03/2026', 1, 'XNYS'], `start: "04/03/2026" is not ${NOT_A_DATE}`],
    [['31 Feb 2026', 1, 'XNYS'], `start: "31 Feb 2026" is not ${NOT_A_DATE}`],
    [
      ['tomorrow', 1, 'XNYS'],
      'start: "tomorrow" is not a date: write TODAY(), NOW() or a calculation such as TODAY()-1, without quotation marks',
    ],
    [[false, 1, 'XNYS'], `start: FALSE is not ${NOT_A_DATE}`],
    [[COLUMN, 1, 'XNYS'], `start: ${COLUMN_REFUSED}`],
    [[46346, null, 'XNYS'], 'days: nothing was given; give a number of days such as 2 or -2'],
    [[46346, ' ', 'XNYS'], 'days: nothing was given; give a number of days such as 2 or -2'],
    [[46346, 'two', 'XNYS'], `days: "two" is not ${DAYS}`],
    [[46346, 10_001, 'XNYS'], `days: 10001 is not ${DAYS}`],
    [[46346, -10_001, 'XNYS'], `days: -10001 is not ${DAYS}`],
    [[46346, Infinity, 'XNYS'], `days: INFINITY is not ${DAYS}`],
    [[46346, true, 'XNYS'], `days: TRUE is not ${DAYS}`],
    [[46346, COLUMN, 'XNYS'], `days: ${COLUMN_REFUSED}`],
    [[46346, 1], `mics: nothing was given; give ${MICS}`],
    [[46346, 1, [[''], [null], [0]]], `mics: nothing was given; give ${MICS}`],
    [[46346, 1, 'all'], `mics: "all" is not a list of exchanges; name them by ${MICS}`],
    [[46346, 1, [['XNYS'], [true]]], "mics: TRUE is not a text; write it with an apostrophe ('TRUE)"],
    [[46346, 1, [['XNYS,XLON'], ['XTKS']]], 'mics: "XNYS,XLON" is a list inside a range; give one to a cell'],
  ],
  NETWORKDAYS: [
    [[], `start: nothing was given; give ${DATE}`],
    [[46346, null, 'XNYS'], `end: nothing was given; give ${DATE}`],
    [[46346, 'friday', 'XNYS'], `end: "friday" is not ${NOT_A_DATE}`],
    [[46346, COLUMN, 'XNYS'], `end: ${COLUMN_REFUSED}`],
    [[46346, 46350], `mics: nothing was given; give ${MICS}`],
    [
      ['2026-01-01', '2077-01-01', 'XNYS'],
      'end: 2077-01-01 is more than 50 years from the start, 2026-01-01; give a nearer date',
    ],
    [
      ['2026-01-01', '1975-12-31', 'XNYS'],
      'end: 1975-12-31 is more than 50 years from the start, 2026-01-01; give a nearer date',
    ],
  ],
};

describe.each(Object.entries(WRONG))('MD.%s refuses a wrong argument without a request', (id, cases) => {
  test.each(cases)('%j: %s', async (args, message) => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), id, ...args)).toBe(`#VALUE!: ${message}`);
    expect(service.requests).toEqual([]);
  });
});

describe.each<[string, readonly unknown[]]>([
  ['ISOPEN', ['XNYS', 46346.5, 'utc']],
  ['WORKDAY', [46346, 1, 'XNYS']],
  ['NETWORKDAYS', [46346, 46350, 'XNYS']],
])('an error in an argument of MD.%s is returned unchanged', (id, right) => {
  test.each([0, 1, 2])('from the argument at %d', async (index) => {
    const error = new CellError('#REF!');
    const service = createStubService();
    expect(await show(createTestSession({ service }), id, ...right.with(index, error))).toBe('#REF!: ');
    expect(await show(createTestSession({ service }), id, ...right.with(index, [[error]]))).toBe('#REF!: ');
    expect(service.requests).toEqual([]);
  });
});

test.each([
  ['WORKDAY', 1],
  ['NETWORKDAYS', 46350],
])('an error among the exchanges of MD.%s is returned unchanged', async (id, second) => {
  expect(await show(createTestSession(), id, 46346, second, [['XNYS'], [new CellError('#DIV/0!')]])).toBe('#DIV/0!: ');
});
