import { type Opened, openWorkbook, QUOTED_AT, valuesOf } from '../opened-workbook';
import { type Origin, traceOrigin } from '../../../../src/app/workbook/origin';
import { originText } from '../../../../src/app/workbook/origin-text';
import { CATALOG } from '../../../../src/functions/catalog';
import { invoke } from '../../../../src/functions/evaluate/invoke';
import { freezeAll, thawAll } from './freezing';
import { showAsValues } from '../hidden-errors';
import { createCall } from '../../../support/evaluate';
import { english } from '../../../../src/taskpane/texts/language';
import { a1WithSheet, parseA1 } from '../../../../src/core/sheet';

const say: Parameters<typeof originText>[1] = (text, values) =>
  english().fill({ ...english().texts.origin, edited: english().texts.cells.edited }[text as 'at'], values);

const trace = ({ session }: Pick<Opened, 'session'>, address: string): Promise<Origin> =>
  traceOrigin(session, parseA1(address, 'Sheet1')!, {
    catalog: CATALOG,
    run: (id, values, call) =>
      invoke(
        CATALOG.find((one) => one.id === id)!,
        session,
        values,
        call,
      ),
  });

const textOf = (origin: Origin): string => originText(origin, say, (formula) => formula);

/** The prices under a cell, in their order: name, time in seconds after the usual one, and the cells that show them. */
const pricesIn = ({ answers }: Origin): unknown[] =>
  answers.map(({ name, pricedAtMs, cells }) => [
    name,
    pricedAtMs === undefined ? undefined : pricedAtMs / 1_000 - QUOTED_AT,
    cells.map(({ cell }) => a1WithSheet(cell).replace('Sheet1!', '')).join(),
  ]);

describe('where a number comes from', () => {
  test('is one chain: formula, arguments, symbol, field, request, status and times, without the key', async () => {
    const opened = await openWorkbook();
    opened.market.prices.EURUSD = 1.05899;
    await opened.workbook.enter('A1', ['EURUSD', '=MD.QUOTE(A1,"bid",,5)']);
    opened.clock.now += 60_000;
    const text = textOf(await trace(opened, 'B1'));
    expect(text.split('\n')).toEqual([
      'Sheet1!B1 = 1.05899',
      '=MD.QUOTE(A1,"bid",,5)',
      'Looked at 1970-01-01 00:17:40 UTC',
      'Service: https://service.test',
      '',
      '1 answer:',
      '- EURUSD  bid 1.05899',
      '  Price of 2026-09-21 14:13:20 UTC',
      '  Sheet1!B1  =MD.QUOTE(A1,"bid",,5)',
      '  symbols: EURUSD · fields: bid · precision: 5 · headers: false',
      '  asked at 1970-01-01 00:16:40 UTC · request 1 · 5 decimals asked for',
      '',
      'Requests:',
      '1. /currencies/quotes?symbols=EURUSD&precision=5',
      '   status 200, sent 1970-01-01 00:16:40 UTC, took 0 ms',
    ]);
    expect(text).not.toContain(opened.session.settings.apiKey);
  });

  test('is not called typed if the cell is blank', async () => {
    const text = textOf(await trace(await openWorkbook(), 'B1'));
    expect(text.split('\n').slice(0, 2)).toEqual(['Sheet1!B1 = ', 'Looked at 1970-01-01 00:16:40 UTC']);
  });

  test('shows each formula as the user types it', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD","bid")', '=ROUND(A1,2)', '=MAX(B1,2)']);
    const local = (formula: string): string => formula.replaceAll(',', ';');
    const text = originText(await trace(opened, 'C1'), say, local);
    for (const formula of ['=MAX(B1;2)', '=ROUND(A1;2)', '=MD.QUOTE("EURUSD";"bid")']) expect(text).toContain(formula);
    expect(text).not.toMatch(/=[A-Z.]+\([^)]*,/);
  });

  describe('if only the spreadsheet calculates the arguments', () => {
    /** The cell's calls as a spreadsheet makes them. */
    async function called(formula: string, ...symbols: readonly string[]): Promise<Origin> {
      const opened = await openWorkbook();
      const { session, workbook } = opened;
      workbook.session = undefined;
      await workbook.enter('A1', [formula]);
      await showAsValues(workbook, { A1: '1' });
      const quote = CATALOG.find(({ id }) => id === 'QUOTE')!;
      for (const symbol of symbols)
        await invoke(quote, session, [[[symbol]], 'mid'], createCall({ address: 'Sheet1!A1', trace: {} }));
      return trace(opened, 'A1');
    }

    test.each([
      ['=MD.QUOTE(UPPER(A3),"mid")', ['EURUSD'], ['EURUSD 1']],
      ['=MD.QUOTE(UPPER(A3),"mid")/MD.QUOTE(A4&"USD","mid")', ['EURUSD', 'GBPUSD'], ['EURUSD 1', 'GBPUSD 1']],
      ['=MD.QUOTE(UPPER(A3),"mid")/MD.QUOTE("GBP"&"USD","mid")', ['GBPUSD', 'EURUSD'], ['GBPUSD 1', 'EURUSD 1']],
      ['=IF(MD.COMPLETE(A3:A4),MD.QUOTE(UPPER(A3),"mid"),MD.SCORE(A4&""))', ['EURUSD'], ['EURUSD 1', 'MD.SCORE ']],
      // Another question may be missing.
      ['=MD.QUOTE(UPPER(A3),"mid")/MD.QUOTE(A4&"USD","mid")', ['EURUSD'], ['MD.QUOTE ']],
      ['=MD.QUOTE(UPPER(A3),"bid")', ['EURUSD'], ['MD.QUOTE ']],
      ['=SUM(MAP(A3:A4,LAMBDA(x,MD.QUOTE(x,"mid"))))', ['EURUSD', 'GBPUSD'], ['MD.QUOTE ']],
    ])('%s is about what its calls were last passed: %j', async (formula, symbols, names) => {
      const { answers } = await called(formula, ...symbols);
      expect(answers.map(({ name, fields }) => `${name} ${fields.map(([, value]) => value).join()}`)).toEqual(names);
    });
  });

  test('is dated no earlier than the request that it answers', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    const { answers } = await trace(opened, 'A1');
    const sentAt = answers[0]!.request!.at + 28;
    Object.assign(answers[0]!.request!, { at: sentAt });
    const askedAt = async () => (await trace(opened, 'A1')).answers[0]!.askedAtMs;
    expect(await askedAt()).toBe(sentAt);
    // The answer of a gateway, which had it before.
    Object.assign(answers[0]!.request!, { ageMs: 5_000 });
    expect(await askedAt()).toBe(sentAt - 28);
  });

  test('lists every price under a total, also an indirect one, oldest first, and sends nothing', async () => {
    const opened = await openWorkbook();
    Object.assign(opened.market.times, { GBPUSD: QUOTED_AT - 300, USDJPY: QUOTED_AT + 60, EURUSD: QUOTED_AT });
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")', '=A1*2'], ['=MD.QUOTE("GBPUSD")', '=A2*D1']);
    await opened.workbook.enter('D1', [3]);
    await opened.workbook.enter('A3', ['=MD.QUOTE("USDJPY")', '=A3'], ['=MD.QUOTE("EURUSD")', '=A4']);
    await opened.workbook.enter('A6', ['=MD.QUOTE("CHFUSD")', '=SUM(B1:B4)', '=B6']);
    const before = opened.service.requests.length;
    const origin = await trace(opened, 'C6');
    expect(pricesIn(origin)).toEqual([
      ['GBPUSD', -300, 'A2'],
      ['EURUSD', 0, 'A1,A4'],
      ['USDJPY', 60, 'A3'],
    ]);
    expect(origin.steps.map(({ cell }) => a1WithSheet(cell))).toEqual(
      ['B6', 'B1', 'B2', 'B3', 'B4'].map((cell) => `Sheet1!${cell}`),
    );
    expect(origin.typed).toEqual(['Sheet1!D1']);
    expect(opened.service.requests).toHaveLength(before);
  });

  test('shows dates as dates: of cells by their format, of arguments by what they are', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', [46346.5, '=MD.WORKDAY(A1,1,"XNYS")', '=B1', '=B1']);
    await opened.workbook.write([{ block: parseA1('C1', 'Sheet1')!, cells: [[{ format: '[$-409]d-mmm-yy' }]] }]);
    const read = opened.workbook.read.bind(opened.workbook);
    jest.spyOn(opened.workbook, 'read').mockImplementation(async (blocks) => {
      const all = await read(blocks);
      return all.map((rows) =>
        rows.map((row) => row.map((one) => (one.formula.startsWith('=B1') ? { ...one, value: 46349 } : one))),
      );
    });
    const lines = async (cell: string) => textOf(await trace(opened, cell)).split('\n');
    expect((await lines('C1'))[0]).toBe('Sheet1!C1 = 2026-11-23');
    expect((await lines('D1'))[0]).toBe('Sheet1!D1 = 46349');
    expect((await lines('C1')).find((line) => line.includes('start:'))).toContain(
      'start: 2026-11-20 12:00:00 · days: 1',
    );
  });

  test('of a part of a list is only the origin of the values in that part', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['EURUSD'], ['GBPUSD'], ['USDJPY']);
    await opened.workbook.enter('B1', ['=MD.QUOTE(A1:A3)']);
    await opened.workbook.enter('C1', ['=SUM(B2:B3)'], ['=SUM(B:B)'], ['=SUM(B1#)']);
    expect(pricesIn(await trace(opened, 'C1'))).toEqual([
      ['GBPUSD', 0, 'B1'],
      ['USDJPY', 0, 'B1'],
    ]);
    expect(pricesIn(await trace(opened, 'C2'))).toHaveLength(3);
    expect(pricesIn(await trace(opened, 'C3'))).toHaveLength(3);
  });

  test('has what the formulas on the way show, and the scores of the row that counts alone', async () => {
    const scoresOf = (symbol: string, z: number) => () => {
      // Each answer has its own time.
      opened.clock.now += 1_000;
      return { data: { piotroski: { score: 4 }, 'altman-z': { score: z }, 'beneish-m': { score: -2.01 } }, symbol };
    };
    const opened = await openWorkbook({
      '/stocks/AAPL/scores': scoresOf('AAPL', 9.88),
      '/stocks/BA/scores': scoresOf('BA', 1.19),
    });
    await opened.workbook.enter('A1', ['AAPL'], ['BA']);
    await opened.workbook.enter('B1', ['=MD.SCORE(A1:A2)']);
    await opened.workbook.enter('E2', ['=C2*100', '=E2+1']);
    const value = (await valuesOf(opened, 2, 5))[1]![4];
    const text = textOf(await trace(opened, 'F2'));
    expect(text).toContain(`\n  Sheet1!E2 = ${String(value)}  =C2*100\n`);
    expect(text).toContain('\n1 answer:\n- BA  piotroski 4  altman-z 1.19  beneish-m -2.01\n');
    expect(text).toContain('\n  Sheet1!B1  =MD.SCORE(A1:A2)\n');
  });

  test('is never an answer that came after the cell had its value', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await opened.workbook.enter('B1', ['=MD.QUOTE("EURUSD,GBPUSD")', '=SUM(B1:B2)']);
    opened.clock.now += 60_000;
    opened.market.times.EURUSD = QUOTED_AT + 60;
    opened.market.prices.EURUSD = 2;
    await opened.workbook.enter('A9', ['=MD.QUOTE("EURUSD")']);
    expect(pricesIn(await trace(opened, 'A1'))).toEqual([['EURUSD', 0, 'A1']]);
    expect((await trace(opened, 'A1')).requests).toEqual([
      expect.objectContaining({ at: 1_000_000, what: '/currencies/quotes?symbols=EURUSD' }),
    ]);
    const [eur, gbp] = (await trace(opened, 'C1')).answers.toSorted((a, b) => a.name.localeCompare(b.name));
    expect([eur!.pricedAtMs, gbp!.pricedAtMs]).toEqual([undefined, QUOTED_AT * 1_000]);
    expect(textOf(await trace(opened, 'C1'))).toContain('or the session has a newer one');
  });

  test('names the symbol of a list that has no price, with the sentence of its error', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,BAD")', '=SUM(A1:A2)']);
    const { answers } = await trace(opened, 'B1');
    expect(answers.map(({ name, problem }) => [name, problem])).toEqual([
      ['EURUSD', undefined],
      ['BAD', '"BAD" has no quote in currencies: search for it in the MD pane, or name another area'],
    ]);
  });

  test('shows the status of the request that failed', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.SCORE("AAPL","piotroski")']);
    const { answers, requests } = await trace(opened, 'A1');
    expect(answers).toEqual([expect.objectContaining({ name: 'AAPL', problem: expect.any(String) })]);
    expect(requests).toEqual([expect.objectContaining({ what: '/stocks/AAPL/scores?name=piotroski', status: 404 })]);
  });

  test('says what it cannot follow, and what was typed', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=SUM(Prices)+SUM(Table1[Price])+OFFSET(B1,1,0)'], [7]);
    const origin = await trace(opened, 'A1');
    expect(origin.notFollowed).toEqual(['Prices', 'Table1[Price]', 'OFFSET']);
    expect(textOf(origin)).toContain('\nNot followed, answers may be missing: Prices, Table1[Price], OFFSET');
    const typed = textOf(await trace(opened, 'A2'));
    expect(typed).toContain('Typed, not calculated');
    expect(typed).toContain('No answer of the service was found under this cell.');
  });

  test.each([
    ['SUM(Jan:Mar!A1)', ['Jan:Mar!A1']],
    ["SUM('Jan 1:Mar 1'!A1)", ["'Jan 1:Mar 1'!A1"]],
    ['SUM(A5:C)', ['A5:C']],
    ['SUM(A5:OFFSET(A5,1,0))', ['A5:OFFSET', 'OFFSET']],
    ['SUM(A5:.A9)', ['A5:.A9']],
    ['[Other.xlsx]Sheet1!$A$1', ['[Other.xlsx]Sheet1!$A$1']],
    ['SUM(Other.xlsx!Mids)', ['Other.xlsx!Mids']],
    ['#REF!+1', ['#REF!']],
    ['INDIRECT("A"&1)', ['INDIRECT']],
    ['LET(Mids,A5,rate,2,Mids*rate)', []],
    ['LAMBDA(Mids,Mids*2)(A5)+Mids', []],
    ['SUM(B:B)+SUM(6:7)', []],
    ['MAP(A5:A6,MD.QUOTE)', []],
  ])('of =%s does not follow %j', async (formula, words) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', [`=${formula}`]);
    expect((await trace(opened, 'A1')).notFollowed).toEqual(words);
  });

  describe('follows names', () => {
    async function withNames(): Promise<Opened> {
      const opened = await openWorkbook();
      opened.workbook.nameFormulas.push(
        { name: 'Symbols', formula: '=Sheet1!$A$1:$A$2' },
        { name: 'Mids', formula: '=Sheet1!$B$1:$B$2' },
        { name: 'Same', formula: '=Mids' },
        { name: 'Last', formula: '=INDEX(Sheet1!$B:$B,COUNTA(Mids))' },
        { name: 'Moving', formula: '=OFFSET(Sheet1!$B$1,0,0,2,1)' },
        { name: 'Left', formula: '=Sheet1!B1' },
        { name: 'Lost', formula: '=Sheet1!#REF!' },
        { name: 'Rate', formula: '=1.1' },
        { name: 'Own', formula: '=Sheet1!$B$1' },
        { name: 'Own', formula: '=Sheet1!$B$2', sheet: 'Sheet1' },
        { name: 'List', formula: '=Sheet1!$D$1' },
        { name: 'Round', formula: '=Round+1' },
      );
      await opened.workbook.enter('A1', ['EURUSD', '=MD.QUOTE(A1)'], ['GBPUSD', '=MD.QUOTE(A2)']);
      await opened.workbook.enter('D1', ['=MD.QUOTE(A1:A2)']);
      return opened;
    }

    const BOTH = ['EURUSD', 'GBPUSD'];

    test.each([
      ['=SUM(Mids)', BOTH, []],
      ['=SUM(mids)+SUM(Sheet1!Mids)', BOTH, []],
      ['=SUM(Same)', BOTH, []],
      ['=Last', BOTH, []],
      ['=LET(x,Mids,SUM(x))', BOTH, []],
      ['=LET(Mids,1,Mids)', [], []],
      ['=Own', ['GBPUSD'], []],
      ['=Sheet9!Own', ['EURUSD'], []],
      ['=SUM(List#)', BOTH, []],
      ['=List', ['EURUSD'], []],
      ['=SUM(Moving)', ['EURUSD'], ['Moving (OFFSET)']],
      ['=Left', [], ['Left']],
      ['=Lost', [], ['Lost (#REF!)']],
      ['=Round', [], []],
      ['=SUM(Mids)+Nothing', BOTH, ['Nothing']],
    ])('in %s', async (formula, symbols, notFollowed) => {
      const opened = await withNames();
      await opened.workbook.enter('F1', [formula]);
      const origin = await trace(opened, 'F1');
      expect(origin.answers.map(({ name }) => name).toSorted()).toEqual(symbols);
      expect(origin.notFollowed).toEqual(notFollowed);
    });

    test('in the arguments of a function', async () => {
      const opened = await withNames();
      await opened.workbook.enter('F1', ['=MD.QUOTE(Symbols,"bid")']);
      const { answers } = await trace(opened, 'F1');
      expect(answers[0]!.arguments[0]).toEqual(['symbols', ['EURUSD', 'GBPUSD']]);
    });

    test('and counts a constant among the typed numbers', async () => {
      const opened = await withNames();
      await opened.workbook.enter('F1', ['=SUM(Mids)*Rate']);
      expect((await trace(opened, 'F1')).typed).toEqual(['Rate']);
    });
  });

  test.each([
    ['=MD.CONVERT(1250000,"EUR","EUR")', '- MD.CONVERT  rate 1  result 1250000'],
    ['=MD.CONVERT(0,"USD","EUR")', '- MD.CONVERT  result 0'],
    ['=MD.CONVERT("x","USD","EUR")', '- MD.CONVERT'],
    ['=MD.ISOPEN("XNYS")', '- MD.ISOPEN'],
  ])('says that %s needs no request, which is no answer of the service', async (formula, line) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', [formula]);
    const origin = await trace(opened, 'A1');
    expect(origin.answers).toEqual([]);
    const lines = textOf(origin).split('\n');
    expect(lines[lines.findIndex((one) => one.startsWith('Without a request')) + 1]).toBe(line);
    expect(textOf(origin)).not.toContain('not known');
  });

  test('is no calculation without a request if the answer is only not known', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.SCORE("AAPL","piotroski")']);
    expect((await trace(opened, 'A1')).unasked).toEqual([]);
  });

  test('of a conversion is its rate and its result, and of a list the number of its rows', async () => {
    const opened = await openWorkbook({
      '/currencies/convert/USD/EUR': () => ({ result: 800_000, info: { rate: 0.8, timestamp: QUOTED_AT } }),
      '/currencies/symbols': () => ({ items: [{ symbol: 'EURUSD' }, { symbol: 'GBPUSD' }] }),
    });
    await opened.workbook.enter('A1', ['=MD.CONVERT(50,"USD","EUR")', '=MD.SYMBOLS("currencies")']);
    expect(textOf(await trace(opened, 'A1'))).toContain('\n- MD.CONVERT  rate 0.8  result 40\n');
    expect(textOf(await trace(opened, 'B1'))).toContain('\n- MD.SYMBOLS  rows 2\n');
  });

  test('says what was frozen, when, and from which service: its values are not typed', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD","symbol,bid")'], [''], ['=SUM(B1:B3)'], [7]);
    await opened.workbook.enter('B3', [5]);
    await freezeAll(opened);
    const line =
      '- Sheet1!A1:B2  =MD.QUOTE("EURUSD,GBPUSD","symbol,bid")  1970-01-01 00:16:40 UTC  https://service.test';
    const frozen = textOf(await trace(opened, 'B2')).split('\n');
    expect(frozen).toContain('=MD.QUOTE("EURUSD,GBPUSD","symbol,bid")');
    expect(frozen.slice(-2)).toEqual(['Frozen, not calculated until thawed:', line]);
    const sum = textOf(await trace(opened, 'A3')).split('\n');
    expect(sum).toContain(line);
    expect(sum.slice(-2)).toEqual(['1 number under the cell was typed.', '  Sheet1!B3']);
    expect(sum).not.toContain('No answer of the service was found under this cell.');
    expect((await trace(opened, 'A4')).frozen).toEqual([]);
  });

  test('takes nothing for frozen that was typed over it, nor what was thawed', async () => {
    const opened = await openWorkbook();
    opened.market.prices.GBPUSD = 1.5;
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD","symbol,bid")']);
    await freezeAll(opened);
    await opened.workbook.enter('B2', [5]);
    expect(await trace(opened, 'B2')).toMatchObject({
      formula: '',
      typed: ['Sheet1!B2'],
      frozen: [{ isEdited: true }],
    });
    await opened.workbook.enter('D1', ['=SUM(A1:B2)']);
    expect(textOf(await trace(opened, 'D1'))).toMatch(/^- Sheet1!A1:B2 {2}=MD\.QUOTE.* {2}edited since$/m);
    await opened.workbook.enter('B2', [1.5]);
    await thawAll(opened);
    expect(await trace(opened, 'B2')).toMatchObject({ typed: [], frozen: [] });
  });

  test('needs no memory for each cell: equal formulas share the note of their request', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ...Array.from({ length: 50 }, () => ['=MD.QUOTE("EURUSD")']));
    const notes = Array.from(
      { length: 50 },
      (_, index) => opened.session.cells.lastAt([`Sheet1!A${index + 1}`])?.requested,
    );
    expect(new Set(notes).size).toBe(1);
    expect(notes[0]?.request?.status).toBe(200);
  });
});
