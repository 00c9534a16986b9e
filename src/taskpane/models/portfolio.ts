import { TIME_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  filledBySpill,
  formula,
  gap,
  heading,
  input,
  label,
  note,
  numberHeading,
  plotted,
  SheetDraft,
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
const { first: FIRST, last: LAST, rows: ROWS, column, failing } = LIST;
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
      new SheetDraft(portfolio.sheet, [22, 19, 11, 9, 12, 19, 13, 16, 16, 16, 20, 12, 12, 10, 12, 18, 10, 14, 20, 14]),
      texts,
      portfolio,
      {
        missingCount: failing(`ISNUMBER(${column('J')})`),
        of: LIST,
        inputs: [5, 6].map(inputOfRow),
        asking: [`E${FIRST}`, ofRates('R'), 'B7'],
        result: [inReportingLabel(portfolio.valueIn), total('=$G$5', AMOUNT)],
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
            `=IFERROR(IF(${LIST.isWhole('H')},${gross('H', `,${column('I')},${stringLiteral(`<>${common.noData}`)}`)}/${gross('H')},${noData}),${noData})`,
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
          total(
            totalOf(
              `IF(${isClocked},${gross('I', `,${column('M')},${fresh}`)}/${gross('I', `,${column('M')},${stringLiteral(`<>${portfolio.byHand}`)}`)},${noData})`,
            ),
            SHARE,
          ),
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
        [...gap(4), note(portfolio.weightsOf)],
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
          numberHeading(portfolio.ownPrice),
          wordHeading(portfolio.askedFor),
          wordHeading(portfolio.currency),
          numberHeading(portfolio.rate),
          numberHeading(common.quotedUtc),
          wordHeading(portfolio.newCurrency),
        ],
      ])
      .put(
        `A${FIRST}`,
        ROWS.map((row) => {
          const isCash = row === FIRST + POSITIONS.length;
          const [symbol, quantity, cost, currency] = isCash
            ? [portfolio.cash, CASH, 1, 'USD']
            : (POSITIONS[row - FIRST] ?? []);
          return [
            input(symbol),
            input(quantity, QUANTITY),
            input(cost, PRICE),
            { ...input(currency), align: 'center' as const },
            ...filledBySpill(PRICE, TIME_FORMAT),
            formula(
              // Pence are not pounds: EXACT tells GBp from GBP.
              `=IFERROR(IF($A${row}="","",XLOOKUP(TRUE,EXACT($D${row},${ofRates('Q')}),${ofRates('R')})+0),${noData})`,
              PRICE,
            ),
            from(row, 'BCG', unlessNegative(row, `B${row}*C${row}*G${row}`), AMOUNT),
            from(row, 'BG', `B${row}*IF(${hasOwnPrice(row)},$O${row},E${row})*G${row}`, AMOUNT),
            from(row, 'HI', `I${row}-H${row}`, AMOUNT),
            from(row, 'I', onceComplete(`IF($G$5>0,I${row}/$G$5,${noData})`), SHARE),
            from(
              row,
              '',
              `IF(${hasOwnPrice(row)},"",IF(COUNT($B$7,F${row})=2,MAX(0,($B$7-F${row})*24),${noData}))`,
              '#,##0.0',
            ),
            {
              ...from(
                row,
                '',
                `IF(${hasOwnPrice(row)},${byHand},IF(AND(ISNUMBER(L${row}),$C$6=""),IF(L${row}<=$B$6,${fresh},${old}),${noData}))`,
              ),
              align: 'center' as const,
            },
            plotted(`K${row}`, SHARE),
            input(isCash ? 1 : undefined, PRICE),
            // Nobody is asked for what has a price of its own.
            wordFormula(`=IF(OR($A${row}="",${hasOwnPrice(row)}),"",$A${row})`),
          ];
        }),
      )
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
      )
      .put(
        `T${FIRST}`,
        ROWS.map((row) => [
          // UNIQUE takes pence for pounds.
          wordFormula(
            `=IFERROR(IF($D${row}="","",IF(SUMPRODUCT(EXACT($D$${FIRST}:$D${row},$D${row})*1)=1,$D${row},"")),"")`,
          ),
        ]),
      );
    for (const letter of ['H', 'I', 'J', 'K', 'L', 'M']) sheet.highlight(column(letter), 'missing', common.noData);
    return sheet
      .highlight(column('M'), 'caution', portfolio.old)
      .highlight('G5:G8', 'missing', common.noData)
      .highlight('K5:K8', 'missing', common.noData)
      .chart({
        title: LIST.charted.title(portfolio.weight),
        over: `A${LAST + 2}:I${LAST + 18}`,
        categories: LIST.charted.rows('A'),
        series: [{ name: portfolio.weight, values: LIST.charted.rows('N') }],
        format: '0%',
      })
      .print({ area: `A1:T${LAST + 18}`, orientation: 'landscape', titleRows: `${FIRST - 1}:${FIRST - 1}` })
      .freeze(FIRST - 1)
      .build();
  },
};
