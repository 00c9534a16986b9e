import type { Block } from '../../core/sheet';
import { Queue } from '../../core/waiting';
import type { CellValue } from '../host';
import { RecalculationMonitor } from '../recalculation-monitor';
import type { Session } from '../session';
import { readBlock } from './block-contents';
import { isSameCell } from './cells';
import { blockIn, literalIn, mdCallsIn } from './formulas';
import { newId } from './ledger';

/** The chart of a formula's result. */
export interface PriceChart {
  /** Bars of open, high, low and close, or lines. */
  readonly kind: 'bars' | 'line';
  /** Serials, in rising order; undefined if the result has no times. */
  readonly times: readonly number[] | undefined;
  /** Of bars: open, high, low, close. A gap is null. */
  readonly series: readonly {
    readonly name: string;
    readonly column: number;
    readonly values: readonly (number | null)[];
  }[];
  readonly timeColumn: number;
  /** How many rows of headings the result has. */
  readonly headings: number;
}

/** The data in a chart of a formula's cell: its result, or the recent values of a quote. */
export function chartedBy(formula: string): 'result' | 'seen' | undefined {
  const names = mdCallsIn(formula).map(({ name }) => name);
  if (names.includes('TICKS')) return 'result';
  return names.some((name) => name === 'QUOTE' || name === 'LIVE') ? 'seen' : undefined;
}

const PRICES = ['open', 'high', 'low', 'close'] as const;
const [TIME, COUNT] = ['time', 'count'];

/**
 * The part of a result of MD.TICKS that can be drawn; undefined if no column has two numbers.
 * @param formula names the columns if the result has no headings
 */
export function chartOf(formula: string, cells: readonly (readonly CellValue[])[]): PriceChart | undefined {
  // The table was transposed by another function.
  const rows = cells.length === 1 ? cells[0]!.map((cell) => [cell]) : cells;
  const width = rows[0]?.length ?? 0;
  const hasHeadings =
    width > 0 && rows[0]!.every((cell) => typeof cell === 'string' && cell !== '' && !cell.startsWith('#'));
  const names = hasHeadings ? rows[0]!.map(String) : namesOf(formula, width);
  const filled = rows.slice(hasHeadings ? 1 : 0);
  const timeColumn = names.indexOf(TIME);
  const known = timeColumn < 0 ? filled : filled.filter((row) => typeof row[timeColumn] === 'number');
  const all = names.flatMap((name, column) => {
    const values = known.map((row) => (typeof row[column] === 'number' ? row[column] : null));
    const isDrawn = column !== timeColumn && name !== COUNT && values.filter((value) => value !== null).length > 1;
    return isDrawn ? [{ name, column, values }] : [];
  });
  const bars = PRICES.flatMap((name) => all.find((one) => one.name === name) ?? []);
  const isBars = bars.length === PRICES.length;
  const only = all.find(({ name }) => name === 'close') ?? all.find(({ name }) => name === 'mid');
  const series = isBars ? bars : only ? [only] : all;
  return series.length === 0
    ? undefined
    : {
        kind: isBars ? 'bars' : 'line',
        times: timeColumn < 0 ? undefined : known.map((row) => row[timeColumn] as number),
        series,
        timeColumn,
        headings: hasHeadings ? 1 : 0,
      };
}

const argumentsOf = (formula: string): readonly string[] =>
  mdCallsIn(formula).find(({ name }) => name === 'TICKS')?.arguments ?? [];

/** The columns of a result without headings, as its formula asks for them. */
function namesOf(formula: string, width: number): readonly string[] {
  const [symbols = '', , , , fields = '', , interval = ''] = argumentsOf(formula).map((one) =>
    String(literalIn(one) ?? ''),
  );
  const split = (text: string): string[] => text.split(',').map((name) => name.trim());
  const usual = interval === '' || interval === 'tick' ? [TIME, 'ask', 'bid', 'mid'] : [TIME, ...PRICES, COUNT];
  const side = [TIME, ...split(symbols)];
  const fit = [...(fields === '' ? [] : [split(fields.toLowerCase())]), usual, side].find(
    (names) => names.length === width,
  );
  return fit ?? Array.from({ length: width }, (_, index) => (index === 0 && width > 1 ? TIME : ''));
}

/** The current result of a formula; undefined if the cell has no MD formula any more. */
export async function resultAt(session: Session, anchor: Block): Promise<ResultToDraw | undefined> {
  const { workbook } = session.host;
  const found = (await workbook.formulas()).find(({ cell }) => isSameCell(cell, anchor));
  if (!found) return undefined;
  const cells = (await readBlock(workbook, found.spill)).map((row) => row.map(({ value }) => value));
  const [symbols = ''] = argumentsOf(found.formula);
  const held = blockIn(symbols, anchor.sheet);
  return {
    spill: found.spill,
    chart: chartOf(found.formula, cells),
    hasGaps: cells.some((row) => row.includes('')),
    name:
      literalIn(symbols)?.toString() ??
      (held &&
        (await readBlock(workbook, held))
          .flat()
          .map(({ value }) => value)
          .join(', ')),
  };
}

export interface ResultToDraw {
  readonly spill: Block;
  readonly chart: PriceChart | undefined;
  /** Whether some cells are blank, which Excel's own lines would draw as zeros. */
  readonly hasGaps: boolean;
  /** The symbols as the formula or the cells have them; undefined if neither do. */
  readonly name: string | undefined;
}

const CHART_NAME_PREFIX = 'MD_chart_';

/** The spreadsheet's own charts over results. Each is drawn again when its result changes its size. */
export class SheetCharts {
  readonly #queue = new Queue(Promise.resolve());
  readonly #sizes = new Map<string, string>();

  constructor(private readonly session: Session) {
    const monitor = session.part(RecalculationMonitor);
    monitor.onChange(() => {
      if (this.#sizes.size > 0 && monitor.last?.isRunning !== true) void this.follow();
    });
    void this.follow();
  }

  /** Draws a chart beside the result of a formula's cell, or redraws the existing one. */
  async add(anchor: Block, title: string): Promise<void> {
    const all = await this.session.host.workbook.tracked(CHART_NAME_PREFIX);
    const own = [...all].find(([, [block]]) => block && isSameCell(block, anchor));
    const name = own?.[0] ?? CHART_NAME_PREFIX + newId(this.session.now());
    await this.session.host.workbook.track([{ name, blocks: [anchor] }]);
    await this.#draw(name, anchor, title);
  }

  /** Draws charts again whose results have another size. */
  follow(): Promise<void> {
    return this.#queue.run(async () => {
      const all = await this.session.host.workbook.tracked(CHART_NAME_PREFIX);
      for (const [name, [anchor]] of all) if (anchor) await this.#draw(name, anchor).catch(() => undefined);
    });
  }

  async #draw(name: string, anchor: Block, title?: string): Promise<void> {
    const result = await resultAt(this.session, anchor);
    if (!result?.chart) return;
    const { spill, chart } = result;
    const size = JSON.stringify([spill, chart.series.map(({ column }) => column)]);
    if (title === undefined && this.#sizes.get(name) === size) return;
    this.#sizes.set(name, size);
    const below = { ...spill, row: spill.row + chart.headings, rows: spill.rows - chart.headings, columns: 1 };
    const columnOf = (column: number): Block => ({ ...below, column: spill.column + column });
    await this.session.host.workbook.write([
      {
        block: spill,
        chart: {
          name,
          title,
          kind: chart.kind,
          categories: chart.times && columnOf(chart.timeColumn),
          series: chart.series.map((one) => ({ name: one.name, values: columnOf(one.column) })),
        },
      },
    ]);
  }
}
