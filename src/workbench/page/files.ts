import type { Attachments, SavedAttachments } from '../engine/attachments';
import { askUser, tellUser } from './dialog';
import { emptyWorkbook, sampleModel } from '../sheet/sample-model';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { OpenedFile } from '../xlsx/xlsx';
import {
  CommandType,
  type ICommandInfo,
  type IExecutionOptions,
  type IWorkbookData,
  type ICellData,
  IResourceLoaderService,
  ObjectMatrix,
} from '@univerjs/core';
import type { WorkbookMemory } from '../sheet/memory';
import type { CellPosition } from '../engine/cell-position';
import { keepMark } from '../engine/shown-cell';
import { messageOf, Emitter } from '../../core/basics';

const EXTENSION = /\.xlsx$/i;
const FROM_1904 =
  'Its dates are correct here, and a download counts from 1904 again. Only a formula that compares a date with a ' +
  'number of days, such as =A1>40000, has another result here than in Excel.';

/** New, open, save and reset. Unsaved changes are never lost without asking, and a bad file changes nothing. */
export class Files {
  constructor(
    private readonly current: OpenWorkbook,
    private readonly sheet: Spreadsheet,
    private readonly attachments: Attachments,
  ) {}

  async startNew(): Promise<void> {
    if (await this.#mayReplace('New workbook')) this.current.show(emptyWorkbook());
  }

  async reset(): Promise<void> {
    if (await this.#mayReplace('Reset model')) this.current.show(sampleModel());
  }

  /** Reads the file before asking: whoever is asked knows that the file can be opened. */
  async open(file: File): Promise<void> {
    let opened: OpenedFile;
    try {
      const { workbookFromFile } = await import('../xlsx/xlsx');
      opened = workbookFromFile(new Uint8Array(await file.arrayBuffer()), file.name.replace(EXTENSION, ''));
    } catch (error) {
      await tellUser(
        'This file was not opened',
        `${file.name} cannot be opened: ${withoutFullStop(error)}. Your workbook is as it was.`,
      );
      return;
    }
    if (!(await this.#mayReplace(`Open ${file.name}`))) return;
    this.current.show(opened.data);
    const { unsupported, countsFrom1904 } = opened;
    if (countsFrom1904) await tellUser(`${file.name} counts days from 1904`, FROM_1904);
    if (unsupported.length > 0)
      await tellUser(
        `${file.name} is open in part`,
        `The workbench does not know these, and a download will not have them: ${unsupported.join(', ')}.`,
      );
  }

  /** Returns whether it was saved. */
  async save(): Promise<boolean> {
    const { name } = this.current;
    try {
      const { workbookToFile } = await import('../xlsx/xlsx');
      download(`${name}.xlsx`, workbookToFile(this.sheet, this.attachments));
    } catch (error) {
      await tellUser('The workbook was not saved', `${withoutFullStop(error)}. Nothing is lost: it is still open.`);
      return false;
    }
    this.current.noteSaved(name);
    return true;
  }

  async #mayReplace(title: string): Promise<boolean> {
    if (!this.current.isUnsaved) return true;
    const answer = await askUser(title, `“${this.current.name}” has changes that are in no file yet.`, [
      { text: 'Download it first', answer: 'save' },
      { text: 'Discard changes', answer: 'discard' },
      { text: 'Cancel', answer: 'cancel' },
    ]);
    return answer === 'discard' || (answer === 'save' && this.save());
  }
}

/** The message of an error, to stand within a sentence. */
const withoutFullStop = (error: unknown): string => messageOf(error).replace(/\.$/, '');

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Offers bytes to the user as a file. */
function download(name: string, bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type: XLSX_TYPE }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

const REMEMBER_AFTER_MS = 400;

/** Mutations that do not affect what is saved. */
const NOT_SAVED =
  /^formula\.mutation\.set-(?!defined-name)|^sheet\.mutation\.(?:set-worksheet-row-auto-height|mark-dirty)/;

/**
 * The workbook on the screen: replaces it with another, knows about unsaved changes, and remembers it between visits.
 */
export class OpenWorkbook extends Emitter {
  readonly #source: SnapshotSource;
  readonly #memory: WorkbookMemory;
  #isUnsaved = false;
  #isDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRefused = false;

  /** @param onRefusal called once, when the browser cannot keep the workbook */
  constructor(
    source: SnapshotSource,
    memory: WorkbookMemory,
    private readonly onRefusal: () => void,
  ) {
    super();
    this.#source = source;
    this.#memory = memory;
    source.sheet.commands.onCommandExecuted((command, options) => {
      if (isChange(command, options)) this.noteChange();
    });
  }

  get name(): string {
    return this.#source.sheet.workbook.name;
  }

  /** Whether it has changes that are not in a file. */
  get isUnsaved(): boolean {
    return this.#isUnsaved;
  }

  show(data: Partial<IWorkbookData>, isUnsaved = false): void {
    // A new id, so that pending answers for the previous workbook cannot arrive in this one.
    this.#source.sheet.open({ ...data, id: crypto.randomUUID() });
    this.#source.attachments.load((data.custom ?? {}) as SavedAttachments);
    this.#set(isUnsaved);
  }

  noteChange(): void {
    this.#set(true);
  }

  noteSaved(name: string): void {
    this.#source.sheet.workbook.setName(name);
    this.#set(false);
  }

  /** Stores now what would be stored in a moment. What the browser refuses is stored with the next change. */
  async remember(): Promise<void> {
    if (!this.#isDue) return;
    this.#isDue = false;
    clearTimeout(this.#timer);
    try {
      await this.#memory.write({ data: workbookDataOf(this.#source), isUnsaved: this.#isUnsaved });
    } catch (error) {
      console.info('The workbook cannot be remembered', error);
      this.#isDue = true;
      if (!this.#isRefused) this.onRefusal();
      this.#isRefused = true;
      return;
    }
    // Tells tests when the page may be closed. A change in the meantime is stored separately.
    document.body.dataset.remembered = String(!this.#isDue);
  }

  #set(isUnsaved: boolean): void {
    this.#isUnsaved = isUnsaved;
    document.body.dataset.remembered = 'false';
    this.#isDue = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      void this.remember();
    }, REMEMBER_AFTER_MS);
    this.emitChange();
  }
}

const isChange = ({ type, id }: ICommandInfo, options?: IExecutionOptions): boolean =>
  type === CommandType.MUTATION &&
  !options?.fromFormula &&
  /^(?:sheet|formula)\.mutation\./.test(id) &&
  !NOT_SAVED.test(id);

interface FileElements {
  readonly startNew: HTMLElement;
  readonly open: HTMLElement;
  readonly download: HTMLElement;
  readonly reset: HTMLElement;
  readonly input: HTMLInputElement;
  /** Shows the workbook's name. */
  readonly name: HTMLElement;
}

/** Connects the file buttons and Ctrl+S, and shows the workbook's name, marked while there are unsaved changes. */
export function connectFiles(elements: FileElements, files: Files, current: OpenWorkbook): void {
  const { startNew, open, download, reset, input } = elements;
  startNew.addEventListener('click', () => {
    void files.startNew();
  });
  download.addEventListener('click', () => {
    void files.save();
  });
  reset.addEventListener('click', () => {
    void files.reset();
  });
  open.addEventListener('click', () => {
    input.click();
  });
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // Otherwise choosing the same file again would not be a change.
    input.value = '';
    if (file) void files.open(file);
  });
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void files.save();
  });
  const showName = (): void => {
    elements.name.textContent = current.isUnsaved ? `${current.name} — edited` : current.name;
    document.title = `${current.isUnsaved ? '• ' : ''}${current.name} – MD workbench`;
  };
  current.onChange(showName);
}

/** Shows the workbook of the last visit, or the sample. Returns a sentence if the last one is lost. */
export async function restore(current: OpenWorkbook, memory: WorkbookMemory): Promise<string | undefined> {
  try {
    const remembered = await memory.read();
    if (remembered) current.show(remembered.data, remembered.isUnsaved);
    else current.show(sampleModel());
    return undefined;
  } catch (error) {
    console.info('The remembered workbook cannot be used', error);
    current.show(sampleModel());
    return 'The workbook of your last visit could not be read. The sample model is open instead.';
  }
}

interface SnapshotSource {
  readonly sheet: Spreadsheet;
  readonly attachments: Attachments;
  /** Whether a cell's number format came only with its formula's result. */
  readonly isResultFormat: (position: CellPosition) => boolean;
}

/**
 * The open workbook as data, with names and attachments. Number formats from formula results are left out: opening the
 * workbook calculates them again.
 */
function workbookDataOf({ sheet, attachments, isResultFormat }: SnapshotSource): IWorkbookData {
  const unitId = sheet.workbook.getUnitId();
  const data = sheet.get(IResourceLoaderService).saveUnit<IWorkbookData>(unitId);
  if (!data) throw new Error('The engine has no such workbook');
  for (const [sheetId, { cellData }] of Object.entries(data.sheets)) {
    new ObjectMatrix<ICellData>(cellData ?? {}).forValue((row, column, cell) => {
      if (!cell.f && !cell.si) return;
      Object.assign(cell, { v: null, t: null });
      keepMark(cell, undefined);
      if (isResultFormat({ unitId, sheetId, row, column }))
        cell.s = { ...sheet.workbook.getStyles().getStyleByCell(cell), n: null };
    });
  }
  return { ...data, custom: attachments.save() };
}
