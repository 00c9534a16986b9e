import { BooleanNumber, type IWorkbookData, type ICellData, type IStyleData } from '@univerjs/core';
import {
  BAND,
  BAND_LABEL,
  CENTER,
  FONT,
  FORMULA_NOTE,
  HEADER,
  INPUT,
  LEFT,
  NOTE,
  numbers,
  RIGHT,
  SECTION,
  TITLE,
  TOTAL,
} from './new-sheet';
import { parseA1 } from '../../core/sheet';

/**
 * The workbook of a first visit: one model that uses the functions as a modeller would, and an empty sheet for
 * experiments.
 */
export const sampleModel = (): Partial<IWorkbookData> => ({
  name: 'Sample model',
  sheetOrder: ['model', 'scratch'],
  sheets: {
    model: {
      ...USUAL,
      id: 'model',
      name: 'Model',
      rowCount: 200,
      columnCount: 20,
      showGridlines: BooleanNumber.FALSE,
      freeze: { xSplit: 0, ySplit: 2, startRow: 2, startColumn: -1 },
      columnData: Object.fromEntries(WIDTHS.map((w, column) => [column, { w }])),
      rowData: { 0: { h: 34 }, 1: { h: 24 } },
      cellData: modelCells(),
    },
    scratch: { ...USUAL, id: 'scratch', name: 'Scratch', rowCount: 12_000 },
  },
});

const USUAL = { columnCount: 26, defaultRowHeight: 20, defaultStyle: FONT };

export const emptyWorkbook = (): Partial<IWorkbookData> => ({
  name: 'New workbook',
  sheetOrder: ['sheet-1'],
  sheets: { 'sheet-1': { ...USUAL, id: 'sheet-1', name: 'Sheet1', rowCount: 1000 } },
});

/** In pixels, from column A on. */
const WIDTHS = [10, 64, 76, 76, 76, 146, 10, 72, 88, 86, 78, 70, 92, 80, 4];

const PRICE = numbers('[>=20]#,##0.000;0.00000');

/** How blocks look. What the later ones say counts, and the others remain. */
const LOOKS: readonly (readonly [blocks: string, look: IStyleData])[] = [
  ['A1:O2', BAND],
  ['B1', TITLE],
  ['E2', { ...TITLE, ...numbers('#,##0.0') }],
  ['K2 M2', BAND_LABEL],
  ['L2', numbers('0')],
  ['N2', numbers('hh:mm:ss')],
  ['B3 B35 H5', NOTE],
  ['B4:F4 H4:N4 H14:N14 B28:F28 H28:N28', SECTION],
  ['C4 I14 D28 I28', FORMULA_NOTE],
  ['B5:F5 H6:N6 H15:N15 B29:F29 H29:N29', HEADER],
  ['C5:F5 F6:F25 M6:N6 C29:E29', RIGHT],
  ['B6:B25 H7:L11 B30:B34', INPUT],
  ['C6:E25', PRICE],
  ['M5', { ...NOTE, ...RIGHT }],
  ['N5', { ...INPUT, ...numbers('0.0%') }],
  ['I6:L6', numbers('mmm yyyy')],
  ['I7:L11', numbers('#,##0')],
  ['M7:M11', numbers('0.00000')],
  ['H12:N12', TOTAL],
  ['N7:N12', numbers('#,##0.0')],
  ['I15:M25', LEFT],
  ['K16:L25', { n: { pattern: 'hh:mm' } }],
  ['C30:C34', numbers('0')],
  ['D30:E34', numbers('0.00')],
  ['I29:J34', CENTER],
];

/** The value in dollars of one currency's cash flows. A price that is missing is an error here: divided by, its blank cell is no 0. */
const valuation = (row: number): string =>
  `=1/IFERROR(1/XLOOKUP(H${row}&"USD",$B$6:$B$25,$E$6:$E$25),XLOOKUP("USD"&H${row},$B$6:$B$25,$E$6:$E$25))|=SUMPRODUCT(I${row}:L${row}/(1+$N$5)^((I$6:L$6-TODAY())/365))*M${row}`;

/** What stands in the sheet, from a cell on: row by row, the cells of a row divided by "|". A blank one is left alone. */
const CONTENTS: Readonly<Record<string, readonly string[]>> = {
  B1: ['Foreign cash flows, valued in dollars', 'Present value, USD m|||=N12'],
  B3: ['Grey formulas fill the cells below. Change a blue input, or type =MD.QUOTE("EURUSD") in a cell.'],
  K2: ['Prices missing|=ROWS(E6:E25)-COUNT(E6:E25)|Last quote|=IF(COUNT(F6:F25),MAX(F6:F25),"none")'],
  B4: ['Quotes|=IFNA(FORMULATEXT(C6),"")', 'Pair|Bid|Ask|Mid|Quoted, UTC'],
  B6: [
    ...'EURUSD GBPUSD AUDUSD NZDUSD USDJPY USDCHF USDCAD USDSEK USDNOK USDPLN'.split(' '),
    ...'USDMXN USDZAR USDSGD USDHKD EURGBP EURJPY EURCHF GBPJPY AUDJPY CADJPY'.split(' '),
  ],
  // With the decimals that the service gives by itself, bid, ask and mid are often the same.
  C6: ['=MD.QUOTE(B6:B25,"bid,ask,mid,timestamp",,10)'],
  H4: ['Valuation at mid', 'Cash flows by date, millions of each currency|||||Discount rate|0.08'],
  H6: [
    'Currency|=DATE(YEAR(TODAY())+1,12,31)|=EDATE(I6,12)|=EDATE(J6,12)|=EDATE(K6,12)|Rate, USD|PV, USD m',
    `EUR|42|45|48|50|${valuation(7)}`,
    `GBP|18|19|20|21|${valuation(8)}`,
    `JPY|3200|3300|3400|3500|${valuation(9)}`,
    `CHF|12|12|13|13|${valuation(10)}`,
    `AUD|25|26|27|29|${valuation(11)}`,
    'Total||||||=SUM(N7:N11)',
  ],
  H14: [
    'Sessions|=IFNA(FORMULATEXT(H16),"")',
    'Market|Date|Day|Opens|Closes',
    '=MD.HOURS("XNYS,XLON",,,"mic,date,day_of_week,open_time,close_time",FALSE)',
  ],
  B28: ['Financial health||=IFNA(FORMULATEXT(C30),"")', 'Ticker|Piotroski F|Altman Z|Beneish M'],
  B30: ['AAPL|=MD.SCORE(B30:B34,"all")', 'MSFT', 'JPM', 'KO', 'XOM'],
  B35: ['A cell without a value says why: select it, or rest the mouse on it.'],
  H28: [
    'Filings|=IFNA(FORMULATEXT(H30),"")',
    'Form|Filed|Year to|Accession number',
    '=MD.FILINGS("AAPL","10-K",5,"filing_type,filing_date,report_date,accession_number",FALSE)',
  ],
};

function modelCells(): Record<number, Record<number, ICellData>> {
  const cells: Record<number, Record<number, ICellData>> = {};
  const cellAt = (row: number, column: number): ICellData => ((cells[row] ??= {})[column] ??= {});
  for (const [blocks, look] of LOOKS)
    for (const address of blocks.split(' ')) {
      const { row, column, rows, columns } = parseA1(address, '')!;
      for (let at = 0; at < rows * columns; at++) {
        const cell = cellAt(row + Math.floor(at / columns), column + (at % columns));
        cell.s = { ...(cell.s as IStyleData | undefined), ...look };
      }
    }
  for (const [address, rows] of Object.entries(CONTENTS)) {
    const { row, column } = parseA1(address, '')!;
    rows.forEach((line, down) =>
      line.split('|').forEach((text, across) => {
        if (text === '') return;
        const cell = cellAt(row + down, column + across);
        if (text.startsWith('=')) cell.f = text;
        else cell.v = Number.isNaN(Number(text)) ? text : Number(text);
      }),
    );
  }
  return cells;
}
