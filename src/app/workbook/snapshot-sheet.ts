import type { FunctionTraits } from '../function-traits';
import type { CellValue, NewCell, NewSheet } from '../host';
import type { Session } from '../session';
import { subjectsOf } from './asked';
import { byWeight, type Change, type ComparedSide, type SnapshotComparison } from './snapshot-compare';
import { labelOf } from './snapshot-labels';
import { type KeptCell, KeptSnapshots, type PlacedSnapshot } from './snapshot-store';
import {
  type DateSystem,
  daysFromSerial,
  MS_PER_DAY,
  SECONDS_PER_DAY,
  serialFromDays,
  TIME_FORMAT,
} from '../../core/calendar/dates';
import { a1WithSheet, type Block, cellOf } from '../../core/sheet';

/** What stands on the sheets, in the language of the pane. */
export interface SheetWords {
  readonly takenUtc: string;
  readonly plain: string;
  readonly cell: string;
  readonly label: string;
  readonly symbol: string;
  readonly field: string;
  readonly value: string;
  readonly priceTime: string;
  readonly answerTime: string;
  readonly source: string;
  readonly formula: string;
  readonly remark: string;
  readonly oldest: string;
  readonly timeUnknown: string;
  readonly comparison: string;
  readonly then: string;
  readonly now: string;
  readonly change: string;
  readonly isNew: string;
  readonly isGone: string;
  /** Why the two values of a change cannot be compared; empty if they can. */
  readonly difference: (change: Change) => string;
}

/** A longer list is no table to read, and takes a spreadsheet minutes to write. */
const MAX_ROWS = 20_000;

/** Writes a snapshot as a sheet of plain values, which needs no add-in. Returns the sheet's name. */
export async function writeSnapshotSheet(
  session: Session,
  id: string,
  functions: readonly FunctionTraits[],
  words: SheetWords,
): Promise<string> {
  const { workbook } = session.host;
  const snapshot = await session.part(KeptSnapshots).readSnapshot(id);
  const lines = inOrder(linesOf(snapshot, functions, session.dateSystem), (await workbook.outline()).sheets);
  const time = timesOf(session);
  return workbook.addSheet(
    tableOf({
      name: snapshot.name,
      facts: [[label(words.takenUtc), time(snapshot.at)], [note(words.plain)]],
      columns: [
        [words.cell, 16],
        [words.label, 30],
        [words.symbol, 14],
        [words.field, 12],
        [words.value, 18],
        [words.priceTime, 20],
        [words.answerTime, 20],
        [words.source, 26],
        [words.formula, 44],
        [words.remark, 26],
      ],
      numeric: [4, 5, 6],
      rows: lines.map((line) => [
        text(a1WithSheet(line.cell)),
        text(line.label),
        text(line.symbol),
        text(line.field),
        figure(line.value, line.format),
        time(line.pricedAt),
        time(line.readAt ?? undefined),
        text(line.isMarked ? '' : snapshot.source),
        text(line.formula),
        text(line.isTimeUnknown ? words.timeUnknown : line.isOldest ? words.oldest : ''),
      ]),
    }),
  );
}

/** Writes a comparison as a sheet of plain values: then, now, change. Returns the sheet's name. */
export async function writeComparisonSheet(
  session: Session,
  { older, newer, all }: SnapshotComparison,
  words: SheetWords,
): Promise<string> {
  const { workbook } = session.host;
  const changes = inOrder(
    all.filter(isFilled).map((change) => ({ change, cell: change.block })),
    (await workbook.outline()).sheets,
  )
    .map(({ change }) => change)
    .sort(byWeight);
  const time = timesOf(session);
  const side = (word: string, { name, at }: ComparedSide): (NewCell | undefined)[] => [
    label(word),
    text(name ?? ''),
    undefined,
    undefined,
    time(at),
  ];
  return workbook.addSheet(
    tableOf({
      name: `${words.comparison} ${newer.name ?? older.name ?? ''}`,
      facts: [side(words.then, older), side(words.now, newer), [note(words.plain)]],
      columns: [
        [words.cell, 16],
        [words.label, 30],
        [words.symbol, 14],
        [words.field, 12],
        [words.then, 20],
        [words.now, 20],
        [words.change, 18],
        ['%', 10],
        [words.remark, 40],
      ],
      numeric: [4, 5, 6, 7],
      rows: changes.map((change) => {
        const { older: then, newer: now, format } = change;
        const isComparable =
          change.difference === undefined && typeof then === 'number' && typeof now === 'number' && !isMoment(format);
        return [
          text(a1WithSheet(change.block)),
          text(change.label),
          text(change.symbol),
          text(change.field),
          then === undefined ? undefined : figure(then, format),
          now === undefined ? undefined : figure(now, format),
          isComparable ? figure(now - then, format) : undefined,
          isComparable && change.change !== undefined ? figure(change.change, '0.00%') : undefined,
          text(then === undefined ? words.isNew : now === undefined ? words.isGone : words.difference(change)),
        ];
      }),
    }),
  );
}

/** Texts in a number format, such as "CHF" and [$USD]. What is elapsed, [h], is none of them. */
const WORDS_IN_FORMAT = /"[^"]*"|[\\_*].|\[(?!h+\]|s+\])[^\]]*\]/gi;

/** Whether a number format shows a date or a time. */
const isMoment = (format: string): boolean => /[yhs]/i.test(format.replaceAll(WORDS_IN_FORMAT, ''));

/** Beside a blank name a list has blank cells, then and now. */
const isFilled = ({ older, newer, difference }: Change): boolean =>
  difference !== undefined || [older, newer].some((value) => value !== undefined && value !== '');

interface PlainTable {
  readonly name: string;
  /** Between the title and the headings. */
  readonly facts: readonly (readonly (NewCell | undefined)[])[];
  readonly columns: readonly (readonly [heading: string, width: number])[];
  /** The columns of numbers, counted from 0. */
  readonly numeric: readonly number[];
  readonly rows: readonly (readonly (NewCell | undefined)[])[];
}

function tableOf({ name, facts, columns, numeric, rows }: PlainTable): NewSheet {
  if (rows.length > MAX_ROWS)
    throw new Error(`The table would have ${rows.length} rows: a sheet is written for at most ${MAX_ROWS} cells`);
  const first = facts.length + 3;
  const letter = String.fromCharCode('A'.charCodeAt(0) + columns.length - 1);
  return {
    name: sheetNameOf(name),
    columnWidths: columns.map(([, width]) => width),
    frozenRows: first,
    print: {
      area: `A1:${letter}${first + rows.length}`,
      orientation: 'landscape',
      titleRows: `${first}:${first}`,
    },
    rows: [
      [{ value: name, style: 'title' }],
      ...facts,
      [],
      columns.map(([value], index): NewCell => ({
        value,
        style: 'heading',
        ...(numeric.includes(index) && { align: 'right' }),
      })),
      ...rows,
    ],
  };
}

const MAX_NAME_LENGTH = 31;

/** A name that spreadsheets accept: "2026-11-27 17.00". */
const sheetNameOf = (name: string): string =>
  name
    .replaceAll(':', '.')
    .replace(/[\\/?*[\]]/g, ' ')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^['\s]+|['\s]+$/g, '') || 'MD';

interface Line extends Pick<KeptCell, 'formula' | 'isTimeUnknown'> {
  readonly cell: Block;
  readonly label: string;
  readonly symbol: string;
  readonly field: string;
  readonly value: CellValue;
  readonly format: string;
  readonly pricedAt: number | undefined;
  /** Whether the price's time is that of the oldest of several. */
  readonly isOldest: boolean;
  readonly readAt: number | null;
  readonly isMarked: boolean;
}

/** Each kept value, without headings and blanks. */
const linesOf = ({ parts }: PlacedSnapshot, functions: readonly FunctionTraits[], system: DateSystem): Line[] =>
  parts.flatMap(({ cells, isMarked }) =>
    cells.flatMap((kept) => {
      const subjectOf = subjectsOf(kept, functions);
      const times = timesIn(kept, subjectOf, system);
      return kept.values.flatMap((row, down) =>
        row.flatMap((value, across): readonly Line[] => {
          const { isHeading, ...subject } = subjectOf(down, across);
          if (isHeading || value === '') return [];
          const own = times.get(subject.symbol);
          return [
            {
              ...kept,
              ...subject,
              cell: cellOf(kept.cell.sheet, kept.cell.row + down, kept.cell.column + across),
              label: labelOf(kept.labels, down, across),
              value,
              format: kept.formats[down]?.[across] ?? 'General',
              pricedAt: own ?? kept.priceTime?.at,
              isOldest: own === undefined && kept.priceTime?.isOldest === true && kept.values.length * row.length > 1,
              isMarked,
            },
          ];
        }),
      );
    }),
  );

/** The times of the symbols' prices, in ms, where the result shows them beside the prices. */
function timesIn(
  { values }: KeptCell,
  subjectOf: ReturnType<typeof subjectsOf>,
  system: DateSystem,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const [down, row] of values.entries())
    for (const [across, value] of row.entries()) {
      const { symbol, field } = subjectOf(down, across);
      if (field === 'timestamp' && symbol !== '' && typeof value === 'number')
        times.set(symbol, daysFromSerial(value, system) * MS_PER_DAY);
    }
  return times;
}

/** As one reads them: sheet by sheet, row by row. A sheet that is gone comes last. */
function inOrder<T extends { readonly cell: Block }>(lines: readonly T[], sheets: readonly string[]): T[] {
  const place = new Map(sheets.map((name, index) => [name, index]));
  const of = ({ cell }: T): number => place.get(cell.sheet) ?? sheets.length;
  return [...lines].sort(
    (one, other) => of(one) - of(other) || one.cell.row - other.cell.row || one.cell.column - other.cell.column,
  );
}

/** Other programs save 15 digits of a number: a date with as many stays the same. */
const DATE_DECIMALS = 10;

/** Writes moments as dates of the workbook, in UTC. */
const timesOf =
  ({ dateSystem }: Session) =>
  (at: number | undefined): NewCell | undefined =>
    at === undefined
      ? undefined
      : {
          value: Number(serialFromDays(Math.round(at / 1000) / SECONDS_PER_DAY, dateSystem).toFixed(DATE_DECIMALS)),
          format: TIME_FORMAT,
          align: 'left',
        };

const label = (value: string): NewCell => ({ value, style: 'label' });
const note = (value: string): NewCell => ({ value, style: 'note' });
const text = (value: string): NewCell | undefined => (value === '' ? undefined : { value });
const figure = (value: string | number | boolean, format: string): NewCell => ({
  value,
  align: 'right',
  ...(format === 'General' || typeof value !== 'number' ? {} : { format }),
});
