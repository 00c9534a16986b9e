import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';
import type { Model } from './model';
import {
  figure,
  formula,
  heading,
  input,
  label,
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
import { advice, currencyCode, inputOfRow, percentBetween, MISSING, putFirstRows } from './checks';

/** Each with a position in its base currency, and the rate at the end of 2024 as the reference for its move. */
const PAIRS: readonly (readonly [pair: string, position: number, reference: number])[] = [
  ['EURUSD', 5_000_000, 1.0354],
  ['GBPUSD', -2_000_000, 1.2516],
  ['AUDUSD', 1_500_000, 0.6188],
  ['NZDUSD', 1_000_000, 0.5594],
  ['USDJPY', -3_000_000, 157.2],
  ['USDCHF', 2_000_000, 0.9074],
  ['USDCAD', -1_500_000, 1.4383],
  ['USDSEK', 1_000_000, 11.065],
  ['USDNOK', 1_000_000, 11.388],
  ['EURGBP', 2_500_000, 0.8273],
  ['EURJPY', -1_000_000, 162.77],
  ['EURCHF', 1_000_000, 0.9397],
];
const REFERENCES_OF = '2024-12-31';
const LIST = listRows(12);
const { first: FIRST, column, failing } = LIST;
/** Yen and forints with three decimals, the others with five, as the market quotes them. */
const RATE = '[>=20]#,##0.000;0.00000';
const AMOUNT = '#,##0;-#,##0';
/** The bounds for the limit of moves. */
const MOVES = [0, 1] as const;

/**
 * Positions in currency pairs: rates, spreads, the move from a reference, and notional and gain in one currency, so
 * that they can be summed.
 */
export const fxWatchList: Model = {
  id: 'fx',
  create(dates, texts) {
    const { fx, common } = texts;
    const noData = stringLiteral(common.noData);
    const inReporting = (text: string): string => sentence(text, { currency: 'IF(ISTEXT($B$5),$B$5,"?")' });
    /** Blank beside a blank pair; no data unless all numbers that it depends on are there. */
    const from = (row: number, numbers: readonly string[], text: string, format?: string) =>
      formula(
        `=IFERROR(IF($A${row}="","",IF(COUNT(${numbers.join()})<${numbers.length},${noData},${text})),${noData})`,
        format,
      );
    /** Blank beside a blank position too: a pair may be watched without one. */
    const ofPosition = (row: number, numbers: readonly string[], text: string) =>
      formula(
        `=IFERROR(IF(OR($A${row}="",ISBLANK($B${row})),"",IF(COUNT(${numbers.join()})<${numbers.length},${noData},${text})),${noData})`,
        AMOUNT,
      );
    /**
     * Converts an amount from the quote currency to the reporting currency; rates are units of the quote currency per
     * unit of the reporting currency.
     */
    const reported = (row: number, amount: string): string =>
      `IF($L${row}=$B$5,${amount},IF(ISNUMBER($N${row}),${amount}/$N${row},${noData}))`;
    const onceComplete = (text: string): string => `=IF(${MISSING}>0,${noData},${text})`;
    /** A total of the pairs with a position; the others are named below. */
    const totalOf = (letter: string, text: string): string =>
      onceComplete(`IF(COUNT(${column(letter)})=0,${noData},${text})`);
    const leftOut = `TEXTJOIN(", ",TRUE,${column('R')})`;
    const inputs = [5, 7].map(inputOfRow);
    const onceAny = (letter: string, text: string): string => `=IF(COUNT(${column(letter)})=0,${noData},${text})`;

    const sheet = putFirstRows(new SheetDraft(fx.sheet), texts, fx, {
      // A pair without a position lacks no data: it is left out of the totals, which name it.
      missingCount: failing(
        `ISNUMBER(${column('H')})`,
        `ISNUMBER(${column('I')})`,
        `1-ISNUMBER(${column('B')})*(1-ISNUMBER(${column('P')}))`,
      ),
      of: LIST,
      inputs,
      asking: [column('D'), column('N')],
      result: [formula(`=${inReporting(fx.gainIn)}`), total('=$G$5', AMOUNT)],
    })
      .put('A5', [
        [label(fx.reportingCurrency), { ...input('USD'), align: 'right' }, advice(currencyCode('B5', common))],
        [label(fx.referencesOf), input(dates.of(REFERENCES_OF), DATE_FORMAT)],
        [label(fx.lookBeyond), input(0.05, '0.0%'), advice(percentBetween('B7', MOVES, common))],
      ])
      .put('E5', [
        figure(formula(`=${inReporting(fx.gainIn)}`), total(totalOf('P', `SUM(${column('P')})`), AMOUNT)),
        figure(formula(`=${inReporting(fx.netNotionalIn)}`), total(totalOf('O', `SUM(${column('O')})`), AMOUNT)),
        figure(
          formula(`=${inReporting(fx.grossNotionalIn)}`),
          formula(totalOf('O', `SUMIF(${column('O')},">0")-SUMIF(${column('O')},"<0")`), AMOUNT),
        ),
        figure(
          label(fx.movesBeyond),
          formula(`=IF(OR(${MISSING}>0,$C$7<>""),${noData},COUNTIF(${column('J')},${stringLiteral(fx.look)}))`, '0'),
        ),
        [{ style: 'note', formula: `=IF(${leftOut}="","",${sentence(fx.withoutPosition, { pairs: leftOut })})` }],
      ])
      .put('I5', [
        figure(
          label(fx.widest),
          formula(onceAny('H', `INDEX(${column('A')},MATCH(MAX(${column('H')}),${column('H')},0))`)),
        ),
        figure(label(fx.newest), formula(onceAny('G', `MAXIFS(${column('G')},${column('G')},">0")`), TIME_FORMAT)),
        figure(label(fx.oldest), formula(onceAny('G', `MINIFS(${column('G')},${column('G')},">0")`), TIME_FORMAT)),
      ])
      .columns('A', LIST, [
        [24, heading(fx.pair), (row) => input(PAIRS[row - FIRST]?.[0])],
        [13, numberHeading(fx.position), (row) => input(PAIRS[row - FIRST]?.[1], AMOUNT)],
        [11, numberHeading(fx.reference), (row) => input(PAIRS[row - FIRST]?.[2], RATE)],
        [11, numberHeading(common.bid), () => spilled(RATE)],
        [11, numberHeading(common.ask), () => spilled(RATE)],
        [11, numberHeading(common.mid), () => spilled(RATE)],
        [19, numberHeading(common.quotedUtc), () => spilled(TIME_FORMAT)],
        [
          12,
          numberHeading(fx.spread),
          (row) => from(row, [`D${row}`, `E${row}`, `F${row}`], `(E${row}-D${row})/F${row}*10000`, '0.0'),
        ],
        [
          11,
          numberHeading(fx.move),
          (row) => from(row, [`C${row}`, `F${row}`], `IF(C${row}>0,F${row}/C${row}-1,${noData})`, '+0.0%;-0.0%'),
        ],
        [
          11,
          wordHeading(fx.lookAt),
          (row) => ({
            ...from(row, [`I${row}`], `IF($C$7<>"",${noData},IF(ABS(I${row})>$B$7,${stringLiteral(fx.look)},""))`),
            align: 'center',
          }),
        ],
        [
          20,
          numberHeading(fx.gain),
          (row) =>
            ofPosition(row, [`B${row}`, `C${row}`, `F${row}`], `IF(C${row}>0,B${row}*(F${row}-C${row}),${noData})`),
        ],
        [11, wordHeading(fx.quoteCurrency), (row) => wordFormula(`=IFERROR(IF($A${row}="","",RIGHT($A${row},3)),"")`)],
        [
          16,
          wordHeading(fx.convertedBy),
          (row) => wordFormula(`=IF($C$5<>"","",IF(OR(L${row}="",L${row}=$B$5),"",$B$5&L${row}))`),
        ],
        [12, numberHeading(fx.rate), () => spilled(RATE)],
        [
          16,
          { formula: `=${inReporting(fx.notionalIn)}`, style: 'heading', align: 'right' },
          (row) =>
            ofPosition(
              row,
              [`B${row}`, `F${row}`],
              // What is held in the reporting currency is worth exactly that; the rates there and back are rounded.
              `IF(LEFT($A${row},3)=$B$5,B${row},${reported(row, `B${row}*F${row}`)})`,
            ),
        ],
        [
          16,
          { formula: `=${inReporting(fx.gainIn)}`, style: 'heading', align: 'right' },
          (row) => ofPosition(row, [`K${row}`], reported(row, `K${row}`)),
        ],
        [10, numberHeading(common.plotted), (row) => plotted(`I${row}`, '+0.0%;-0.0%')],
        [
          12,
          wordHeading(fx.leftOut),
          (row) => wordFormula(`=IFERROR(IF(OR($A${row}="",ISNUMBER(B${row})),"",$A${row}),"")`),
        ],
      ])
      // A spread has few digits of its prices: with five decimals it may be a third too wide.
      .put(`D${FIRST}`, [[formula(`=MD.QUOTE(${column('A')},"bid,ask,mid,timestamp","currencies",10)`, RATE)]])
      .put(`N${FIRST}`, [[formula(`=MD.QUOTE(${column('M')},"mid","currencies",10)`, RATE)]]);
    for (const letter of ['H', 'I', 'J', 'K', 'O', 'P']) sheet.highlight(column(letter), 'missing', common.noData);
    return sheet
      .highlight(column('J'), 'caution', fx.look)
      .highlight('G5:G8', 'missing', common.noData)
      .frame(LIST, {
        chart: { title: fx.chart, until: 'K', format: '0%' },
        series: [[fx.move, 'Q']],
        print: 'R',
      })
      .build();
  },
};
