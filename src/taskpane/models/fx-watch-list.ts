import type { Model } from './model';
import { filledBySpill, formula, heading, headingFormula, input, label, note, SheetDraft, title } from './sheet-draft';

/** Each with the rate that its move is measured from. */
const PAIRS: readonly (readonly [pair: string, reference: number])[] = [
  ['EURUSD', 1.09], ['GBPUSD', 1.28], ['AUDUSD', 0.66], ['NZDUSD', 0.6], ['USDJPY', 151.5], ['USDCHF', 0.885],
  ['USDCAD', 1.37], ['USDSEK', 10.53], ['USDNOK', 10.75], ['EURGBP', 0.85], ['EURJPY', 165], ['EURCHF', 0.965],
];
const FIRST = 10;
/** Three rows are left for pairs of the modeller's own. */
const LAST = FIRST + PAIRS.length + 2;
const RATE = '#,##0.0000';

const column = (letter: string): string => `${letter}${FIRST}:${letter}${LAST}`;
/** Blank beside a blank pair. */
const beside = (row: number, text: string, format?: string) => formula(`=IF($A${row}="","",${text})`, format);

/** Bid, ask and mid of a list of pairs; the spread, the move from a reference rate, and which moves are worth a look. */
export const fxWatchList: Model = {
  id: 'fx',
  create() {
    const sheet = new SheetDraft('FX watch list', [24, 12, 12, 14, 20, 12, 12, 10, 10, 22])
      .put('A1', [[title('FX watch list')], [note('Type other pairs over the blue ones. One MD.QUOTE formula, in B9, fetches them all.')]])
      .put('A4', [
        [label('Position, base currency'), input(1_000_000, '#,##0')],
        [label('Look at moves beyond'), input(0.02, '0.0%')],
        [label('Moves beyond'), formula(`=COUNTIF(${column('I')},"look")`, '0'), undefined,
          label('Widest spread'), formula(`=INDEX(${column('A')},MATCH(MAX(${column('F')}),${column('F')},0))`)],
        [label('Last quote, UTC'), formula(`=MAX(${column('E')})`, 'hh:mm:ss')],
      ])
      .put(`A${FIRST - 1}`, [[heading('Pair'), headingFormula(`=MD.QUOTE(${column('A')},"bid,ask,mid,timestamp",,,TRUE)`),
        ...filledBySpill(3, { style: 'heading' }),
        heading('Spread, bp'), heading('Reference'), heading('Move'), heading('Look at'), heading('Gain, quote currency')]])
      .put(`A${FIRST}`, PAIRS.map(([pair]) => [input(pair)]))
      .put(`G${FIRST}`, PAIRS.map(([, reference]) => [input(reference, RATE)]));
    for (let row = FIRST; row <= LAST; row++) {
      sheet.put(`B${row}`, [filledBySpill(3, { format: RATE })])
        .put(`F${row}`, [[beside(row, `(C${row}-B${row})/D${row}*10000`, '0.0')]])
        .put(`H${row}`, [[
          beside(row, `D${row}/G${row}-1`, '+0.0%;-0.0%'), beside(row, `IF(ABS(H${row})>$B$5,"look","")`), beside(row, `$B$4*(D${row}-G${row})`, '#,##0'),
        ]]);
    }
    return sheet.build();
  },
};
