import { Emitter } from '../../core/emitter';
import { CommandType, type ICommandInfo, type IExecutionOptions, type IWorkbookData } from '@univerjs/core';
import type { SavedAttachments } from '../engine/attachments';
import type { WorkbookMemory } from '../sheet/memory';
import { type SnapshotSource, workbookDataOf } from '../sheet/snapshot';

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
