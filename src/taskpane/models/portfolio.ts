import { TIME_FORMAT } from '../../core/calendar/dates';
import type { NewCell } from '../../app/host';
import type { Model } from './model';
import {
  figure,
  formula,
  heading,
  input,
  label,
  note,
  numberHeading,
  plotted,
  SheetDraft,
  spilled,
  total,
  wordFormula,
  wordHeading,
  stringLiteral,
  sentence,
  listRows,
} from './sheet-draft';
import { above, advice, currencyCode, inputOfRow, MISSING, putFirstRows } from './checks';

/** Each with its quantity, its cost per unit, and the currency of its price. Cash comes after them. */
const POSITIONS: readonly (readonly [symbol: string, quantity: number, cost: number, currency: string])[] = [
  ['stocks:AAPL', 400, 182.5, 'USD'],
  ['stocks:MSFT', 150, 390, 'USD'],
  ['stocks:KO', 900, 58.2, 'USD'],
  ['stocks:XOM', 350, 104, 'USD'],
  ['stocks:BA', 200, 215, 'USD'],
  ['stocks:SAP', 250, 160, 'EUR'],
  ['crypto:BTCUSD', 0.75, 52_000, 'USD'],
  ['commodities:XAUUSD', 40, 2_180, 'USD'],
  ['commodities:BRENT', 800, 78.5, 'USD'],
  ['currencies:EURUSD', 100_000, 1.08, 'USD'],
  ['currencies:USDJPY', -60_000, 151.2, 'JPY'],
];
const LIST = listRows(12);
const { first: FIRST, column, failing } = LIST;
const QUANTITY = '#,##0.00##;-#,##0.00##';
/** Coins far below one unit of a currency keep their digits. */
const PRICE = '[<1]0.00000000;#,##0.0000';
const AMOUNT = '#,##0;-#,##0';
const SHARE = '0.0%;-0.0%';
const HOURS_OLD = 24;
/** More currencies than that have no rate, and their positions count as missing. */
const RATE_ROWS = 20;
const CASH = 25_000;
/** A rate from this many units has all the digits that the service knows. */
const UNITS = 1_000_000;

/**
 * Positions of any kind in one currency: value, gain and weight, how much of the cost is priced at all, and how much of
 * the value has a price younger than a chosen age.
 */
export const portfolio: Model = {
  id: 'portfolio',
  create(_, texts) {
    const { portfolio, fx, common } = texts;
    const [noData, fresh, old, byHand] = [common.noData, portfolio.fresh, portfolio.old, portfolio.byHand].map(
      stringLiteral,
    );
    const ofRates = (letter: string): string => `$${letter}$${FIRST}:$${letter}$${FIRST + RATE_ROWS - 1}`;
    const hasOwnPrice = (row: number): string => `ISNUMBER($O${row})`;
    const inReporting = (text: string): string => sentence(text, { currency: 'IF(ISTEXT($B$5),$B$5,"?")' });
    /** Blank beside a blank position; no data unless all numbers that it depends on are there. */
    const from = (row: number, letters: string, text: string, format?: string) => {
      const numbers = Array.from(letters, (letter) => `$${letter}${row}`);
      const known = numbers.length === 0 ? text : `IF(COUNT(${numbers.join()})<${numbers.length},${noData},${text})`;
      return formula(`=IFERROR(IF($A${row}="","",${known}),${noData})`, format);
    };
    const unlessNegative = (row: number, text: string): string => `IF($C${row}<0,${noData},${text})`;
    /** A total that looks complete needs every position. */
    const onceComplete = (text: string): string => `IF(${MISSING}>0,${noData},IFERROR(${text},${noData}))`;
    const totalOf = (text: string): string => `=${onceComplete(`IF(COUNT(${column('I')})=0,${noData},${text})`)}`;
    /** Of long and short positions alike. */
    const gross = (letter: string, condition = ''): string =>
      `(SUMIFS(${column(letter)},${column(letter)},">0"${condition})-SUMIFS(${column(letter)},${column(letter)},"<0"${condition}))`;
    const values = column('I');
    /** The largest amount, long or short. */
    const largest = `IF(MAX(${values})>=-MIN(${values}),MAX(${values}),MIN(${values}))`;
    const isClocked = 'AND(ISNUMBER($B$7),$C$6="")';
    const inReportingHeading = (text: string): NewCell => ({
      formula: `=${inReporting(text)}`,
      style: 'heading',
      align: 'right',
    });
    const entry = (row: number): readonly [string?, number?, number?, string?] =>
      row === FIRST + POSITIONS.length ? [portfolio.cash, CASH, 1, 'USD'] : (POSITIONS[row - FIRST] ?? []);
    const inReportingLabel = (text: string) => ({ ...formula(`=${inReporting(text)}`), style: 'label' as const });

    const sheet = putFirstRows(new SheetDraft(portfolio.sheet), texts, portfolio, {
      missingCount: failing(`ISNUMBER(${column('J')})`),
      of: LIST,
      inputs: [5, 6].map(inputOfRow),
      asking: [`E${FIRST}`, ofRates('R'), 'B7'],
      result: [inReportingLabel(portfolio.valueIn), total('=$G$5', AMOUNT)],
    })
      .put('A5', [
        [label(fx.reportingCurrency), { ...input('USD'), align: 'right' }, advice(currencyCode('B5', common))],
        [label(portfolio.hoursOld), input(HOURS_OLD, '0.0'), advice(above('B6', 0, common))],
        [
          label(portfolio.asOf),
          // A selection that was refreshed later has quotes that are newer than the clock.
          formula(
            `=IFERROR(MAX(MD.STATUS("XNYS","local_time",FALSE,"utc"),MAXIFS(${column('F')},${column('F')},">0")),${noData})`,
            TIME_FORMAT,
          ),
        ],
      ])
      .put('E5', [
        figure(inReportingLabel(portfolio.valueIn), total(totalOf(`SUM(${column('I')})`), AMOUNT)),
        figure(inReportingLabel(portfolio.costIn), formula(totalOf(`SUM(${column('H')})`), AMOUNT)),
        figure(inReportingLabel(fx.gainIn), total(totalOf(`SUM(${column('J')})`), AMOUNT)),
        figure(label(portfolio.gainShare), formula(totalOf(`SUM(${column('J')})/${gross('H')}`), SHARE)),
        [note(portfolio.weightsOf)],
      ])
      .put('I5', [
        figure(
          label(portfolio.pricedShare),
          // By cost, because a position without a price has no value. Without a rate its cost is not known either.
          total(
            `=IFERROR(IF(${LIST.isWhole('H')},${gross('H', `,${column('I')},${stringLiteral(`<>${common.noData}`)}`)}/${gross('H')},${noData}),${noData})`,
            SHARE,
          ),
        ),
        figure(
          label(portfolio.freshShare),
          total(
            totalOf(
              `IF(${isClocked},${gross('I', `,${column('M')},${fresh}`)}/${gross('I', `,${column('M')},${stringLiteral(`<>${portfolio.byHand}`)}`)},${noData})`,
            ),
            SHARE,
          ),
        ),
        figure(label(fx.oldest), formula(totalOf(`MINIFS(${column('F')},${column('F')},">0")`), TIME_FORMAT)),
        figure(label(portfolio.largest), formula(totalOf(`INDEX(${column('A')},MATCH(${largest},${values},0))`))),
      ])
      .columns('A', LIST, [
        [22, heading(fx.position), (row) => input(entry(row)[0])],
        [19, numberHeading(portfolio.quantity), (row) => input(entry(row)[1], QUANTITY)],
        [11, numberHeading(portfolio.cost), (row) => input(entry(row)[2], PRICE)],
        [9, wordHeading(portfolio.currency), (row) => ({ ...input(entry(row)[3]), align: 'center' })],
        [12, numberHeading(portfolio.price), () => spilled(PRICE)],
        [19, numberHeading(common.quotedUtc), () => spilled(TIME_FORMAT)],
        [
          13,
          numberHeading(portfolio.rate),
          (row) =>
            formula(
              // Pence are not pounds: EXACT tells GBp from GBP.
              `=IFERROR(IF($A${row}="","",XLOOKUP(TRUE,EXACT($D${row},${ofRates('Q')}),${ofRates('R')})+0),${noData})`,
              PRICE,
            ),
        ],
        [
          16,
          inReportingHeading(portfolio.costIn),
          (row) => from(row, 'BCG', unlessNegative(row, `B${row}*C${row}*G${row}`), AMOUNT),
        ],
        [
          16,
          inReportingHeading(portfolio.valueIn),
          (row) => from(row, 'BG', `B${row}*IF(${hasOwnPrice(row)},$O${row},E${row})*G${row}`, AMOUNT),
        ],
        [16, inReportingHeading(fx.gainIn), (row) => from(row, 'HI', `I${row}-H${row}`, AMOUNT)],
        [
          20,
          numberHeading(portfolio.weight),
          (row) => from(row, 'I', onceComplete(`IF($G$5>0,I${row}/$G$5,${noData})`), SHARE),
        ],
        [
          12,
          numberHeading(portfolio.age),
          (row) =>
            from(
              row,
              '',
              `IF(${hasOwnPrice(row)},"",IF(COUNT($B$7,F${row})=2,MAX(0,($B$7-F${row})*24),${noData}))`,
              '#,##0.0',
            ),
        ],
        [
          12,
          wordHeading(portfolio.priceIs),
          (row) => ({
            ...from(
              row,
              '',
              `IF(${hasOwnPrice(row)},${byHand},IF(AND(ISNUMBER(L${row}),$C$6=""),IF(L${row}<=$B$6,${fresh},${old}),${noData}))`,
            ),
            align: 'center',
          }),
        ],
        [10, numberHeading(common.plotted), (row) => plotted(`K${row}`, SHARE)],
        [
          12,
          numberHeading(portfolio.ownPrice),
          (row) => input(row === FIRST + POSITIONS.length ? 1 : undefined, PRICE),
        ],
        [
          18,
          wordHeading(portfolio.askedFor),
          // Positions with their own price send no request.
          (row) => wordFormula(`=IF(OR($A${row}="",${hasOwnPrice(row)}),"",$A${row})`),
        ],
        [10, wordHeading(portfolio.currency)],
        [14, numberHeading(portfolio.rate)],
        [20, numberHeading(common.quotedUtc)],
        [
          14,
          wordHeading(portfolio.newCurrency),
          // UNIQUE takes pence for pounds.
          (row) =>
            wordFormula(
              `=IFERROR(IF($D${row}="","",IF(SUMPRODUCT(EXACT($D$${FIRST}:$D${row},$D${row})*1)=1,$D${row},"")),"")`,
            ),
        ],
      ])
      .put(`E${FIRST}`, [[formula(`=MD.QUOTE(${column('P')},"mid,timestamp","stocks",10)`, PRICE)]])
      .put(
        `Q${FIRST}`,
        Array.from({ length: RATE_ROWS }, (_, index) => {
          const row = FIRST + index;
          const quoted = (from: string, to: string): string => `MD.QUOTE(${from}&${to},"timestamp","currencies")`;
          const [own, reporting] = [`UPPER($Q${row})`, '$B$5'];
          return [
            row === FIRST
              ? wordFormula(`=IFERROR(FILTER(${column('T')},${column('T')}<>""),"")`)
              : { align: 'center' as const },
            formula(
              `=IF($Q${row}="","",IF($C$5<>"",${noData},IF(EXACT($Q${row},$B$5),1,MD.CONVERT(${UNITS},$Q${row},$B$5)/${UNITS})))`,
              PRICE,
            ),
            formula(
              `=IF(OR($Q${row}="",EXACT($Q${row},$B$5)),"",IFERROR(${quoted(own, reporting)},IFERROR(${quoted(reporting, own)},${noData})))`,
              TIME_FORMAT,
            ),
          ];
        }),
      );
    for (const letter of ['H', 'I', 'J', 'K', 'L', 'M']) sheet.highlight(column(letter), 'missing', common.noData);
    return sheet
      .highlight(column('M'), 'caution', portfolio.old)
      .highlight('G5:G8', 'missing', common.noData)
      .highlight('K5:K8', 'missing', common.noData)
      .frame(LIST, {
        chart: { title: portfolio.weight, until: 'I', format: '0%' },
        series: [[portfolio.weight, 'N']],
        print: 'T',
      })
      .build();
  },
};
