import { type Block, blocksOfFormula } from '../../core/sheet';
import { type IWorkbookData, ObjectMatrix } from '@univerjs/core';
import {
  IFunctionService,
  type ISetFormulaCalculationNotificationMutation,
  type ISetRangeValuesMutationParams,
  SetFormulaCalculationNotificationMutation,
  SetRangeValuesMutation,
} from '@univerjs/preset-sheets-core';
import type { Attachments } from '../engine/attachments';
import type { Unanswered } from '../engine/call-ledger';
import { blockOfEngineRange } from '../engine/cell-position';
import { listMdCells } from '../engine/md-cells';
import { emptyWorkbook, sampleModel } from '../sheet/sample-model';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { OpenedFile, OtherValue, writtenFile } from '../xlsx/xlsx';
import {
  askForm,
  askUser,
  button,
  byId,
  count,
  element,
  labelled,
  onClick,
  select,
  showProgress,
  tellUser,
  withoutFullStop,
} from './dialog';
import { focusGrid } from './focus';
import { isChange, type OpenWorkbook } from './open-workbook';

const EXTENSION = /\.xl[st][xm]$/i;
/** If the first calculation takes longer, its values are not compared with the file's. */
const MAX_CALCULATION_MS = 60_000;
/** How often to look whether a calculation has ended. */
const LOOK_MS = 50;
/** The engine gathers entries for 100 ms before it calculates. */
const STARTS_WITHIN_MS = 150;
/** After these, other cells stand where the file has its values, or names mean others. */
const RESHAPES = /insert|remove|move|name/;
const FROM_1904 =
  'Its dates are correct here, and a download counts from 1904 again. Only a formula that compares a date with a ' +
  'number of days, such as =A1>40000, has another result here than in Excel.';

/** New, open, save and reset. Unsaved changes are never lost without asking, and a bad file changes nothing. */
export class Files {
  #isComparing = false;

  constructor(
    private readonly current: OpenWorkbook,
    private readonly sheet: Spreadsheet,
    private readonly attachments: Attachments,
    private readonly say: (sentence: string) => void,
    private readonly show: (cell: Block) => void,
    private readonly isCalculating: () => boolean,
    private readonly unanswered: () => readonly Unanswered[],
  ) {}

  async startNew(): Promise<void> {
    await this.replaceWorkbook('New workbook', emptyWorkbook());
  }

  async resetWorkbook(): Promise<void> {
    await this.replaceWorkbook('Reset model', sampleModel());
  }

  /** Returns whether the workbook is open: a user with unsaved changes may decide otherwise. */
  async replaceWorkbook(title: string, data: Partial<IWorkbookData>): Promise<boolean> {
    const isReplaced = await this.#mayReplace(title);
    if (isReplaced) showDifferences([], this.show);
    if (isReplaced) await this.current.show(data);
    return isReplaced;
  }

  /** Offers the other workbooks that this browser keeps. The present one stays kept. */
  async openKept(): Promise<void> {
    const others = await this.current.others();
    const title = 'Workbooks in this browser';
    if (others.length === 0) {
      await tellUser(
        title,
        'This browser keeps no other workbook. It keeps one for each tab, and one each time you choose “Keep it in this browser”.',
      );
      return;
    }
    const { label, field } = select(
      'Workbook',
      Object.fromEntries(
        others.map(({ place, name, at }) => [`${name}, ${new Date(at).toLocaleString('en-US', WHEN)}`, place]),
      ),
    );
    if (!(await askForm(title, [label], 'Open')) || (await this.current.showKept(field.value))) return;
    await tellUser(title, 'This workbook is open in another tab: close that tab, or go on there.');
  }

  async renameWorkbook(): Promise<void> {
    const field = element('input', { value: this.current.name, maxLength: 100 });
    const { label } = labelled('Name', field);
    if (!(await askForm('Rename the workbook', [label], 'Rename'))) return;
    const name = field.value.replace(NOT_IN_FILE_NAMES, ' ').trim();
    if (name !== '' && name !== this.current.name) this.current.rename(name);
  }

  /** Reads the file before asking, so that a user who is asked knows that it can be opened. */
  async openFile(file: File): Promise<void> {
    let opened: OpenedFile;
    const progress = showProgress(`Opening ${file.name}`);
    try {
      const { workbookFromFile } = await import('../xlsx/xlsx');
      const bytes = new Uint8Array(await file.arrayBuffer());
      const { signal, onProgress } = progress;
      const isFunction = (name: string): boolean => this.sheet.serviceOf(IFunctionService).hasExecutor(name);
      opened = await workbookFromFile(bytes, file.name.replace(EXTENSION, ''), { signal, onProgress, isFunction });
      progress.signal.throwIfAborted();
      progress.end();
    } catch (error) {
      if (progress.signal.aborted) return;
      progress.end();
      await tellUser(
        'This file was not opened',
        `${file.name} cannot be opened: ${withoutFullStop(error)}. Your workbook is as it was.`,
      );
      return;
    }
    const { sheetsInFile, unsupported, countsFrom1904, isToBeCalculated } = opened;
    if (!(await this.replaceWorkbook(`Open ${file.name}`, opened.data))) return;
    const hasFormulas = [...sheetsInFile.values()].some(({ results }) => results.size > 0);
    const compared = hasFormulas ? this.#compareCalculated(opened) : [];
    if (countsFrom1904) await tellUser(`${file.name} counts days from 1904`, FROM_1904);
    const { sayUnsupported } = await import('../xlsx/xlsx');
    const notShown = sayUnsupported(unsupported);
    if (notShown !== '') await tellUser(`${file.name} is open in part`, notShown);
    showDifferences(isToBeCalculated ? [] : await compared, this.show);
  }

  /** Waits for all values, unless the user cannot wait. Undefined if there is to be no download. */
  async #allCalculated(): Promise<boolean | undefined> {
    const isBusy = (): boolean => this.#isComparing || this.isCalculating();
    const hurry = new AbortController();
    const progress = showProgress('The download begins when everything is calculated', {
      text: 'Download now',
      act: () => hurry.abort(),
    });
    // What was just entered is not calculated yet.
    await afterMs(STARTS_WITHIN_MS);
    while (isBusy() && !hurry.signal.aborted && !progress.signal.aborted) await afterMs(LOOK_MS);
    if (progress.signal.aborted) return undefined;
    progress.end();
    return !isBusy();
  }

  /** Where the engine's value differs from that of the file that was just opened: only later changes are new. */
  async #compareCalculated({ sheetsInFile }: OpenedFile): Promise<readonly OtherValue[]> {
    const { workbook, commands } = this.sheet;
    // The calculation may have ended before this listens.
    let [ended, looked] = [1, 0];
    const changes = { edited: [] as Block[], others: 0 };
    const listening = commands.onCommandExecuted((command, options) => {
      const { id, params } = command;
      if (isChange(command, options)) {
        if (id === SetRangeValuesMutation.id)
          changes.edited.push(...this.#blocksOf(params as ISetRangeValuesMutationParams));
        if (RESHAPES.test(id)) changes.others++;
      }
      if (id !== SetFormulaCalculationNotificationMutation.id) return;
      const { functionsExecutedState } = params as ISetFormulaCalculationNotificationMutation;
      if (functionsExecutedState !== undefined) ended++;
    });
    this.#isComparing = true;
    try {
      const { CalculatedOtherwise } = await import('../xlsx/xlsx');
      const end = Date.now() + MAX_CALCULATION_MS;
      while ((Date.now() < end || this.isCalculating()) && this.sheet.workbook === workbook) {
        await afterMs(LOOK_MS);
        if (changes.others > 0) break;
        if (looked === ended) continue;
        looked = ended;
        const edited = [...changes.edited];
        const otherwise = new CalculatedOtherwise(this.sheet, edited);
        // What has ended may be the calculation of the workbook before.
        if (!(await otherwise.compareSheets(sheetsInFile)) || otherwise.isWaiting) continue;
        if (changes.edited.length + changes.others > edited.length) {
          looked = 0;
          continue;
        }
        this.attachments.noteCalculated(otherwise.values);
        this.current.rememberLater();
        return otherwise.others;
      }
      return [];
    } finally {
      listening.dispose();
      this.#isComparing = false;
    }
  }

  #blocksOf({ subUnitId, cellValue }: ISetRangeValuesMutationParams): Block[] {
    const sheet = this.sheet.workbook.getSheetBySheetId(subUnitId)?.getName();
    if (sheet === undefined || !cellValue) return [];
    return new ObjectMatrix(cellValue).getDiscreteRanges().map((range) => blockOfEngineRange(sheet, range));
  }

  async saveFile(): Promise<boolean> {
    const isComplete = await this.#allCalculated();
    if (isComplete === undefined) return false;
    let [said, missing] = ['Downloaded with its values', ''];
    try {
      const written = await this.#written();
      if (!written) return false;
      const { bytes, extension, uncorrected, lostTables, valueless, kept } = written;
      if (!(await this.#mayNotCorrect(uncorrected, lostTables))) return false;
      if (valueless > 0) {
        said = 'Downloaded';
        missing = `. ${count(valueless, 'formula')} had no value in the opened file, and none in this one: Excel calculates what is missing, other programs may show nothing`;
      }
      const [failed] = this.unanswered();
      if (failed) {
        const cells =
          kept > 0
            ? `${count(kept, 'cell')} kept what the opened file has`
            : `${count(this.unanswered().length, 'formula')} lacked an answer`;
        missing += `. ${cells}: ${withoutFullStop(failed.error)}`;
      }
      download(`${this.current.name}.${extension}`, bytes);
    } catch (error) {
      await tellUser('The workbook was not saved', `${withoutFullStop(error)}. Nothing is lost: it is still open.`);
      return false;
    }
    this.current.noteSaved();
    if (!isComplete) this.say('Downloaded before everything was calculated: values are missing, or are older ones');
    else if (listMdCells(this.sheet).length > 0)
      this.say(
        `${said}${missing}. Freeze the workbook first, if it is for somebody without the add-in: MD formulas become #NAME? there, and in LibreOffice`,
      );
    else if (missing !== '') this.say(`${said}${missing}`);
    return true;
  }

  /**
   * The page answers while the file is written: what changes meanwhile begins it again. Undefined if the user cancels.
   */
  async #written(): Promise<Awaited<ReturnType<typeof writtenFile>> | undefined> {
    const xlsx = await import('../xlsx/xlsx');
    const progress = showProgress('Writing the file');
    try {
      for (;;) {
        const meanwhile = { isChanged: false };
        const stopListening = this.current.onChange(() => {
          meanwhile.isChanged = true;
        });
        try {
          const written = await xlsx.writtenFile(this.sheet, this.attachments, progress, this.unanswered());
          if (!meanwhile.isChanged) return written;
        } catch (error) {
          if (progress.signal.aborted) return undefined;
          if (!meanwhile.isChanged) throw error;
        } finally {
          stopListening();
        }
      }
    } finally {
      progress.end();
    }
  }

  async #mayNotCorrect(kinds: readonly string[], tables: readonly string[]): Promise<boolean> {
    if (kinds.length + tables.length === 0) return true;
    const ofKinds = `Sheets, rows, columns or cells came, went, moved or were renamed, and these may still mean what was there before: ${kinds.join(', ')}. They stay in the file: look at them in Excel.`;
    const ofTables = `These tables have merged cells, results that fill several cells, no row, or the name of something else, and become ordinary cells: ${tables.join(', ')}.`;
    const sentence = [...(kinds.length > 0 ? [ofKinds] : []), ...(tables.length > 0 ? [ofTables] : [])].join(' ');
    const answers = [
      { text: 'Download', answer: 'save' },
      { text: 'Cancel', answer: 'cancel' },
    ] as const;
    return (await askUser('This download cannot correct everything', sentence, answers)) === 'save';
  }

  async #mayReplace(title: string): Promise<boolean> {
    if (!this.current.isUnsaved) return true;
    const answer = await askUser(title, `“${this.current.name}” has changes that are in no file yet.`, [
      { text: 'Download it first', answer: 'save' },
      { text: 'Discard changes', answer: 'discard' },
      { text: 'Keep it in this browser', answer: 'keep' },
      { text: 'Cancel', answer: 'cancel' },
    ]);
    if (answer === 'keep') await this.current.keepBeside();
    return answer === 'keep' || answer === 'discard' || (answer === 'save' && this.saveFile());
  }
}

const afterMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const WHEN = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** Of a name of a file on any computer. */
const NOT_IN_FILE_NAMES = /\s*[\u0000-\u001f<>:"/\\|?*]+\s*/g;

/**
 * Connects the file buttons, files that are dropped on the page, and Ctrl+S, and shows the workbook's name, marked while
 * there are unsaved changes.
 */
export function connectFiles(files: Files, current: OpenWorkbook): void {
  const input = byId('file') as HTMLInputElement;
  onClick('new', () => files.startNew());
  onClick('download', () => files.saveFile());
  onClick('reset', () => files.resetWorkbook());
  onClick('kept', () => files.openKept());
  onClick('workbook-name', () => files.renameWorkbook().then(focusGrid));
  onClick('open', () => input.click());
  input.addEventListener('change', () => {
    const [file] = input.files ?? [];
    // Otherwise choosing the same file again would not be a change.
    input.value = '';
    if (file) void files.openFile(file);
  });
  const isBusy = (): boolean => document.querySelector('dialog[open]') !== null;
  for (const type of ['dragover', 'drop'] as const)
    window.addEventListener(type, (event) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      // The browser would leave the page for the file.
      event.preventDefault();
      event.dataTransfer.dropEffect = isBusy() ? 'none' : 'copy';
      const [file] = event.dataTransfer.files;
      if (type === 'drop' && file && !isBusy()) void files.openFile(file);
    });
  const saveWithKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 's') return;
    // The browser would save the page, also while a dialog is open.
    event.preventDefault();
    if (!isBusy()) void files.saveFile();
  };
  document.addEventListener('keydown', saveWithKey, { capture: true });
  const showName = (): void => {
    const name = element('span', { title: current.name }, current.name);
    byId('workbook-name').replaceChildren(name, current.isUnsaved ? ' — edited' : '');
    document.title = `${current.isUnsaved ? '• ' : ''}${current.name} – MD workbench`;
  };
  current.onChange(showName);
}

const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function download(name: string, bytes: Uint8Array): void {
  const url = URL.createObjectURL(new Blob([Uint8Array.from(bytes)], { type: XLSX_TYPE }));
  element('a', { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

/** At most this many cells are named. */
const MAX_NAMED = 100;

/**
 * Says which cells the engine calculates differently than the opened file has it, beside the grid, until it is closed or
 * another file is opened. A click on a cell shows it.
 */
function showDifferences(others: readonly OtherValue[], show: (cell: Block) => void): void {
  document.querySelector('.workbench-differences')?.remove();
  if (others.length === 0) return;
  const items = others.slice(0, MAX_NAMED).map(({ address, here, inFile }) => {
    const showCell = button(address, () => {
      const [cell] = blocksOfFormula(`=${address}`);
      if (cell) show(cell);
    });
    return element('li', {}, showCell, ` ${String(here ?? 'nothing')} here, ${String(inFile)} in the file`);
  });
  const heading = `${others.length} ${others.length === 1 ? 'cell is' : 'cells are'} calculated differently here`;
  const text = "A download keeps the file's values until something that they depend on is changed.";
  const close = button('Close the list', () => note.remove());
  const content = [element('h2', {}, heading), element('p', {}, text), element('ul', {}, ...items), close];
  const note = element('aside', { className: 'workbench-differences', role: 'status' }, ...content);
  document.body.append(note);
}
