import { translationHints, translationText } from '../../../../src/taskpane/texts/translation';
import { english, Language, LANGUAGES, LATE_TEXTS } from '../../../../src/taskpane/texts/language';
import { Untranslatable } from '../../../../src/core/translation/given';
import { cellOf } from '../../../../src/core/sheet';

describe('what the pane says of a translation', () => {
  const cell = cellOf('Sheet1', 0, 0);
  const before = '=BDP("X","Y")';

  test('is the formula with the separator of the user', () => {
    const after = '=MD.QUOTE("EURUSD","mid")';
    expect(translationText({ cell, before, after }, english(), ';')).toBe('=MD.QUOTE("EURUSD";"mid")');
  });

  test('is the reason, with the nearest possible words, in the language of the pane', async () => {
    const after = new Untranslatable('onlyClose', 'TR.PriceClose', '=MD.QUOTE("AAPL","mid","stocks")');
    const german = await new Language('de', await LANGUAGES.de!(), 'de-DE').withLateTexts();
    expect(translationText({ cell, before, after }, german, ';')).toBe(
      'TR.PriceClose ist der Schlusskurs eines beendeten Tages; den hat ein Kurs nicht. ' +
        'Für den letzten Preis schreiben Sie =MD.QUOTE("AAPL";"mid";"stocks").',
    );
  });

  test('calls functions in a reason as they were typed', async () => {
    const after = new Untranslatable('noOption', 'TODAY()');
    const german = await new Language('de', await LANGUAGES.de!(), 'de-DE').withLateTexts();
    expect(translationText({ cell, before, after }, german, ';', '=WENN(BDP(A1;"PX_LAST";Heute())>1;1)')).toMatch(
      /^Heute\(\): Für dieses Argument/,
    );
    expect(translationText({ cell, before, after }, german, ';')).toMatch(/^TODAY\(\): /);
  });

  test.each([
    ['=BDP("EUR Curncy","PX_LAST")', '=MD.QUOTE("EURUSD","mid")', ['lastPrice']],
    ['=IFERROR(BDP("X",{"PX_LAST","PX_BID"}),0)', '=IFERROR(MD.QUOTE("EURUSD","mid,bid"),0)', ['lastPrice']],
    ['=BDP("EUR Curncy","PX_MID")', '=MD.QUOTE("EURUSD","mid")', []],
    ['=BDP("EUR Curncy","PX_BID")', '=MD.QUOTE("EURUSD","bid")', []],
    ['=BDH("SPX Index","PX_LAST",A1,A2)', '=MD.TICKS("SPX",A1,A2,,"moment,close",FALSE,"day")', ['history']],
    ['=MAX(BDH("SPX Index","PX_LAST",A1,A2))', '=MAX(MD.TICKS("SPX",A1,A2,,"close",FALSE,"day"))', []],
    ['=BDP("SPX Index","PX_YEST_CLOSE")', '=INDEX(MD.TICKS("SPX",A1,A2,-2,"close",FALSE,"day"),1)', []],
    ['=BDH("SPX Index","PX_OPEN",A1)', '=MD.TICKS("SPX",A1,A1+1,-1,"open",FALSE,"day")', []],
    ['=BDP(A1,"PX_BID")', '=MD.QUOTE(A1,"bid")', ['inCells']],
    ['=1+BDH(Ticker,"PX_OPEN",A1)', '=1+MD.TICKS(Ticker,A1,A1+1,-1,"open",FALSE,"day")', ['inCells']],
    ['=BDP(A1&" Curncy","PX_BID")', '=MD.QUOTE(A1&"USD","bid")', []],
    ['=BDP(A1,"PX_BID")', '=MD.QUOTE(SUBSTITUTE(A1," Curncy","")&"USD","bid")', []],
    ['=BDP(A1,"PX_BID")', '=MD.QUOTE(LET(code,SUBSTITUTE(A1," Curncy",""),IF(ISNUMBER(MATCH(code,…,"bid")', []],
    ['=BDP(A1&" Curncy","PX_BID")', '=MD.QUOTE(IF(ISNUMBER(MATCH(A1,{"AUD"},0)),A1&"USD","USD"&A1),"bid")', []],
    ['=BDP(IF(A1="",A2,A3),"PX_BID")', '=MD.QUOTE(IF(A1="",A2,A3),"bid")', ['inCells']],
    ['=BDP("X","Y")', new Untranslatable('noField', 'Y'), []],
  ] as const)('has only the hints that concern it: %s', async (theirs, ours, expected) => {
    const language = await english().withLateTexts();
    expect(translationHints([{ cell, before: theirs, after: ours }], language)).toEqual(
      expected.map((key) => language.texts.translate[key]),
    );
  });

  test('has the hints of several together', async () => {
    const both = ['=MD.QUOTE("EURUSD","mid")', '=MD.TICKS("SPX",A1,A2,,"close",FALSE,"day")'];
    const all = both.map((after) => ({ cell, before, after }));
    expect(translationHints(all, await english().withLateTexts())).toHaveLength(2);
  });

  test('is English in other languages', async () => {
    const other = await new Language('nl', await LANGUAGES.de!(), 'nl').withLateTexts();
    expect(other.texts.alerts).toBe((await LATE_TEXTS.en!()).alerts);
  });
});
