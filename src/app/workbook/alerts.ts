import { Emitter, isRecord } from '../../core/basics';
import { colouredBeyond, hasCrossed, type LevelSide, sideOf } from '../../core/level';
import { type Block, cellOf } from '../../core/sheet';
import { Queue } from '../../core/long-work';
import { RecalculationMonitor } from '../recalculation-monitor';
import type { CellContent } from '../host';
import type { Session } from '../session';
import { readBlocks, readCell, withoutBlocks } from './block-contents';
import { readContent, writeContent } from './kept-content';
import { newId } from './ledger';

const NAMESPACE = 'urn:md-for-excel:alerts';

/** Prefix of the hidden names by which the cells are found after rows have moved. */
const ALERT_NAME_PREFIX = 'MD_alert_';

interface KeptAlert {
  readonly level: number;
  /** Where the cell's value was when the alert was set. */
  readonly from: LevelSide;
  /** The cell's number format before, and with the colour. */
  readonly formats?: readonly [before: string, coloured: string] | undefined;
  /** When the value crossed the level, in ms since 1970, and the value then. It is reported once. */
  readonly crossed?: { readonly at: number; readonly value: number } | undefined;
}

/** A cell whose user is told when its value reaches a level. */
export interface Alert extends KeptAlert {
  readonly id: string;
  readonly cell: Block;
}

/** An alert with its cell's current value. */
interface FoundAlert extends Alert {
  readonly content: CellContent;
}

/**
 * Whether the colour was removed from the cell, by Undo or together with the alert: Undo in Excel restores formats, but
 * not our records. While the colour is gone, so is the alert.
 */
const isOver = ({ formats, content }: FoundAlert): boolean => formats !== undefined && content.format === formats[0];

/** Events within this time are handled together, once the spreadsheet shows the values. */
const QUIET_MS = 500;

/** The alerts of the open workbook, judged after each recalculation, request and change of the selection. */
export class Alerts extends Emitter {
  /** In the order in which they were set; every change creates a new list. */
  all: readonly Alert[] = [];
  #kept: Readonly<Record<string, KeptAlert>> | undefined;
  /** The alerts whose colour this page has seen: Undo or Redo may restore it. */
  readonly #seen = new Set<string>();
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
    host.workbook.on('replaced', again);
    soon();
  }

  /** Reports each alert whose cell has crossed its level. A cell without a number stays on its side. */
  judge(): Promise<void> {
    return this.#queue.run(async () => {
      const all = await this.#read();
      const at = this.session.now();
      const judged = all.map((alert): FoundAlert => {
        const { value } = alert.content;
        return alert.crossed === undefined && typeof value === 'number' && hasCrossed(value, alert.level, alert.from)
          ? { ...alert, crossed: { at, value } }
          : alert;
      });
      if (judged.some((alert, index) => alert !== all[index])) await this.#write(judged);
      if (judged.length > 0 || this.all.length > 0) this.#show(judged);
    });
  }

  /** Sets an alert, and colours the cell from the level on. False if the cell has no number, or exactly the level. */
  async add(target: Block, level: number): Promise<boolean> {
    const { workbook } = this.session.host;
    const cell = cellOf(target.sheet, target.row, target.column);
    const content = await readCell(workbook, cell);
    const from = sideOf(content.value, level);
    if (!from) return false;
    const coloured = colouredBeyond(content.format, level, from);
    const formats = coloured === undefined ? undefined : ([content.format, coloured] as const);
    const id = newId(this.session.now());
    await this.#queue.run(async () => {
      const all = await this.#read();
      const added = [...all, { level, from, formats, id, cell, content: { ...content, format: coloured ?? '' } }];
      this.#seen.add(id);
      await workbook.asOneStep(async () => {
        await workbook.track([{ name: `${ALERT_NAME_PREFIX}${id}`, blocks: [cell] }]);
        await this.#write(added);
        if (coloured !== undefined) await workbook.write([{ block: cell, cells: [[{ format: coloured }]] }]);
      });
      this.#show(added);
    });
    return true;
  }

  /**
   * Restores the cell's number format, unless somebody has chosen another since. An alert ends with its colour and
   * returns if Undo restores the colour; only an alert without a colour is forgotten at once.
   */
  remove({ id, cell, formats }: Alert): Promise<void> {
    const { workbook } = this.session.host;
    const [before, coloured] = formats ?? [];
    return this.#queue.run(async () => {
      const all = await this.#read();
      const left = all.filter((one) => one.id !== id);
      const { format } = await readCell(workbook, cell);
      await workbook.asOneStep(async () => {
        if (before !== undefined && format === coloured) {
          await workbook.write([{ block: cell, cells: [[{ format: before }]] }]);
          return;
        }
        await this.#write(left);
        await workbook.track(withoutBlocks([`${ALERT_NAME_PREFIX}${id}`]));
      });
      this.#show(left);
    });
  }

  #show(all: readonly FoundAlert[]): void {
    this.all = all.filter((one) => !isOver(one));
    this.emitChange();
  }

  /** The alerts whose cells still exist. */
  async #read(): Promise<readonly FoundAlert[]> {
    const { workbook } = this.session.host;
    this.#kept ??= keptIn(await readContent(workbook, NAMESPACE));
    const kept = Object.entries(this.#kept);
    if (kept.length === 0) return [];
    const tracked = await workbook.tracked(ALERT_NAME_PREFIX);
    const all = kept.flatMap(([id, alert]) => {
      const [cell] = tracked.get(`${ALERT_NAME_PREFIX}${id}`) ?? [];
      return cell ? [{ ...alert, id, cell }] : [];
    });
    const contents = await readBlocks(workbook, all, ({ cell }) => cell);
    const found = all.map((one): FoundAlert => ({ ...one, content: contents.get(one)![0]![0]! }));
    for (const one of found) if (!isOver(one)) this.#seen.add(one.id);
    return found;
  }

  async #write(all: readonly FoundAlert[]): Promise<void> {
    const { workbook } = this.session.host;
    const [left, forgotten] = [true, false].map((isKept) =>
      all.filter((one) => (!isOver(one) || this.#seen.has(one.id)) === isKept),
    ) as [FoundAlert[], FoundAlert[]];
    const kept = Object.fromEntries(
      left.map(({ id, level, from, formats, crossed }) => [id, { level, from, formats, crossed }]),
    );
    await writeContent(workbook, NAMESPACE, left.length === 0 ? undefined : kept);
    if (forgotten.length > 0)
      await workbook.track(withoutBlocks(forgotten.map(({ id }) => `${ALERT_NAME_PREFIX}${id}`)));
    this.#kept = kept;
  }
}

const keptIn = (content: unknown): Readonly<Record<string, KeptAlert>> =>
  isRecord(content)
    ? (Object.fromEntries(
        Object.entries(content).filter(([, one]) => isRecord(one) && typeof one.level === 'number'),
      ) as Readonly<Record<string, KeptAlert>>)
    : {};
