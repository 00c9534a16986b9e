import { createTestSession, type Plain, show } from '../../support/evaluate';
import { asked, createStubService } from '../../support/stub-service';
import { NOON } from './sample-answers';

const HEADERS = ['period', 'requests', 'data.request', 'data.response'];
/** Noon of 2026-11-20 as a serial, and an hour before. */
const [AT_NOON, AT_ELEVEN] = [46346.5, 46346 + 11 / 24];

const usage = (answer: unknown, ...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createStubService({ '/account/usage': () => answer }) }), 'USAGE', ...rawArguments);

const COUNTED = {
  [NOON]: { requests: 7, data: { request: 700, response: 9_000 } },
  [NOON - 3_600]: { requests: 0, data: { request: 0, response: 0 } },
};

describe('the table of MD.USAGE', () => {
  test('has a header and a row for each period, oldest first, in whatever order they arrive', async () => {
    const sent = new Response(
      `{"${NOON}": ${JSON.stringify(COUNTED[NOON])}, "${NOON - 3_600}": ${JSON.stringify(COUNTED[NOON - 3_600])}}`,
    );
    expect(await usage(sent)).toEqual([HEADERS, [expect.closeTo(AT_ELEVEN, 6), 0, 0, 0], [AT_NOON, 7, 700, 9_000]]);
  });

  test('has the newest periods if more arrive than were asked for', async () =>
    expect(await usage(COUNTED, '1h', 1, false)).toEqual([[AT_NOON, 7, 700, 9_000]]));

  test('is #N/A only in cells whose count is missing', async () => {
    const missing = (name: string): string => `#N/A: "${name}" is not published`;
    expect(
      await usage(
        {
          [NOON]: { requests: 7 },
          [NOON + 3_600]: 5,
          [NOON + 7_200]: { requests: null, data: { request: 1, response: 2 } },
        },
        '1h',
        3,
        false,
      ),
    ).toEqual([
      [AT_NOON, 7, missing('data.request'), missing('data.response')],
      [expect.closeTo(AT_NOON + 1 / 24, 6), missing('requests'), missing('data.request'), missing('data.response')],
      [expect.closeTo(AT_NOON + 2 / 24, 6), missing('requests'), 1, 2],
    ]);
  });

  test('is #N/A if nothing was counted', async () =>
    expect(await usage({})).toBe('#N/A: The service has counted nothing yet: recalculate later'));

  test.each([[[]], [5], [null]])('is #N/A if the service sends %j', async (answer) => {
    expect(await usage(answer)).toBe(
      '#N/A: The service sent something other than usage by period: check the service address in the MD pane, then recalculate',
    );
  });

  test('ignores entries that are not periods', async () => {
    expect(await usage({ ...COUNTED, plan: 'free' }, null, null, false)).toHaveLength(2);
    expect(await usage({ plan: 'free' })).toBe(
      '#N/A: The service sent something other than usage by period: check the service address in the MD pane, then recalculate',
    );
  });
});

describe('a request of MD.USAGE', () => {
  test.each<[string, unknown[], string]>([
    ['24 hours', [], 'limit=24&interval=1h'],
    ['the days given', ['1D', 7], 'limit=7&interval=1d'],
    ['the most periods', ['', '168'], 'limit=168&interval=1h'],
  ])('asks for %s', async (_, args, query) => {
    const service = createStubService({ '/account/usage': () => COUNTED });
    await show(createTestSession({ service }), 'USAGE', ...args);
    expect(asked(service)).toEqual([`/account/usage?${query}`]);
  });
});
