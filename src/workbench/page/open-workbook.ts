import {
  CommandType,
  type ICellData,
  type ICommandInfo,
  type IExecutionOptions,
  type IRange,
  IResourceManagerService,
  type IWorkbookData,
  type IWorksheetData,
  ObjectMatrix,
} from '@univerjs/core';
import { ErrorType } from '@univerjs/preset-sheets-core';
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';
import type { Attachments } from '../engine/attachments';
import { keepFilled, keepFormats, keptResultFormat, ownLook } from '../engine/cell-contents';
import { sampleModel } from '../sheet/sample-model';
import { FILTERS, type Spreadsheet } from '../sheet/spreadsheet';
import { moved } from '../xlsx/formulas';
import { Emitter } from '../../core/basics';
import { Pauses } from '../../core/pauses';

interface SnapshotSource {
  readonly sheet: Spreadsheet;
  readonly attachments: Attachments;
}

/**
 * The workbook on the screen: replaces it with another, knows about unsaved changes, and remembers it between visits.
 */
export class OpenWorkbook extends Emitter {
  #isUnsaved = false;
  #isDue = false;
  #isStored = true;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRefused = false;
  #rememberingMs = 0;
  /** How often it was stored. */
  #times = 0;

  /** @param onRefusal called once, when the browser cannot keep the workbook */
  constructor(
    private readonly source: SnapshotSource,
    private readonly memory: WorkbookMemory,
    private readonly onRefusal: () => void,
  ) {
    super();
    source.sheet.commands.onCommandExecuted((command, options) => {
      if (isChange(command, options)) this.noteChange();
    });
  }

  get name(): string {
    return this.source.sheet.workbook.name;
  }

  /** Whether it has changes that are not in a file. */
  get isUnsaved(): boolean {
    return this.#isUnsaved;
  }

  /** Shows the workbook of the last visit, or the sample. Returns a sentence if the last one is lost. */
  async restore(): Promise<string | undefined> {
    try {
      const remembered = await this.memory.lastVisit;
      if (remembered) await this.show(remembered.data, remembered.isUnsaved);
      else await this.show(sampleModel());
      return undefined;
    } catch (error) {
      console.info('The remembered workbook cannot be used', error);
      await this.show(sampleModel());
      // Another version may read it. Only what the user does may take its place.
      this.#isDue = false;
      this.#setStored(true);
      return 'The workbook of your last visit could not be read. The sample model is open instead.';
    }
  }

  async show(data: Partial<IWorkbookData>, isUnsaved = false): Promise<void> {
    // A workbook without its filters is better than none.
    if (hasFilters(data)) await addFilters(this.source.sheet).catch(console.error);
    // A new id, so that pending answers for the previous workbook cannot arrive in this one.
    this.source.sheet.openWorkbook({ ...data, id: crypto.randomUUID() });
    this.#set(isUnsaved);
  }

  /** The other workbooks that this browser keeps, the newest first. */
  async others(): Promise<KeptWorkbook[]> {
    return (await this.memory.listWorkbooks()).filter(({ place }) => place !== this.memory.place);
  }

  /** Shows a kept workbook; the present one stays kept. Returns whether it is free: another tab may have it open. */
  async showKept(place: string): Promise<boolean> {
    await this.#remember(this.#remembered());
    const kept = await this.memory.goTo(place);
    if (kept) await this.show(kept.data, kept.isUnsaved);
    return kept !== undefined;
  }

  /** Keeps the present workbook beside the next one. */
  async keepBeside(): Promise<void> {
    await this.#remember(this.#remembered());
    await this.memory.goTo(crypto.randomUUID());
  }

  rename(name: string): void {
    this.source.sheet.workbook.setName(name);
    this.noteChange();
  }

  noteChange(): void {
    this.#set(true);
  }

  /** Stores it again, though nothing was changed that belongs into a file. */
  rememberLater(): void {
    this.#set(this.#isUnsaved);
  }

  noteSaved(): void {
    this.#set(false);
  }

  /** Stores what is not stored yet, as the page may end before a moment has passed. */
  rememberAtOnce(): void {
    if (this.#isStored) return;
    const remembered = this.#remembered();
    this.memory.leaveCopy(remembered);
    // What is being put together is no longer waited for.
    this.#isDue = true;
    void this.#remember(remembered);
  }

  #remembered(): RememberedWorkbook {
    return { data: workbookDataOf(this.source), isUnsaved: this.#isUnsaved };
  }

  /**
   * What the browser refuses is stored with the next change.
   *
   * @param whole undefined has it put together in turns
   */
  async #remember(whole?: RememberedWorkbook): Promise<void> {
    if (!this.#isDue) return;
    this.#isDue = false;
    clearTimeout(this.#timer);
    const time = ++this.#times;
    const isPassed = (): boolean => this.#isDue || time !== this.#times;
    try {
      const remembered = whole ?? (await inTexts(this.source, this.#isUnsaved));
      // What changes meanwhile is stored with that change.
      if (isPassed()) return;
      await this.memory.writeWorkbook(remembered);
    } catch (error) {
      console.info('The workbook cannot be remembered', error);
      this.#isDue = true;
      if (!this.#isRefused) this.onRefusal();
      this.#isRefused = true;
      return;
    }
    // A change in the meantime is stored separately.
    this.#setStored(!this.#isDue);
  }

  #setStored(isStored: boolean): void {
    this.#isStored = isStored;
    // Tells tests when the page may be closed.
    document.body.dataset.remembered = String(isStored);
  }

  #set(isUnsaved: boolean): void {
    this.#isUnsaved = isUnsaved;
    this.#setStored(false);
    this.#isDue = true;
    clearTimeout(this.#timer);
    // It takes its time to put a large workbook together.
    const afterMs = Math.max(REMEMBER_AFTER_MS, REST * this.#rememberingMs);
    this.#timer = setTimeout(() => {
      const startedMs = performance.now();
      void this.#remember().then(() => {
        this.#rememberingMs = performance.now() - startedMs;
      });
    }, afterMs);
    this.emitChange();
  }
}

const hasFilters = ({ resources = [] }: Partial<IWorkbookData>): boolean =>
  resources.some(({ name, data }) => name === FILTERS && !['', '{}'].includes(data));

async function addFilters(sheet: Spreadsheet): Promise<void> {
  const filters = await import('./filter');
  filters.addFilters(sheet);
}

const REMEMBER_AFTER_MS = 400;
/** It waits at least this many times as long as storing takes. */
const REST = 10;

/** Mutations that do not affect what is saved. */
const NOT_SAVED =
  /^formula\.mutation\.set-(?!defined-name)|^sheet\.mutation\.(?:set-worksheet-(?:row-auto-height|(?:row|column)-count)|mark-dirty)/;

export const isChange = ({ type, id }: ICommandInfo, options?: IExecutionOptions): boolean =>
  type === CommandType.MUTATION &&
  !options?.fromFormula &&
  /^(?:sheet|formula)\.mutation\./.test(id) &&
  !NOT_SAVED.test(id);

/**
 * The open workbook as data, with names and attachments. Number formats from formula results are left out: opening the
 * workbook calculates them again.
 */
function workbookDataOf({ sheet, attachments }: SnapshotSource, cellsOf = withoutResults): IWorkbookData {
  const { workbook } = sheet;
  const shown = workbook.getActiveSheet().getSheetId();
  const data = workbook.getSnapshot();
  const sheets = { ...data.sheets };
  for (const [id, one] of Object.entries(sheets)) sheets[id] = { ...one, cellData: cellsOf(sheet, id, one.cellData) };
  const resources = sheet.serviceOf(IResourceManagerService).getResources(workbook.getUnitId(), workbook.type);
  return { ...data, sheets, resources, custom: { ...attachments.save(), shown } };
}

/**
 * The open workbook with its cells as texts, of some rows each, put together in turns: the page answers nobody while the
 * browser copies 300,000 cells, and copies texts at once.
 */
async function inTexts(source: SnapshotSource, isUnsaved: boolean): Promise<RememberedWorkbook> {
  const data = workbookDataOf(source, () => ({}));
  const pauses = new Pauses(1);
  const cells: Record<string, string[]> = {};
  for (const [id, { cellData = {} }] of Object.entries(source.sheet.workbook.getSnapshot().sheets)) {
    let rows: typeof cellData = {};
    cells[id] = [];
    for (const row of Object.keys(cellData).map(Number)) {
      Object.assign(rows, withoutResults(source.sheet, id, { [row]: cellData[row]! }));
      if (!pauses.isDue) continue;
      cells[id].push(JSON.stringify(rows));
      rows = {};
      await pauses.take();
    }
    cells[id].push(JSON.stringify(rows));
  }
  return { data, isUnsaved, cells };
}

/**
 * The workbook that was stored in this way, with its cells.
 *
 * @internal
 */
export function withCells({ cells = {}, ...remembered }: RememberedWorkbook): RememberedWorkbook {
  const sheets = remembered.data.sheets!;
  for (const [id, texts] of Object.entries(cells))
    sheets[id]!.cellData = Object.assign(
      {},
      ...texts.map((text) => JSON.parse(text) as object),
    ) as IWorksheetData['cellData'];
  for (const { cellData } of Object.values(sheets)) giveOwnFormulas(cellData);
  return remembered;
}

/** Of cells that were filled with one formula, earlier versions stored it in the first alone, and its name in all. */
function giveOwnFormulas(cellData: IWorksheetData['cellData'] = {}): void {
  const cells = new ObjectMatrix<ICellData>(cellData);
  const firsts = new Map<string, { readonly f: string; readonly row: number; readonly column: number }>();
  cells.forValue((row, column, { si, f }) => {
    if (si && f) firsts.set(si, { f, row, column });
  });
  cells.forValue((row, column, cell) => {
    const first = firsts.get(cell.si ?? '');
    if (first) Object.assign(cell, { f: moved(first.f, row - first.row, column - first.column), si: null });
  });
}

/** Cells without results are shared with the workbook: storing copies them, and the engine's own copy takes its time. */
function withoutResults(
  sheet: Spreadsheet,
  sheetId: string,
  cellData: IWorksheetData['cellData'] = {},
): IWorksheetData['cellData'] {
  const copy = new ObjectMatrix<ICellData>();
  const filled = sheet.formulas.getArrayFormulaRange()[sheet.workbook.getUnitId()]?.[sheetId];
  new ObjectMatrix<ICellData>(cellData).forValue((row, column, cell) => {
    copy.setValue(row, column, cell.f ? withoutResult(sheet, cell, filled?.[row]?.[column]) : cell);
  });
  return copy.getMatrix();
}

function withoutResult(sheet: Spreadsheet, cell: ICellData, filled?: IRange | null): ICellData {
  const { v: _value, t: _type, ...own } = cell;
  if (keptResultFormat(cell) !== undefined) own.s = ownLook(sheet, cell);
  keepFormats(own, {});
  keepFilled(own, cell.v === ErrorType.SPILL ? null : filled);
  return own;
}

/** Increased when the stored data changes its format: what is of another version is not read. The first had no texts. */
const [FIRST_VERSION, VERSION] = [1, 2];
const DATABASE = 'md-workbench';
const STORE = 'workbook';

interface WorkbookSchema extends DBSchema {
  [STORE]: { key: string; value: unknown };
}

/** As far as a transaction of either mode has it. */
type WorkbookStore = IDBPObjectStore<WorkbookSchema, [typeof STORE], typeof STORE, 'readwrite'>;

/** The place of the first workbook in this browser, and where a tab notes the place of its own. */
const [FIRST_PLACE, OWN_PLACE] = ['open', 'md-workbench:place'];
const COPY = 'md-workbench:copy';
const MAX_LEAVING_MS = 3_000;

/** The open workbook, as stored between visits. */
interface RememberedWorkbook {
  readonly data: Partial<IWorkbookData>;
  readonly isUnsaved: boolean;
  /** Its cells as texts, by the ids of their sheets. */
  readonly cells?: Readonly<Record<string, readonly string[]>>;
  /** When it was stored, in milliseconds since 1970. */
  readonly at?: number;
}

export interface KeptWorkbook {
  readonly place: string;
  readonly name: string;
  readonly at: number;
}

/**
 * Keeps workbooks in the browser's database, each tab one in a place of its own. What a page writes there while it ends
 * is sometimes lost, so a page that ends leaves a copy in the browser's storage, which is written at once. The copy is
 * the newest workbook for as long as it is there.
 */
export class WorkbookMemory {
  #place = FIRST_PLACE;
  #leave: () => void = () => undefined;
  #writes = 0;
  #database: Promise<IDBPDatabase<WorkbookSchema>> | undefined;
  /** The workbook of the last visit; undefined if there is none. Rejects if its data cannot be used. */
  readonly lastVisit: Promise<RememberedWorkbook | undefined>;

  /**
   * Reads at once, beside the start of the engine.
   *
   * @param tab what this tab alone keeps
   */
  constructor(
    private readonly storage: Storage,
    private readonly tab: Storage,
  ) {
    this.lastVisit = this.#enterFreePlace().then(() => this.#read());
    this.lastVisit.catch(() => undefined);
  }

  get place(): string {
    return this.#place;
  }

  async listWorkbooks(): Promise<KeptWorkbook[]> {
    const [places, workbooks] = await Promise.all([
      this.#run('readonly', (store) => store.getAllKeys()),
      this.#run('readonly', (store) => store.getAll()),
    ]);
    return workbooks
      .flatMap((kept, index) =>
        isRemembered(kept) ? [{ place: places[index]!, name: kept.data.name ?? '', at: kept.at ?? 0 }] : [],
      )
      .sort((a, b) => b.at - a.at);
  }

  /** Works from now on with another place; returns what is there. Undefined, and no change, if another tab is there. */
  async goTo(place: string): Promise<RememberedWorkbook | undefined> {
    return (await this.#enter(place)) ? this.#read() : undefined;
  }

  /** This tab's own place, the newest one that no other tab has, or a new one. */
  async #enterFreePlace(): Promise<void> {
    const own = this.tab.getItem(OWN_PLACE);
    // A page that is loaded again leaves it in a moment; a tab that was duplicated stays there.
    if (own !== null && (await this.#enter(own, { signal: AbortSignal.timeout(MAX_LEAVING_MS) }))) return;
    const kept = await this.listWorkbooks().catch(() => []);
    for (const place of [...kept.map((one) => one.place), ...(kept.length > 0 ? [] : [FIRST_PLACE])])
      if (await this.#enter(place)) return;
    await this.#enter(crypto.randomUUID());
  }

  /** Returns whether no other tab is there. A browser that has no locks is believed to have one tab. */
  #enter(place: string, options: LockOptions = { ifAvailable: true }): Promise<boolean> {
    return new Promise((resolve) => {
      const enter = (): void => {
        this.#leave();
        this.#place = place;
        this.tab.setItem(OWN_PLACE, place);
        resolve(true);
      };
      if (!('locks' in navigator)) enter();
      else
        navigator.locks
          .request(`${DATABASE}:${place}`, options, (lock) => {
            if (!lock) throw new Error('Another tab is there');
            return new Promise<void>((leave) => {
              enter();
              this.#leave = leave;
            });
          })
          .catch(() => resolve(false));
    });
  }

  async #read(): Promise<RememberedWorkbook | undefined> {
    const kept: unknown = this.#copy() ?? (await this.#run('readonly', (store) => store.get(this.#place)));
    if (kept === undefined) return undefined;
    if (isRemembered(kept)) return withCells(kept);
    throw new TypeError('The remembered workbook is of another version');
  }

  get #copyName(): string {
    return this.#place === FIRST_PLACE ? COPY : `${COPY}:${this.#place}`;
  }

  #copy(): unknown {
    try {
      return JSON.parse(this.storage.getItem(this.#copyName) ?? 'null');
    } catch {
      return undefined;
    }
  }

  async writeWorkbook(remembered: RememberedWorkbook): Promise<void> {
    const write = ++this.#writes;
    await this.#run('readwrite', (store) =>
      store.put({ version: VERSION, at: Date.now(), ...remembered }, this.#place),
    );
    // An earlier write says nothing about a copy that was left after it.
    if (write === this.#writes) this.#forgetCopy();
  }

  /** Leaves a copy for the next visit, before this call returns. A workbook that is too large for it is left out. */
  leaveCopy(remembered: RememberedWorkbook): void {
    // The running write is that of an earlier workbook.
    this.#writes++;
    try {
      this.storage.setItem(this.#copyName, JSON.stringify({ version: VERSION, ...remembered }));
    } catch {
      this.#forgetCopy();
    }
  }

  #forgetCopy(): void {
    try {
      this.storage.removeItem(this.#copyName);
    } catch {
      // A browser without storage has no copy.
    }
  }

  /** The database stays open and commits at once: a page that is closing waits for neither. */
  async #run<T>(mode: 'readonly' | 'readwrite', act: (store: WorkbookStore) => Promise<T>): Promise<T> {
    this.#database ??= this.#open();
    const transaction = (await this.#database).transaction(STORE, mode);
    const answer = act(transaction.store as unknown as WorkbookStore);
    transaction.commit();
    // A full disk is reported when the transaction ends, not by the request.
    return (await Promise.all([answer, transaction.done]))[0];
  }

  async #open(): Promise<IDBPDatabase<WorkbookSchema>> {
    const forget = (): void => {
      this.#database = undefined;
    };
    try {
      return await openDB<WorkbookSchema>(DATABASE, undefined, {
        upgrade: (database) => void database.createObjectStore(STORE),
        terminated: forget,
      });
    } catch (error) {
      forget();
      throw error;
    }
  }
}

function isRemembered(kept: unknown): kept is RememberedWorkbook {
  const { version, data } = kept as { version?: unknown; data?: Partial<IWorkbookData> };
  const sheets = data?.sheets;
  return (
    (version === VERSION || version === FIRST_VERSION) &&
    !!sheets &&
    Array.isArray(data.sheetOrder) &&
    data.sheetOrder.length > 0 &&
    data.sheetOrder.every((id) => typeof sheets[id]?.name === 'string')
  );
}
