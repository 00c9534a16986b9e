import { Emitter, isRecord } from '../../core/basics';
import {
  hasCrossed,
  hasMarks,
  hasLevelMark,
  type LevelMark,
  markedFormat,
  sideOf,
  withoutMark,
  withoutMarks,
} from '../../core/level';
import type { Block } from '../../core/sheet';
import { Queue } from '../../core/waiting';
import { RecalculationMonitor } from '../recalculation-monitor';
import type { CellContent } from '../host';
import type { Session } from '../session';
import { readBlocks, readCell, withoutBlocks } from './block-contents';
import { isSameCell } from './cells';
import { newId, readContent, writeContent } from './ledger';

const NAMESPACE = 'urn:md-for-excel:alerts';

/** Prefix of the hidden names by which the cells are found after rows have moved. */
const ALERT_NAME_PREFIX = 'MD_alert_';

/** `from` is where the cell's value was when the alert was set. */
interface KeptAlert extends LevelMark {
  /** The cell's own number format before it had any colour of ours, with them, and the one that it showed before. */
  readonly formats?: readonly [before: string, coloured: string, shown?: string] | undefined;
  /** When the value crossed the level, in ms since 1970, and the value then. It is reported once. */
  readonly crossed?: { readonly at: number; readonly value: number } | undefined;
}

/** A cell whose user is told when its value reaches a level. */
export interface Alert extends KeptAlert {
  readonly id: string;
  readonly cell: Block;
  /** What the cell contains now. */
  readonly content: CellContent;
}

/** Whether the cell has an alert's colour. */
const isColoured = (alert: Alert): boolean => alert.formats !== undefined && hasLevelMark(alert.content.format, alert);

/** Whether Undo or the user has removed the colour from the cell: while it is gone, so is the alert. */
const isOver = (alert: Alert): boolean => {
  const { format, ownFormat = format } = alert.content;
  return alert.formats !== undefined && !isColoured(alert) && (ownFormat === alert.formats[0] || hasMarks(format));
};

/** What the cell's number format becomes without one of its alerts. */
function formatWithout(format: string, alert: KeptAlert): string {
  const [before = format, , shown = before] = alert.formats ?? [];
  const left = withoutMark(format, alert, shown);
  return left === shown ? before : left;
}

const nameOf = ({ id }: Pick<Alert, 'id'>): string => `${ALERT_NAME_PREFIX}${id}`;

/** Events within this time are handled together, once the spreadsheet shows the values. */
const QUIET_MS = 500;

/** The alerts of the open workbook, judged after each recalculation, request and change of the selection. */
export class Alerts extends Emitter {
  /** In the order in which they were set; every change creates a new list. */
  all: readonly Alert[] = [];
  #kept: Readonly<Record<string, KeptAlert>> | undefined;
  /**
   * Every alert of this session, where it was last, by id. Undo and Redo restore the colours of cells, but not our
   * records, and the workbook has none of what was removed: an alert returns with its colour.
   */
  readonly #seen = new Map<string, Alert>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #queue = new Queue(Promise.resolve());

  constructor(private readonly session: Session) {
    super();
    const { activity, host } = session;
    const soon = (): void => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.judge().catch(() => undefined);
      }, QUIET_MS);
    };
    const again = (): void => {
      this.#kept = undefined;
      soon();
    };
    session.part(RecalculationMonitor).onChange(soon);
    activity.onChange(soon);
    host.workbook.on('selected', soon);
    host.workbook.on('undone', again);
    host.workbook.on('replaced', () => {
      this.#seen.clear();
      again();
    });
    soon();
  }

  /** Reports each alert whose cell has crossed its level. A cell without a number stays on its side. */
  judge(): Promise<void> {
    return this.#queue.run(async () => {
      const all = await this.#read();
      const at = this.session.now();
      const judged = all.map((alert): Alert => {
        const { value } = alert.content;
        return alert.crossed === undefined && typeof value === 'number' && hasCrossed(value, alert.level, alert.from)
          ? { ...alert, crossed: { at, value } }
          : alert;
      });
      const hasNews = judged.some((alert, index) => alert !== all[index]);
      if (hasNews) await this.#write(judged);
      this.#show(judged);
      if (hasNews) this.session.host.showPane?.();
    });
  }

  /**
   * Sets an alert, and colours the cell from the level on. The same one is not set twice; one that was crossed waits
   * again. Returns its id, undefined if the cell has no number, or exactly the level.
   */
  add(cell: Block, level: number): Promise<string | undefined> {
    const { workbook } = this.session.host;
    return this.#queue.run(async () => {
      this.#kept = undefined;
      const all = await this.#read();
      const content = await readCell(workbook, cell);
      const from = sideOf(content.value, level);
      if (!from) return undefined;
      const here = all.filter((one) => isSameCell(one.cell, cell));
      const same = here.find((one) => one.level === level && one.from === from);
      const replaced = here.filter((one) => one.level === level && one !== same);
      const other = here.find(isColoured);
      // With decimals that were chosen since. The copy of a sheet has its marks, and none of its alerts.
      const unmarked = withoutMarks(content.format);
      const plain = unmarked ?? content.format;
      const before = other?.formats?.[0] ?? unmarked ?? content.ownFormat ?? plain;
      const shown = other?.formats?.[2] ?? other?.formats?.[0] ?? plain;
      const marks = [
        ...here.filter((one) => isColoured(one) && one !== same && !replaced.includes(one)),
        { level, from },
      ];
      const coloured = markedFormat(plain, marks);
      const formats = coloured === undefined ? undefined : ([before, coloured, shown] as const);
      const format = coloured ?? replaced.reduce(formatWithout, content.format);
      const id = same?.id ?? newId(this.session.now());
      const added: Alert = { level, from, formats, id, cell, content: { ...content, format } };
      const left = [...all.filter((one) => one !== same && !replaced.includes(one)), added];
      await workbook.asOneStep(async () => {
        if (!same) await workbook.track([{ name: nameOf(added), blocks: [cell] }]);
        this.#seen.set(id, added);
        await this.#write(left, replaced);
        if (format !== content.format) await workbook.write([{ block: cell, cells: [[{ format }]] }]);
      });
      this.#show(left);
      return id;
    });
  }

  /** Takes back all that setting it wrote, and gives the cell its number format back unless another was chosen since. */
  remove({ id }: Alert): Promise<void> {
    const { workbook } = this.session.host;
    return this.#queue.run(async () => {
      this.#kept = undefined;
      const all = await this.#read();
      const own = all.find((one) => one.id === id);
      const left = all.filter((one) => one !== own);
      if (own)
        await workbook.asOneStep(async () => {
          await this.#write(left, [own]);
          if (!isColoured(own)) return;
          await workbook.write([{ block: own.cell, cells: [[{ format: formatWithout(own.content.format, own) }]] }]);
        });
      this.#show(left);
    });
  }

  #show(all: readonly Alert[]): void {
    const isSame = all.length === 0 && this.all.length === 0;
    this.all = all;
    if (!isSame) this.emitChange();
  }

  /**
   * The alerts whose cells still exist and have their colour. The workbook then has no other: the records of those that
   * have ended are removed, and those of alerts that Undo has brought back are written again.
   */
  async #read(): Promise<readonly Alert[]> {
    const { workbook } = this.session.host;
    // Names take long to read in a workbook with thousands of them.
    if (this.#kept && Object.keys(this.#kept).length + this.#seen.size === 0) return [];
    const tracked = await workbook.tracked(ALERT_NAME_PREFIX);
    // Somebody else may have set one.
    const isKnown =
      this.#kept && [...tracked.keys()].every((name) => name.slice(ALERT_NAME_PREFIX.length) in this.#kept!);
    if (!isKnown) this.#kept = keptIn(await readContent(workbook, NAMESPACE));
    const kept = Object.entries(this.#kept!).map(([id, alert]) => ({
      ...alert,
      id,
      cell: tracked.get(nameOf({ id }))?.[0],
    }));
    const found = await this.#withContents(kept.flatMap(({ cell, ...one }) => (cell ? [{ ...one, cell }] : [])));
    const present = found.filter((one) => !isOver(one));
    const gone = [...this.#seen.values()].filter(({ id }) => !kept.some((one) => one.id === id));
    const isAgain = (one: Alert): boolean =>
      isColoured(one) && !present.some((other) => isSameCell(other.cell, one.cell) && isSameMark(other, one));
    const again = (await this.#withContents(gone)).filter(isAgain);
    const all = [...present, ...again];
    // The name of one that somebody else has just set may come later than its record.
    const ended = kept.filter((one) => tracked.has(nameOf(one)) && !all.some(({ id }) => id === one.id));
    for (const one of [...found, ...again]) this.#seen.set(one.id, one);
    if (again.length > 0) await workbook.track(again.map((one) => ({ name: nameOf(one), blocks: [one.cell] })));
    if (ended.length + again.length > 0) await this.#write(all, ended);
    return all;
  }

  async #withContents(all: readonly Omit<Alert, 'content'>[]): Promise<readonly Alert[]> {
    const { workbook } = this.session.host;
    if (all.length === 0) return [];
    // A sheet may be gone.
    const { sheets } = await workbook.outline();
    const there = all.filter(({ cell }) => sheets.includes(cell.sheet));
    const contents = await readBlocks(workbook, there, ({ cell }) => cell);
    return there.map((one): Alert => ({ ...one, content: contents.get(one)![0]![0]! }));
  }

  async #write(all: readonly Alert[], ended: readonly Pick<Alert, 'id'>[] = []): Promise<void> {
    const { workbook } = this.session.host;
    const kept = Object.fromEntries(
      all.map(({ id, level, from, formats, crossed }) => [id, { level, from, formats, crossed }]),
    );
    await writeContent(workbook, NAMESPACE, all.length === 0 ? undefined : kept);
    if (ended.length > 0) await workbook.track(withoutBlocks(ended.map(nameOf)));
    this.#kept = kept;
  }
}

const isSameMark = (one: LevelMark, other: LevelMark): boolean => one.level === other.level && one.from === other.from;

const keptIn = (content: unknown): Readonly<Record<string, KeptAlert>> =>
  isRecord(content)
    ? (Object.fromEntries(
        Object.entries(content).filter(([, one]) => isRecord(one) && typeof one.level === 'number'),
      ) as Readonly<Record<string, KeptAlert>>)
    : {};
