import type { CellValue, NewCell } from '../host';
import type { Session } from '../session';
import { subjectsOf } from './asked';
import { ENGLISH, withSeparator } from './formulas';
import { type Change, type ComparedSide, inReadingOrder, type Ranked, type SnapshotComparison } from './snapshot-match';
import { labelOf, type KeptCell, KeptSnapshots, type PlacedSnapshot } from './snapshot';
import {
  type DateSystem,
  daysFromSerial,
  MS_PER_DAY,
  SECONDS_PER_DAY,
  serialFromDays,
  TIME_FORMAT,
} from '../../core/calendar/dates';
import { showsMoment } from '../../core/calendar/moment-formats';
import { withoutMarks } from '../../core/level';
import { a1WithSheet, cellOf, columnName } from '../../core/sheet';

/** The texts on the sheets, in the language of the pane. */
export type SheetWords = Readonly<Record<AboutWord | SnapshotWord | ComparisonWord, string>> & {
  /** Why the two values of a change cannot be compared; empty if they can. */
  readonly difference: (change: Change) => string;
};

type AboutWord = 'cell' | 'label' | 'symbol' | 'field' | 'remark' | 'plain';
type SnapshotWord = 'takenUtc' | 'value' | 'priceTime' | 'answerTime' | 'source' | 'formula' | 'oldest' | 'timeUnknown';
type ComparisonWord = 'then' | 'now' | 'change' | 'isNew' | 'isGone';

/** A longer list is unreadable, and a spreadsheet would take minutes to write it. */
const MAX_ROWS = 20_000;

/** Writes a snapshot as a sheet of plain values, which needs no add-in. Returns the sheet's name. */
export async function writeSnapshotSheet(session: Session, id: string, words: SheetWords): Promise<string> {
  const snapshot = await session.part(KeptSnapshots).readSnapshot(id);
  const time = timesOf(session);
  const { listSeparator } = session.host.workbook;
  return writeTable(session, {
    name: snapshot.name,
    facts: [[label(words.takenUtc), time(snapshot.at)], [note(words.plain)]],
    rows: linesOf(snapshot, session.dateSystem),
    columns: [
      ...aboutColumns<Line>(words),
      [words.value, 18, ({ value, format }) => figure(value, format), 'right'],
      [words.priceTime, 24, ({ pricedAt }) => time(pricedAt), 'right'],
      [words.answerTime, 24, ({ readAt }) => time(readAt ?? undefined), 'right'],
      [words.source, 26, ({ isMarked }) => text(isMarked ? '' : snapshot.source)],
      [words.formula, 44, ({ formula }) => text(withSeparator(formula, ENGLISH, listSeparator))],
      [words.remark, 26, (line) => text(line.isTimeUnknown ? words.timeUnknown : line.isOldest ? words.oldest : '')],
    ],
  });
}

/** Writes a comparison as a sheet of plain values: then, now, change. Returns the sheet's name. */
export function writeComparisonSheet(
  session: Session,
  { older, newer, all }: SnapshotComparison,
  words: SheetWords,
): Promise<string> {
  const time = timesOf(session);
  const side = (word: string, { name, at }: ComparedSide): (NewCell | undefined)[] => [
    label(word),
    text(name ?? ''),
    undefined,
    undefined,
    time(at),
  ];
  const ifThere = (value: CellValue | undefined, format: string): NewCell | undefined =>
    value === undefined ? undefined : figure(value, format);
  const changed = ({ difference, older: then, newer: now, format }: Change): number | undefined =>
    difference === undefined && typeof then === 'number' && typeof now === 'number' && !showsMoment(format)
      ? now - then
      : undefined;
  return writeTable(session, {
    name: [older, newer].map(({ name }) => name ?? words.now).join(' – '),
    facts: [side(words.then, older), side(words.now, newer), [note(words.plain)]],
    rows: all.filter(isFilled),
    columns: [
      ...aboutColumns<Change>(words),
      [words.then, 20, ({ older: then, format }) => ifThere(then, format), 'right'],
      [words.now, 20, ({ newer: now, format }) => ifThere(now, format), 'right'],
      [words.change, 18, (one) => ifThere(changed(one), one.format), 'right'],
      ['%', 10, (one) => ifThere(changed(one) === undefined ? undefined : one.change, '0.00%'), 'right'],
      [
        words.remark,
        40,
        (one) =>
          text(one.older === undefined ? words.isNew : one.newer === undefined ? words.isGone : words.difference(one)),
      ],
    ],
  });
}

/** Beside a blank name a list has blank cells, then and now. */
const isFilled = ({ older, newer, difference }: Change): boolean =>
  difference !== undefined || [older, newer].some((value) => value !== undefined && value !== '');

/** The subject of a row. */
type About = Ranked & Pick<Change, 'label' | 'symbol' | 'field'>;

type SheetColumn<Row> = readonly [
  heading: string,
  width: number,
  cellOf: (row: Row) => NewCell | undefined,
  /** Number format of the row. */
  align?: 'right',
];

const aboutColumns = <Row extends About>(words: SheetWords): SheetColumn<Row>[] => [
  [words.cell, 20, ({ block }) => text(a1WithSheet(block))],
  [words.label, 30, (row) => text(row.label)],
  [words.symbol, 14, ({ symbol }) => text(symbol)],
  [words.field, 12, ({ field }) => text(field)],
];

interface PlainTable<Row> {
  readonly name: string;
  /** Between the title and the headings. */
  readonly facts: readonly (readonly (NewCell | undefined)[])[];
  readonly rows: readonly Row[];
  readonly columns: readonly SheetColumn<Row>[];
}

async function writeTable<Row extends About>(
  { host: { workbook } }: Session,
  { name, facts, rows, columns }: PlainTable<Row>,
): Promise<string> {
  if (rows.length > MAX_ROWS)
    throw new Error(`The table would have ${rows.length} rows: a sheet is written for at most ${MAX_ROWS} cells`);
  const first = facts.length + 3;
  const letter = columnName(columns.length - 1);
  const { sheets } = await workbook.outline();
  return workbook.addSheet({
    // A time of day as the name: "17.00".
    name: name.replaceAll(':', '.'),
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
      columns.map(([value, , , align]): NewCell => ({ value, style: 'heading', ...(align && { align }) })),
      ...inReadingOrder(rows, sheets).map((row) => columns.map(([, , cell]) => cell(row))),
    ],
  });
}

interface Line extends About, Pick<KeptCell, 'formula' | 'isTimeUnknown'> {
  readonly value: CellValue;
  readonly format: string;
  readonly pricedAt: number | undefined;
  /** Whether the price's time is that of the oldest of several. */
  readonly isOldest: boolean;
  readonly readAt: number | null;
  readonly isMarked: boolean;
}

/** Each kept value, without headings and blanks. */
const linesOf = ({ parts }: PlacedSnapshot, system: DateSystem): Line[] =>
  parts.flatMap(({ cells, isMarked }) =>
    cells.flatMap((kept) => {
      const subjectOf = subjectsOf(kept);
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
              block: cellOf(kept.cell.sheet, kept.cell.row + down, kept.cell.column + across),
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
/** Without the colour of an alert: a change is no level. */
const figure = (value: string | number | boolean, format: string): NewCell => ({
  value,
  align: 'right',
  ...(format === 'General' || typeof value !== 'number' ? {} : { format: withoutMarks(format) ?? format }),
});
