import {
  BooleanNumber,
  type IWorkbookData,
  type ICellData,
  type IStyleData,
  type IWorksheetData,
} from '@univerjs/core';
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
import { type Block, parseA1 } from '../../core/sheet';

const PAIRS = [
  'EURUSD',
  'GBPUSD',
  'AUDUSD',
  'NZDUSD',
  'USDJPY',
  'USDCHF',
  'USDCAD',
  'USDSEK',
  'USDNOK',
  'USDPLN',
  'USDMXN',
  'USDZAR',
  'USDSGD',
  'USDHKD',
  'EURGBP',
  'EURJPY',
  'EURCHF',
  'GBPJPY',
  'AUDJPY',
  'CADJPY',
];
const CASH_FLOWS: readonly (readonly [string, number, number, number, number])[] = [
  ['EUR', 42, 45, 48, 50],
  ['GBP', 18, 19, 20, 21],
  ['JPY', 3200, 3300, 3400, 3500],
  ['CHF', 12, 12, 13, 13],
  ['AUD', 25, 26, 27, 29],
];
const COMPANIES = ['AAPL', 'MSFT', 'JPM', 'KO', 'XOM'];

/**
 * The workbook of a first visit: one model that uses the functions as a modeller would, and an empty sheet for
 * experiments.
 */
export const sampleModel = (): Partial<IWorkbookData> => ({
  name: 'Sample model',
  sheetOrder: ['model', 'scratch'],
  sheets: {
    model: {
      id: 'model',
      name: 'Model',
      rowCount: 200,
      columnCount: 20,
      defaultRowHeight: 20,
      showGridlines: BooleanNumber.FALSE,
      defaultStyle: FONT,
      freeze: { xSplit: 0, ySplit: 2, startRow: 2, startColumn: -1 },
      ...model().build(),
    },
    scratch: {
      id: 'scratch',
      name: 'Scratch',
      rowCount: 12_000,
      columnCount: 26,
      defaultRowHeight: 20,
      defaultStyle: FONT,
    },
  },
});

export const emptyWorkbook = (): Partial<IWorkbookData> => ({
  name: 'New workbook',
  sheetOrder: ['sheet-1'],
  sheets: {
    'sheet-1': {
      id: 'sheet-1',
      name: 'Sheet1',
      rowCount: 1000,
      columnCount: 26,
      defaultRowHeight: 20,
      defaultStyle: FONT,
    },
  },
});

function model(): SheetBuilder {
  const sheet = new SheetBuilder()
    .widths({
      A: 10,
      B: 64,
      C: 76,
      D: 70,
      E: 76,
      F: 146,
      G: 10,
      H: 72,
      I: 78,
      J: 78,
      K: 78,
      L: 70,
      M: 92,
      N: 80,
      O: 4,
    })
    .height(1, 34)
    .height(2, 24);
  addTitle(sheet);
  addQuotes(sheet);
  addValuation(sheet);
  addCalendar(sheet);
  addScores(sheet);
  addFilings(sheet);
  return sheet;
}

function addTitle(sheet: SheetBuilder): void {
  sheet
    .style('A1:O2', BAND)
    .put('B1', [['Foreign cash flows, valued in dollars']], TITLE)
    .put('B2', [['Present value, USD m', null, null, '=N12']])
    .style('E2', { ...TITLE, ...numbers('#,##0.0') })
    .put(
      'B3',
      [['Grey formulas fill the cells below. Change a blue input, or type =MD.QUOTE("EURUSD") in a cell.']],
      NOTE,
    )
    .put('K2', [['Prices missing']], BAND_LABEL)
    .put('L2', [['=ROWS(E6:E25)-COUNT(E6:E25)']], numbers('0'))
    .put('M2', [['Last quote']], BAND_LABEL)
    .put('N2', [['=MAX(F6:F25)']], numbers('hh:mm:ss'));
}

function addQuotes(sheet: SheetBuilder): void {
  sheet
    .put('B4', [['Quotes', '=IFNA(FORMULATEXT(C6),"")']])
    .style('B4:F4', SECTION)
    .style('C4', FORMULA_NOTE)
    .put('B5', [['Pair', 'Bid', 'Ask', 'Mid', 'Quoted, UTC']])
    .style('B5:F5', HEADER)
    .style('C5:F5', RIGHT)
    .put(
      'B6',
      PAIRS.map((pair) => [pair]),
      INPUT,
    )
    // With the decimals that the service gives by itself, bid, ask and mid are often the same.
    .put('C6', [['=MD.QUOTE(B6:B25,"bid,ask,mid,timestamp",,10)']])
    .style('C6:E25', numbers('[>=20]#,##0.000;0.00000'))
    .style('F6:F25', RIGHT);
}

function addValuation(sheet: SheetBuilder): void {
  const rows = CASH_FLOWS.map(([currency], index) => {
    const row = 7 + index;
    const rate = `=IFERROR(XLOOKUP(H${row}&"USD",$B$6:$B$25,$E$6:$E$25),1/XLOOKUP("USD"&H${row},$B$6:$B$25,$E$6:$E$25))`;
    return [currency, rate, `=SUMPRODUCT(I${row}:L${row}/(1+$N$5)^((I$6:L$6-TODAY())/365))*M${row}`] as const;
  });
  sheet
    .put('H4', [['Valuation at mid']])
    .style('H4:N4', SECTION)
    .put('H5', [['Cash flows by date, millions of each currency']], NOTE)
    .put('M5', [['Discount rate']], { ...NOTE, ...RIGHT })
    .put('N5', [[0.08]], { ...INPUT, ...numbers('0.0%') })
    .put('H6', [
      [
        'Currency',
        '=DATE(YEAR(TODAY())+1,12,31)',
        '=EDATE(I6,12)',
        '=EDATE(J6,12)',
        '=EDATE(K6,12)',
        'Rate, USD',
        'PV, USD m',
      ],
    ])
    .style('H6:N6', HEADER)
    .style('I6:L6', numbers('mmm yyyy'))
    .style('M6:N6', RIGHT)
    .put(
      'H7',
      CASH_FLOWS.map(([currency, ...flows]) => [currency, ...flows]),
      INPUT,
    )
    .style('I7:L11', numbers('#,##0'))
    .put(
      'M7',
      rows.map(([, rate, value]) => [rate, value]),
    )
    .style('M7:M11', numbers('0.00000'))
    .style('N7:N11', numbers('#,##0.0'))
    .put('H12', [['Total', null, null, null, null, null, '=SUM(N7:N11)']])
    .style('H12:N12', TOTAL)
    .style('N12', numbers('#,##0.0'));
}

function addCalendar(sheet: SheetBuilder): void {
  sheet
    .put('H14', [['Sessions', '=IFNA(FORMULATEXT(H16),"")']])
    .style('H14:N14', SECTION)
    .style('I14', FORMULA_NOTE)
    .put('H15', [
      ['Market', 'Date', 'Day', 'Opens', 'Closes'],
      ['=MD.HOURS("XNYS,XLON",,,"mic,date,day_of_week,open_time,close_time",FALSE)'],
    ])
    .style('H15:N15', HEADER)
    .style('I15:M25', LEFT)
    .style('K16:L25', { n: { pattern: 'hh:mm' } });
}

function addScores(sheet: SheetBuilder): void {
  sheet
    .put('B28', [['Financial health', null, '=IFNA(FORMULATEXT(C30),"")']])
    .style('B28:F28', SECTION)
    .style('D28', FORMULA_NOTE)
    .put('B29', [['Ticker', 'Piotroski F', 'Altman Z', 'Beneish M']])
    .style('B29:F29', HEADER)
    .style('C29:E29', RIGHT)
    .put(
      'B30',
      COMPANIES.map((company) => [company]),
      INPUT,
    )
    .put('C30', [['=MD.SCORE(B30:B34,"all")']])
    .style('C30:C34', numbers('0'))
    .style('D30:E34', numbers('0.00'))
    .put('B35', [['A cell without a value says why: select it, or rest the mouse on it.']], NOTE);
}

function addFilings(sheet: SheetBuilder): void {
  sheet
    .put('H28', [['Filings', '=IFNA(FORMULATEXT(H30),"")']])
    .style('H28:N28', SECTION)
    .style('I28', FORMULA_NOTE)
    .put('H29', [
      ['Form', 'Filed', 'Year to', 'Accession number'],
      ['=MD.FILINGS("AAPL","10-K",5,"filing_type,filing_date,report_date,accession_number",FALSE)'],
    ])
    .style('H29:N29', HEADER)
    .style('I29:J34', CENTER);
}

type CellInput = string | number | null;

/** Writes cells of a worksheet by their addresses. */
class SheetBuilder {
  readonly #cells: Record<number, Record<number, ICellData>> = {};
  readonly #widths: Record<number, { w: number }> = {};
  readonly #heights: Record<number, { h: number }> = {};

  /** Rows of texts, numbers and formulas from a cell on; null leaves a cell unchanged. */
  put(from: string, rows: readonly (readonly CellInput[])[], style?: IStyleData): this {
    const { row, column } = blockAt(from);
    rows.forEach((line, down) => {
      line.forEach((content, across) => {
        const cell = this.#cell(row + down, column + across);
        if (typeof content === 'string' && content.startsWith('=')) cell.f = content;
        else if (content !== null) cell.v = content;
        if (style) addStyle(cell, style);
      });
    });
    return this;
  }

  /** Adds a style to a block such as "B4:F4"; unspecified properties stay. */
  style(block: string, style: IStyleData): this {
    const { row, column, rows, columns } = blockAt(block);
    for (let down = 0; down < rows; down++) {
      for (let across = 0; across < columns; across++) addStyle(this.#cell(row + down, column + across), style);
    }
    return this;
  }

  /** Widths of columns in pixels, by letter. */
  widths(widths: Readonly<Record<string, number>>): this {
    for (const [letter, w] of Object.entries(widths)) this.#widths[blockAt(`${letter}1`).column] = { w };
    return this;
  }

  height(row: number, h: number): this {
    this.#heights[row - 1] = { h };
    return this;
  }

  build(): Pick<IWorksheetData, 'cellData' | 'columnData' | 'rowData'> {
    return { cellData: this.#cells, columnData: this.#widths, rowData: this.#heights };
  }

  #cell(row: number, column: number): ICellData {
    const line = (this.#cells[row] ??= {});
    return (line[column] ??= {});
  }
}

function blockAt(address: string): Block {
  const block = parseA1(address, '');
  if (!block) throw new RangeError(`"${address}" is not an address`);
  return block;
}

function addStyle(cell: ICellData, style: IStyleData): void {
  cell.s = { ...(cell.s as IStyleData | undefined), ...style };
}
