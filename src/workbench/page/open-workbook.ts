import { Emitter } from '../../core/emitter';
import { CommandType, type ICommandInfo, type IExecutionOptions, type IWorkbookData } from '@univerjs/core';
import type { SavedAttachments } from '../engine/attachments';
import type { WorkbookMemory } from '../sheet/memory';
import { type SnapshotSource, takeSnapshot } from '../sheet/snapshot';

const REMEMBER_AFTER_MS = 400;

/** Mutations that change nothing of what is saved. */
const PASSING =
  /^formula\.mutation\.set-(?!defined-name)|^sheet\.mutation\.(?:set-worksheet-row-auto-height|mark-dirty)/;

/** The workbook on the screen: shows another in its place, knows of unsaved changes, and is remembered between visits. */
export class OpenWorkbook extends Emitter {
  readonly #source: SnapshotSource;
  readonly #memory: WorkbookMemory;
  #isUnsaved = false;
  #isDue = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: SnapshotSource, memory: WorkbookMemory) {
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

  /** Whether it has changes that are in no file. */
  get isUnsaved(): boolean {
    return this.#isUnsaved;
  }

  show(data: Partial<IWorkbookData>, isUnsaved = false): void {
    // An id of its own: answers on the way to the workbook before must not land in this one.
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

  /** Remembers now what would be remembered in a moment. */
  async remember(): Promise<void> {
    if (!this.#isDue) return;
    this.#isDue = false;
    clearTimeout(this.#timer);
    await this.#memory.write({ data: takeSnapshot(this.#source), isUnsaved: this.#isUnsaved });
    // For whoever must not close the page before. A change in the meantime has its own turn.
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
  !PASSING.test(id);
