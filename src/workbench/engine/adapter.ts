import { CommandType, type ICommandInfo, type ICommandService } from '@univerjs/core';
import {
  AddWorksheetMergeMutation,
  ErrorType,
  FormulaExecuteStageType,
  type IAddWorksheetMergeMutationParams,
  IFunctionService,
  type ISetFormulaCalculationNotificationMutation,
  RemoveWorksheetMergeMutation,
  SetFormulaCalculationNotificationMutation,
  SetTriggerFormulaCalculationStartMutation,
  SetWorksheetNameMutation,
} from '@univerjs/preset-sheets-core';
import { type AnyDeclaration, isStreaming } from '../../functions/define';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { KEEP_ANSWERS, MOVES } from './attachments';
import { CallLedger } from './call-ledger';
import { formulaAt, valueAt } from './cell-contents';
import { type CellPosition, rangesOf } from './cell-position';
import { type Evaluate, MdExecutor, type NoteKept, StuckCells } from './executor';
import { listCallers, listMdCells } from './md-cells';
import { BlockedResults, newlyBlocked } from './spills';

interface AdapterEvents {
  /** Called when a round of work is over, from the first question to the last answer. */
  onRound(): void;
  /** Called when every cell has been evaluated and nothing is pending. */
  onSettled(): void;
}

/** Registers the worksheet functions in the spreadsheet and keeps their cells up to date. */
export class FunctionAdapter {
  readonly ledger: CallLedger;
  readonly #calculations: Calculations;
  readonly #stuck = new StuckCells();
  /** Whether rows, columns or ranges have moved while their cells wait. A cell that has its answer takes it along. */
  #hasMoved = false;

  constructor(
    private readonly sheet: Spreadsheet,
    catalog: readonly AnyDeclaration[],
    evaluate: Evaluate,
    noteKept: NoteKept,
    private readonly events: AdapterEvents,
  ) {
    const formulaOf = (position: CellPosition): string => formulaAt(sheet, position);
    const blocked = new BlockedResults(sheet);
    this.ledger = new CallLedger({
      onAnswer: (position, isOfStream) => {
        if (isOfStream) this.#calculations.isChange = true;
        this.#calculations.evaluate(position);
      },
      onIdle: () => {
        this.#finishRound();
        this.#settle();
      },
      onStreamLost: () => this.#calculations.evaluate(...listCallers(sheet, catalog.filter(isStreaming))),
    });
    this.#calculations = new Calculations(sheet.commands, () => {
      const started = this.ledger.endPass(formulaOf);
      this.evaluate(blocked.releaseCells());
      if (started > 0 && !this.ledger.isRunning) this.#finishRound();
      this.#settle();
    });
    sheet.commands.onCommandExecuted(({ id, params }) => {
      if (MOVES.test(id) && this.ledger.isWaiting) this.#hasMoved = true;
      if (!MOVES.test(id) && !RESHAPES.test(id) && id !== KEEP_ANSWERS) return;
      this.ledger.keepAnswers(this.#calculations.isRunning ? 2 : 1);
      // Another name of a sheet may concern no formula, but is that of its cells: they pass their answers on with it.
      if (id === SetWorksheetNameMutation.id) this.evaluate(listMdCells(this.sheet));
      if (id !== AddWorksheetMergeMutation.id && id !== RemoveWorksheetMergeMutation.id) return;
      this.evaluate([...newlyBlocked(sheet, params as IAddWorksheetMergeMutationParams), ...blocked.releaseCells()]);
    });
    sheet.commands.registerCommand({ id: KEEP_ANSWERS, type: CommandType.MUTATION, handler: () => true });
    sheet
      .serviceOf(IFunctionService)
      .registerExecutors(
        ...catalog.map(
          (declaration) => new MdExecutor(declaration, this.ledger, this.#stuck, formulaOf, evaluate, noteKept),
        ),
      );
  }

  /** Whether a value is still to come: from the engine, or from the service. */
  get isBusy(): boolean {
    return this.ledger.isWaiting || this.#calculations.isBusy;
  }

  /** Asks again for these cells, or for every cell with one of our functions, including those with errors. */
  recalculate(positions: readonly CellPosition[] = listMdCells(this.sheet)): void {
    this.ledger.expireCells(positions);
    this.#calculations.isChange = true;
    this.evaluate(positions);
  }

  /** Evaluates these cells again. Answers that have just arrived for them are shown. */
  evaluate(positions: readonly CellPosition[]): void {
    this.#calculations.evaluate(...positions);
    this.#calculations.flush();
  }

  /** Also after an answer that changes nothing, which starts no calculation. */
  #settle(): void {
    if (this.isBusy) return;
    const stuck = this.#stuck.end();
    this.evaluate(stuck);
    if (stuck.length === 0) this.events.onSettled();
  }

  #finishRound(): void {
    if (this.#hasMoved) this.#calculations.evaluate(...listWaiting(this.sheet));
    this.#hasMoved = false;
    this.#calculations.flush();
    this.events.onRound();
  }
}

/** Whether a command starts a calculation which only shows answers that have arrived. */
export const isForAnswers = ({ params = {} }: ICommandInfo): boolean =>
  'isForAnswers' in params && params.isForAnswers === true;

/** Other mutations after which cells are evaluated again, mostly with the arguments that they had. */
const RESHAPES =
  /^(?:sheet\.mutation\.(?:(?:add|remove)-worksheet-merge|remove-sheet|set-row-(?:hidden|visible)|set-worksheet-name)|formula\.mutation\.(?:set|remove)-defined-name)$/;

const BARE_CALL = /^=\s*MD\.[A-Z]+\([^()]*\)\s*$/i;

/** Cells that may still wait. A formula around a waiting call may show anything, so it counts as waiting. */
const listWaiting = (sheet: Spreadsheet): CellPosition[] =>
  listMdCells(sheet).filter(
    (position) => !BARE_CALL.test(formulaAt(sheet, position)) || valueAt(sheet, position) === ErrorType.CONNECT,
  );

/**
 * How long answers are collected while others are pending, so that a slow service does not cause a calculation for each
 * request.
 */
const GATHER_MS = 250;

/**
 * The engine's calculations, one after the other. Cells to evaluate again are collected, and held back while one runs:
 * starting another would abort and restart it.
 */
class Calculations {
  #dirty: CellPosition[] = [];
  #isRunning = false;
  #isFlushing = false;
  /** Whether the next one is more than the display of answers: NOW and RAND then have new values. */
  isChange = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly commands: ICommandService,
    onEnd: () => void,
  ) {
    commands.onCommandExecuted((command) => {
      if (command.id !== SetFormulaCalculationNotificationMutation.id) return;
      const { stageInfo, functionsExecutedState } = command.params as ISetFormulaCalculationNotificationMutation;
      if (stageInfo) this.#isRunning ||= stageInfo.stage !== FormulaExecuteStageType.IDLE;
      if (functionsExecutedState === undefined) return;
      this.#isRunning = false;
      onEnd();
      this.#schedule();
    });
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  get isBusy(): boolean {
    return this.#isRunning || this.#dirty.length > 0;
  }

  /** Evaluates these cells again, together with others that arrive within a moment. */
  evaluate(...positions: readonly CellPosition[]): void {
    this.#dirty.push(...positions);
    this.#schedule();
  }

  /** Evaluates the collected cells now, because no others will come. */
  flush(): void {
    if (this.#dirty.length === 0) return;
    this.#isFlushing = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#dirty.length === 0 || this.#isRunning) return;
    if (this.#timer !== undefined && !this.#isFlushing) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#trigger(), this.#isFlushing ? 0 : GATHER_MS);
  }

  #trigger(): void {
    this.#timer = undefined;
    if (this.#isRunning) return;
    const dirtyRanges = rangesOf(this.#dirty);
    this.#dirty = [];
    this.#isFlushing = false;
    const isForAnswers = !this.isChange;
    this.isChange = false;
    // With everything that depends on them.
    this.commands.syncExecuteCommand(
      SetTriggerFormulaCalculationStartMutation.id,
      {
        forceCalculation: false,
        dirtyRanges,
        dirtyNameMap: {},
        dirtyDefinedNameMap: {},
        dirtyUnitFeatureMap: {},
        dirtyUnitOtherFormulaMap: {},
        clearDependencyTreeCache: {},
        isForAnswers,
      },
      { onlyLocal: true },
    );
  }
}
