import { asking, type Row } from '../unit/sandbox/ask';
import { HOLIDAY_FIELDS, HOURS_FIELDS, MARKET_FIELDS } from '../support/published-fields';

const ask = asking();

const hours = async (mic: string, start: string, end = start) =>
  (await ask<Row[]>(`/stocks/markets/hours?mic=${mic}&start=${start}&end=${end}`)).body;
const holidays = async (mic: string, start: string, end = start) =>
  (await ask<Row[]>(`/stocks/markets/holidays?mic=${mic}&start=${start}&end=${end}`)).body;

describe('the simulated exchange details', () => {
  test('have every documented field in order, and null only where it is allowed', async () => {
    const { status, body } = await ask<Row[]>('/stocks/markets');
    expect(status).toBe(200);
    expect(body.length).toBeGreaterThanOrEqual(24);
    const nullable = ['acronym', 'previous_dst_transition', 'next_dst_transition', 'early_close_time'];
    for (const market of body) {
      expect(Object.keys(market)).toEqual(MARKET_FIELDS);
      for (const field of MARKET_FIELDS.filter((name) => !nullable.includes(name)))
        expect(market[field]).not.toBeNull();
      expect(market.mic).toMatch(/^[A-Z]{4}$/);
      expect(market.lei).toMatch(/^[A-Z0-9]{18}\d\d$/);
      expect(market.utc_offset).toMatch(/^[+-]\d{4}$/);
      expect(market.open_time).toMatch(/^\d\d:\d\d$/);
      expect(market.currency_name).not.toBe('');
    }
  });

  test('have the offset and the clock changes of the moment', async () => {
    const { body } = await ask<Row[]>('/stocks/markets?mic=XNYS,XASX,XTKS');
    expect(
      body.map((each) => [
        each.mic,
        each.utc_offset,
        each.dst,
        each.timezone_abbr,
        each.previous_dst_transition,
        each.next_dst_transition,
      ]),
    ).toEqual([
      ['XASX', '+1100', true, 'AEDT', '2026-10-04', '2027-04-04'],
      ['XNYS', '-0500', false, 'EST', '2026-11-01', '2027-03-14'],
      ['XTKS', '+0900', false, 'JST', null, null],
    ]);
  });

  test('have identifiers with valid check digits, and real ones if they are known', async () => {
    const { body } = await ask<Row[]>('/stocks/markets');
    const rest = (lei: string): number =>
      Array.from(lei, (letter) => parseInt(letter, 36)).reduce(
        (sum, value) => (sum * (value > 9 ? 100 : 10) + value) % 97,
        0,
      );
    for (const { lei } of body) expect(rest(String(lei))).toBe(1);
    expect(body.find(({ mic }) => mic === 'XPAR')!.lei).toBe('969500HMVSZ0TCV65D58');
  });

  test('have Tel Aviv trading from Monday to Friday since 2026', async () => {
    const { body } = await ask<Row[]>('/stocks/markets?mic=XTAE');
    expect(body[0]?.working_days).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']);
    expect((await hours('XTAE', '2025-12-28', '2026-01-11')).map((each) => each.date)).toEqual([
      ...['2025-12-28', '2025-12-29', '2025-12-30', '2025-12-31', '2026-01-01', '2026-01-04'],
      ...['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'],
    ]);
  });

  test('include both exchanges of mainland China, which rest on the same days, and Taiwan', async () => {
    const closed = async (mic: string) => (await holidays(mic, '2026-01-01', '2026-12-31')).map((each) => each.date);
    expect(await closed('XSHE')).toEqual(await closed('XSHG'));
    expect((await closed('XTAI')).slice(0, 3)).toEqual(['2026-01-01', '2026-02-12', '2026-02-13']);
    expect((await hours('XTAI', '2026-11-20'))[0]!.close_time).toBe('2026-11-20T13:30:00+08:00');
  });

  test('omit unknown exchanges, and match codes in any case', async () => {
    const { body } = await ask<Row[]>('/stocks/markets?mic=xpar,ZZZZ');
    expect(body.map((each) => [each.mic, each.flag, each.currency_code])).toEqual([['XPAR', '🇫🇷', 'EUR']]);
  });
});

describe('the simulated trading hours', () => {
  test('have the documented fields, in order', async () =>
    expect(Object.keys((await hours('XNYS', '2026-03-09'))[0]!)).toEqual(HOURS_FIELDS));

  test('have no session on a holiday or a weekend', async () => {
    expect(await hours('XNYS', '2026-04-03')).toEqual([]);
    expect(await hours('XNYS', '2026-11-21', '2026-11-22')).toEqual([]);
  });

  test('end early on half days, with the name of the day', async () => {
    expect((await hours('XNYS', '2025-07-03'))[0]!).toEqual({
      mic: 'XNYS',
      date: '2025-07-03',
      day_of_week: 'Thursday',
      is_early_close: true,
      open_time: '2025-07-03T09:30:00-04:00',
      close_time: '2025-07-03T13:00:00-04:00',
      holiday_name: expect.stringContaining('Independence Day'),
    });
    expect((await hours('XLON', '2026-12-24'))[0]!.close_time).toBe('2026-12-24T12:30:00+00:00');
    expect((await hours('XHKG', '2026-02-16'))[0]!.close_time).toBe('2026-02-16T12:00:00+08:00');
  });

  test('have no holiday name on a full day', async () =>
    expect((await hours('XNYS', '2026-11-25'))[0]!).toMatchObject({ is_early_close: false, holiday_name: null }));

  test('include Sundays if the week begins there', async () =>
    expect((await hours('XSAU', '2026-11-20', '2026-11-22')).map((each) => each.date)).toEqual(['2026-11-22']));

  test('are sorted by exchange, then by date', async () => {
    const rows = await hours('XPAR,XNYS', '2026-11-23', '2026-11-24');
    expect(rows.map((each) => `${each.mic} ${each.date}`)).toEqual([
      'XNYS 2026-11-23',
      'XNYS 2026-11-24',
      'XPAR 2026-11-23',
      'XPAR 2026-11-24',
    ]);
  });

  test('cover a week from today if no dates are given', async () => {
    const { body } = await ask<Row[]>('/stocks/markets/hours?mic=XNYS');
    expect(body.map((each) => each.date)).toEqual(['2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25']);
  });

  test('start with the date at the exchange', async () => {
    const lateOnWednesday = asking({ now: () => Date.UTC(2026, 10, 18, 20) });
    expect((await lateOnWednesday<Row[]>('/stocks/markets/hours?mic=XTKS')).body[0]?.date).toBe('2026-11-19');
  });
});

describe('the simulated holidays', () => {
  test('have the documented fields in order, and no times for a closed day', async () => {
    const holiday = (await holidays('XNYS', '2026-04-03'))[0]!;
    expect(Object.keys(holiday)).toEqual(HOLIDAY_FIELDS);
    expect(holiday).toMatchObject({
      mic: 'XNYS',
      day_of_week: 'Friday',
      is_weekend: false,
      holiday_name: 'Good Friday',
      is_early_close: false,
      open_time: null,
      close_time: null,
    });
  });

  test('include half days, with their times', async () => {
    expect((await holidays('XNYS', '2026-11-27'))[0]!).toMatchObject({
      is_early_close: true,
      open_time: '2026-11-27T09:30:00-05:00',
      close_time: '2026-11-27T13:00:00-05:00',
    });
  });

  test('are marked if they fall on the weekend', async () => {
    expect((await holidays('XPAR', '2027-05-01'))[0]!).toMatchObject({
      day_of_week: 'Saturday',
      is_weekend: true,
      is_business_day: false,
    });
  });
});

describe('the simulated market status', () => {
  const statusAt = async (mic: string, utcMs: number) =>
    (await asking({ now: () => utcMs })<Row[]>(`/stocks/markets/status?mic=${mic}`)).body[0]!;

  test('changes at the opening and at the closing', async () => {
    expect((await statusAt('XNYS', Date.UTC(2026, 10, 20, 14, 29, 59))).status).toBe('Closed');
    expect((await statusAt('XNYS', Date.UTC(2026, 10, 20, 14, 30))).status).toBe('Open');
    expect((await statusAt('XNYS', Date.UTC(2026, 10, 20, 20, 59, 59))).status).toBe('Open');
    expect((await statusAt('XNYS', Date.UTC(2026, 10, 20, 21, 0))).status).toBe('Closed');
  });

  test('has no times on a day without trading', async () => {
    expect(await statusAt('XNYS', Date.UTC(2026, 10, 26, 16))).toEqual({
      mic: 'XNYS',
      day_of_week: 'Thursday',
      is_weekend: false,
      is_business_day: false,
      status: 'Closed',
      is_early_close: null,
      local_time: '2026-11-26T11:00:00-05:00',
      open_time: null,
      close_time: null,
      holiday_name: 'Thanksgiving Day',
    });
  });
});
