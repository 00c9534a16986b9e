import { TIME_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  filledBySpill,
  formula,
  heading,
  input,
  label,
  numberHeading,
  plotted,
  SheetDraft,
  total,
  wordHeading,
  stringLiteral,
  sentence,
  listRows,
} from './sheet-draft';
import { above, advice, currencyCode, inputOfRow, MISSING, putFirstRows } from './checks';

/** Each with its quantity, its cost per unit, and the currency of its price. */
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
const { first: FIRST, last: LAST, rows: ROWS, column, failing } = listRows(12, POSITIONS.length, 4);
const QUANTITY = '#,##0.00##;-#,##0.00##';
/** Coins far below one unit of a currency keep their digits. */
const PRICE = '[<1]0.00000000;#,##0.0000';
const AMOUNT = '#,##0;-#,##0';
const SHARE = '0.0%;-0.0%';
const HOURS_OLD = 24;
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
    const [noData, fresh, old] = [common.noData, portfolio.fresh, portfolio.old].map(stringLiteral);
    const inReporting = (text: string): string => sentence(text, { currency: 'IF(ISTEXT($B$5),$B$5,"?")' });
    /** Blank beside a blank position; no data unless all numbers that it depends on are there. */
    const from = (row: number, letters: string, text: string, format?: string) => {
      const numbers = Array.from(letters, (letter) => `$${letter}${row}`);
      return formula(
        `=IFERROR(IF($A${row}="","",IF(COUNT(${numbers.join()})<${numbers.length},${noData},${text})),${noData})`,
        format,
      );
    };
    const unlessNegative = (row: number, text: string): string => `IF($C${row}<0,${noData},${text})`;
    /** What looks whole needs every position. */
    const onceComplete = (text: string): string => `IF(${MISSING}>0,${noData},IFERROR(${text},${noData}))`;
    const totalOf = (text: string): string => `=${onceComplete(`IF(COUNT(${column('I')})=0,${noData},${text})`)}`;
    /** Of long and short positions alike. */
    const gross = (letter: string, condition = ''): string =>
      `(SUMIFS(${column(letter)},${column(letter)},">0"${condition})-SUMIFS(${column(letter)},${column(letter)},"<0"${condition}))`;
    const values = column('I');
    /** The largest amount, long or short. */
    const largest = `IF(MAX(${values})>=-MIN(${values}),MAX(${values}),MIN(${values}))`;
    const isClocked = 'AND(ISNUMBER($B$7),$C$6="")';
    const inReportingLabel = (text: string) => ({ ...formula(`=${inReporting(text)}`), style: 'label' as const });

    const sheet = putFirstRows(
      new SheetDraft(portfolio.sheet, [30, 20, 14, 10, 16, 20, 14, 16, 16, 16, 20, 12, 12, 10]),
      texts,
      portfolio,
      {
        missingCount: failing(`ISNUMBER(${column('J')})`),
        count: `COUNTA(${column('A')})`,
        inputs: [5, 6].map(inputOfRow),
      },
    )
      .put('A5', [
        [
          label(fx.reportingCurrency),
          { ...input('USD'), align: 'right' },
          advice(currencyCode('B5', common)),
          undefined,
          inReportingLabel(portfolio.valueIn),
          undefined,
          total(totalOf(`SUM(${column('I')})`), AMOUNT),
          undefined,
          label(portfolio.pricedShare),
          undefined,
          // By cost, because a position without a price has no value. Without a rate its cost is not known either.
          total(
            `=IFERROR(IF(COUNT(${column('H')})<COUNTA(${column('A')}),${noData},${gross('H', `,${column('I')},${stringLiteral(`<>${common.noData}`)}`)}/${gross('H')}),${noData})`,
            SHARE,
          ),
        ],
        [
          label(portfolio.hoursOld),
          input(HOURS_OLD, '0.0'),
          advice(above('B6', 0, common)),
          undefined,
          inReportingLabel(portfolio.costIn),
          undefined,
          formula(totalOf(`SUM(${column('H')})`), AMOUNT),
          undefined,
          label(portfolio.freshShare),
          undefined,
          total(totalOf(`IF(${isClocked},${gross('I', `,${column('M')},${fresh}`)}/${gross('I')},${noData})`), SHARE),
        ],
        [
          label(portfolio.asOf),
          // A selection that was refreshed later has quotes that are newer than the clock.
          formula(
            `=IFERROR(MAX(MD.STATUS("XNYS","local_time",FALSE,"utc"),MAXIFS(${column('F')},${column('F')},">0")),${noData})`,
            TIME_FORMAT,
          ),
          undefined,
          undefined,
          inReportingLabel(fx.gainIn),
          undefined,
          total(totalOf(`SUM(${column('J')})`), AMOUNT),
          undefined,
          label(fx.oldest),
          undefined,
          formula(totalOf(`MINIFS(${column('F')},${column('F')},">0")`), TIME_FORMAT),
        ],
        [
          undefined,
          undefined,
          undefined,
          undefined,
          label(portfolio.gainShare),
          undefined,
          formula(totalOf(`SUM(${column('J')})/${gross('H')}`), SHARE),
          undefined,
          label(portfolio.largest),
          undefined,
          formula(totalOf(`INDEX(${column('A')},MATCH(${largest},${values},0))`)),
        ],
      ])
      .put(`A${FIRST - 1}`, [
        [
          heading(fx.position),
          numberHeading(portfolio.quantity),
          numberHeading(portfolio.cost),
          wordHeading(portfolio.currency),
          numberHeading(portfolio.price),
          numberHeading(common.quotedUtc),
          numberHeading(portfolio.rate),
          { formula: `=${inReporting(portfolio.costIn)}`, style: 'heading', align: 'right' },
          { formula: `=${inReporting(portfolio.valueIn)}`, style: 'heading', align: 'right' },
          { formula: `=${inReporting(fx.gainIn)}`, style: 'heading', align: 'right' },
          numberHeading(portfolio.weight),
          numberHeading(portfolio.age),
          wordHeading(portfolio.priceIs),
          numberHeading(common.plotted),
        ],
      ])
      .put(
        `A${FIRST}`,
        ROWS.map((row) => {
          const [symbol, quantity, cost, currency] = POSITIONS[row - FIRST] ?? [];
          return [
            input(symbol),
            input(quantity, QUANTITY),
            input(cost, PRICE),
            { ...input(currency), align: 'center' as const },
            ...filledBySpill(PRICE, TIME_FORMAT),
            formula(
              // Pence are not pounds: EXACT tells GBp from GBP.
              `=IFERROR(IF($A${row}="","",IF($C$5<>"",${noData},IF(EXACT($D${row},$B$5),1,MD.CONVERT(${UNITS},$D${row},$B$5)/${UNITS}))),${noData})`,
              PRICE,
            ),
            from(row, 'BCG', unlessNegative(row, `B${row}*C${row}*G${row}`), AMOUNT),
            from(row, 'BEG', `B${row}*E${row}*G${row}`, AMOUNT),
            from(row, 'HI', `I${row}-H${row}`, AMOUNT),
            from(row, 'I', onceComplete(`IF($G$5>0,I${row}/$G$5,${noData})`), SHARE),
            from(row, 'F', `IF(ISNUMBER($B$7),MAX(0,($B$7-F${row})*24),${noData})`, '#,##0.0'),
            { ...from(row, 'L', `IF($C$6<>"",${noData},IF(L${row}<=$B$6,${fresh},${old}))`), align: 'center' as const },
            plotted(`K${row}`, SHARE),
          ];
        }),
      )
      .put(`E${FIRST}`, [[formula(`=MD.QUOTE(${column('A')},"mid,timestamp","stocks",10)`, PRICE)]]);
    for (const letter of ['H', 'I', 'J', 'K', 'L', 'M']) sheet.highlight(column(letter), 'missing', common.noData);
    return sheet
      .highlight(column('M'), 'caution', portfolio.old)
      .highlight('G5:G8', 'missing', common.noData)
      .highlight('K5:K8', 'missing', common.noData)
      .chart({
        title: portfolio.weight,
        over: `A${LAST + 2}:I${LAST + 18}`,
        categories: column('A'),
        series: [{ name: portfolio.weight, values: column('N') }],
        format: '0%',
      })
      .print({ area: `A1:N${LAST + 18}`, orientation: 'landscape', titleRows: `${FIRST - 1}:${FIRST - 1}` })
      .freeze(FIRST - 1)
      .build();
  },
};
