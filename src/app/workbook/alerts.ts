import { Emitter, isRecord } from '../../core/basics';
import { colouredBeyond, hasCrossed, type LevelSide, sideOf } from '../../core/level';
import { type Block, cellOf } from '../../core/sheet';
import { Queue } from '../../core/waiting';
import { RecalculationMonitor } from '../recalculation-monitor';
import type { Session } from '../session';
import { readBlock, readBlocks, withoutBlocks } from './block-contents';
import { readContent, writeContent } from './kept-content';
import { newId } from './ledger';

const NAMESPACE = 'urn:md-for-excel:alerts';

/** Of the hidden names by which the cells are found after rows have moved. */
const ALERT_NAME_PREFIX = 'MD_alert_';

/** What the workbook keeps of an alert. */
interface KeptAlert {
  readonly level: number;
  /** Where the cell's value was when the alert was set. */
  readonly from: LevelSide;
  /** The cell's number format before, and with the colour. */
  readonly formats?: readonly [before: string, coloured: string] | undefined;
  /** When it crossed, in ms since 1970, and the value that it then had. It is told once. */
  readonly crossed?: { readonly at: number; readonly value: number } | undefined;
}

/** A cell to be told of when its value reaches a level from where it is. */
export interface Alert extends KeptAlert {
  readonly id: string;
  readonly cell: Block;
}

/** What happens together is judged together, once the spreadsheet shows the values. */
const QUIET_MS = 500;

/** The alerts of the open workbook, judged after each recalculation, request and change of the selection. */
export class Alerts extends Emitter {
  /** In the order in which they were set; a change is another list. */
  all: readonly Alert[] = [];
  #kept: Readonly<Record<string, KeptAlert>> | undefined;
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

  /** Tells of each alert whose cell has crossed. A cell without a number is where it was. */
  judge(): Promise<void> {
    return this.#queue.run(async () => {
      const all = await this.#read();
      const contents = await readBlocks(this.session.host.workbook, all, ({ cell }) => cell);
      const at = this.session.now();
      const judged = all.map((alert): Alert => {
        const value = contents.get(alert)?.[0]?.[0]?.value;
        return alert.crossed === undefined && typeof value === 'number' && hasCrossed(value, alert.level, alert.from)
          ? { ...alert, crossed: { at, value } }
          : alert;
      });
      if (judged.some((alert, index) => alert !== all[index])) await this.#write(judged);
      if (judged.length > 0 || this.all.length > 0) this.#show(judged);
    });
  }

  /** Sets an alert, and colours the cell from the level on. False if the cell has no number beside the level. */
  async add(target: Block, level: number): Promise<boolean> {
    const { workbook } = this.session.host;
    const cell = cellOf(target.sheet, target.row, target.column);
    const [[content] = []] = await readBlock(workbook, cell);
    const from = sideOf(content?.value, level);
    if (!content || !from) return false;
    const coloured = colouredBeyond(content.format, level, from);
    const alert: KeptAlert = { level, from, ...(coloured && { formats: [content.format, coloured] }) };
    const id = newId(this.session.now());
    await this.#queue.run(async () => {
      const all = await this.#read();
      await workbook.asOneStep(async () => {
        await workbook.track([{ name: `${ALERT_NAME_PREFIX}${id}`, blocks: [cell] }]);
        await this.#write([...all, { ...alert, id, cell }]);
        if (coloured !== undefined) await workbook.write([{ block: cell, cells: [[{ format: coloured }]] }]);
      });
      this.#show([...all, { ...alert, id, cell }]);
    });
    return true;
  }

  /** Gives the cell its number format back, unless somebody has chosen another since. */
  remove(alert: Alert): Promise<void> {
    const { workbook } = this.session.host;
    return this.#queue.run(async () => {
      const all = await this.#read();
      const [[content] = []] = await readBlock(workbook, alert.cell);
      const [before, coloured] = alert.formats ?? [];
      await workbook.asOneStep(async () => {
        if (before !== undefined && content?.format === coloured)
          await workbook.write([{ block: alert.cell, cells: [[{ format: before }]] }]);
        await this.#write(all.filter(({ id }) => id !== alert.id));
        await workbook.track(withoutBlocks([`${ALERT_NAME_PREFIX}${alert.id}`]));
      });
      this.#show(all.filter(({ id }) => id !== alert.id));
    });
  }

  #show(all: readonly Alert[]): void {
    this.all = all;
    this.emitChange();
  }

  /** Those whose cells still exist. */
  async #read(): Promise<readonly Alert[]> {
    const { workbook } = this.session.host;
    this.#kept ??= keptIn(await readContent(workbook, NAMESPACE));
    const kept = Object.entries(this.#kept);
    if (kept.length === 0) return [];
    const tracked = await workbook.tracked(ALERT_NAME_PREFIX);
    return kept.flatMap(([id, alert]) => {
      const [cell] = tracked.get(`${ALERT_NAME_PREFIX}${id}`) ?? [];
      return cell ? [{ ...alert, id, cell }] : [];
    });
  }

  async #write(all: readonly Alert[]): Promise<void> {
    const kept = Object.fromEntries(
      all.map(({ id, level, from, formats, crossed }) => [id, { level, from, formats, crossed }]),
    );
    await writeContent(this.session.host.workbook, NAMESPACE, all.length === 0 ? undefined : kept);
    this.#kept = kept;
  }
}

const keptIn = (content: unknown): Readonly<Record<string, KeptAlert>> =>
  isRecord(content)
    ? (Object.fromEntries(
        Object.entries(content).filter(([, one]) => isRecord(one) && typeof one.level === 'number'),
      ) as Readonly<Record<string, KeptAlert>>)
    : {};
