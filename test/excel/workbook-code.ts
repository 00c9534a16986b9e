import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EmulatedExcel } from './emulator/emulated-excel';
import { IN_FRAME } from './emulator/frame';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import type { useOffice, OpenOptions } from './opened';
import type {
  CellContent,
  FormulaCell,
  Outline,
  FormulaInCell,
  TrackedName,
  Workbook,
  WrittenBlock,
} from '../../src/app/host';
import type { SelectionWatch } from '../support/workbook-contract';
import type { Block } from '../../src/core/sheet';

declare const window: Window & { mdInFrame: typeof import('./in-frame'); opened: Workbook };

/** Puts `in-frame.ts`, which the set-up of the run has bundled, into the add-in's frame, as `mdInFrame`. */
export async function loadCode(excel: EmulatedExcel): Promise<void> {
  if (await excel.pane.evaluate(() => 'mdInFrame' in window)) return;
  if (!existsSync(join(process.env.MD_IN_FRAME ?? '', IN_FRAME))) throw new Error(`${IN_FRAME} was not bundled`);
  // From the add-in's own server: what is put in by the debugger, the browser compiles anew each time.
  await excel.pane.addScriptTag({ url: IN_FRAME });
}

/** Excel with the sheets Model and My data, and the add-in's way to them; one for all tests that give no options. */
export async function openWorkbook(
  office: ReturnType<typeof useOffice>,
  options?: OpenOptions,
): Promise<{ excel: EmulatedExcel; book: EmulatedWorkbook; workbook: RemoteWorkbook }> {
  const book = new EmulatedWorkbook('Model', 'My data');
  const excel = await (options ? office.open({ ...options, workbook: book }) : office.share(book));
  return { excel, book, workbook: await RemoteWorkbook.in(excel) };
}

/**
 * The add-in's own way to the workbook, called from a test: it runs in the add-in's frame, on the office.js that is
 * there.
 */
export class RemoteWorkbook {
  private constructor(private readonly excel: EmulatedExcel) {}

  static async in(excel: EmulatedExcel): Promise<RemoteWorkbook> {
    await loadCode(excel);
    await excel.pane.evaluate(async () => {
      window.opened = await window.mdInFrame.ExcelWorkbook.open();
    });
    return new RemoteWorkbook(excel);
  }

  readonly listSeparator = (): Promise<string> => this.excel.pane.evaluate(() => window.opened.listSeparator);
  readonly numberMarks = (): Promise<unknown> => this.excel.pane.evaluate(() => window.opened.numberMarks);
  readonly selection = () => this.#call<Block>('selection');
  readonly select = (block: Block) => this.#call<undefined>('select', block);
  readonly outline = () => this.#call<Outline>('outline');
  readonly formulas = () => this.#call<FormulaCell[]>('formulas');
  readonly read = (blocks: readonly Block[]) => this.#call<CellContent[][][]>('read', blocks);
  readonly spillsInto = (block: Block) => this.#call<FormulaInCell[]>('spillsInto', block);
  readonly dependents = (blocks: readonly Block[]) => this.#call<Block[]>('dependents', blocks);
  readonly write = (parts: readonly WrittenBlock[]) => this.#call<undefined>('write', parts);
  readonly calculate = (...args: Parameters<Workbook['calculate']>) => this.#call<undefined>('calculate', ...args);
  readonly addSheet = (...args: Parameters<Workbook['addSheet']>) => this.#call<string>('addSheet', ...args);
  readonly track = (names: readonly TrackedName[]) => this.#call<undefined>('track', names);
  readonly tracked = async (prefix: string) =>
    new Map(await this.#call<[string, (Block | undefined)[]][]>('tracked', prefix));
  readonly readPart = (namespace: string) => this.#call<string | undefined>('readPart', namespace);
  readonly writePart = (namespace: string, xml: string | undefined) =>
    this.#call<undefined>('writePart', namespace, xml);

  /** Puts a selection listener on; `called` resolves when it has been called, `stop` when it is off again. */
  async watchSelection(): Promise<SelectionWatch> {
    const on = this.excel.nextRegistration();
    const watch = await this.excel.pane.evaluateHandle(() => {
      const state: { count: number; called?: Promise<void>; stop?: () => void } = { count: 0 };
      state.called = new Promise((resolve) => {
        state.stop = window.opened.on('selected', () => {
          state.count++;
          resolve();
        });
      });
      return state;
    });
    await on;
    return {
      called: () => watch.evaluate(({ called }) => called),
      count: () => watch.evaluate(({ count }) => count),
      stop: async () => {
        const off = this.excel.nextRegistration();
        await watch.evaluate(({ stop }) => stop!());
        await off;
      },
    };
  }

  #call<Result>(method: keyof Workbook, ...args: readonly unknown[]): Promise<Result> {
    return this.excel.pane.evaluate(
      async ([name, values]) => {
        const workbook = window.opened as unknown as Record<
          string,
          (...values: readonly unknown[]) => Promise<unknown>
        >;
        const result = await workbook[name]!(...values);
        return result instanceof Map ? [...result] : result;
      },
      [method, args] as const,
    ) as Promise<Result>;
  }
}
