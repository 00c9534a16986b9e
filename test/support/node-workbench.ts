import type { IWorkbookData } from '@univerjs/core';
import { Session } from '../../src/app/session';
import { CATALOG } from '../../src/functions/catalog';
import { isStreaming } from '../../src/functions/define';
import { invoke, type Outcome } from '../../src/functions/evaluate/invoke';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/app';
import type { Unanswered } from '../../src/workbench/engine/call-ledger';
import { FunctionAdapter } from '../../src/workbench/engine/adapter';
import { Attachments } from '../../src/workbench/engine/attachments';
import { removeResultFormats } from '../../src/workbench/engine/result-formats';
import { Spreadsheet } from '../../src/workbench/sheet/spreadsheet';
import { UniverWorkbook } from '../../src/workbench/sheet/univer-workbook';
import { patchCalculation } from '../../src/workbench/univer-patches/patches';
import { Cancellation } from '../../src/core/cancellation';
import type { Block } from '../../src/core/sheet';
import { createMemoryHost } from './memory-host';

interface Options {
  readonly sandbox?: SandboxOptions;
  readonly apiKey?: string;
  /** Answers a request in the service's place, or holds it; undefined leaves it to the service. */
  readonly answer?: (request: Request) => Promise<Response | undefined>;
}

/** The workbench without its page: its engine, functions and workbook, with the simulated service beside it. */
export class NodeWorkbench {
  readonly session: Session;
  readonly workbook: UniverWorkbook;
  readonly sheet = new Spreadsheet(undefined as never);
  readonly attachments = new Attachments(this.sheet, () => undefined);
  /** By the service's clock. */
  readonly now: () => number;
  /** Puts a new workbook in the place of the open one. */
  readonly openNew: (contents?: Partial<IWorkbookData>) => void;
  /** What a cell's functions have answered, from which the page takes the sentences of errors. */
  readonly outcomesAt: (cell: Block) => readonly Outcome[];
  readonly unanswered: () => readonly Unanswered[];
  readonly #waiting: (() => void)[] = [];

  constructor({ sandbox, apiKey = 'demo', answer = () => Promise.resolve(undefined) }: Options = {}) {
    this.now = sandbox?.now ?? Date.now;
    const { sheet } = this;
    removeResultFormats(sheet);
    this.workbook = new UniverWorkbook(sheet, this.attachments, (positions) => adapter.recalculate(positions));
    const service = createSandbox(sandbox);
    this.session = new Session(
      { ...createMemoryHost({ apiKey }), workbook: this.workbook },
      {
        fetch: async (input, init) => {
          const request = new Request(input, init);
          return (await answer(request)) ?? service.fetch(request);
        },
        pace: { quietMs: 0, maxMs: 5 },
        retryMs: 1,
      },
    );
    const adapter = new FunctionAdapter(
      sheet,
      CATALOG,
      (declaration, values, cancellation, position, _, trace) => {
        if (isStreaming(declaration)) throw new Error('Streams are not followed here');
        const call = { isPreview: false, cancellation, address: sheet.addressOf(position), trace };
        return invoke(declaration, this.session, values, call);
      },
      ({ id }, values, position, outcome, trace) => {
        const call = { isPreview: false, cancellation: new Cancellation(), address: sheet.addressOf(position), trace };
        this.session.cells.beginCall(call, id, values);
        this.session.cells.endCall(call, outcome);
      },
      {
        onRound: () => undefined,
        onSettled: () => {
          for (const resolve of this.#waiting.splice(0)) resolve();
        },
      },
    );
    this.outcomesAt = (cell) => adapter.ledger.outcomesAt(sheet.positionOf(cell));
    this.unanswered = () => adapter.ledger.unanswered;
    this.openNew = (contents = {}) => sheet.openWorkbook(contents);
    this.openNew();
    patchCalculation(sheet, () => adapter.ledger.isWaiting);
  }

  /** Resolves the next time that every cell has been calculated and none waits. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
