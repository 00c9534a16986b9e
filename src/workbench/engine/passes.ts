import {
  FormulaExecuteStageType,
  type ISetFormulaCalculationNotificationMutation,
  SetFormulaCalculationNotificationMutation,
  SetTriggerFormulaCalculationStartMutation,
} from '@univerjs/preset-sheets-core';
import type { ICommandService } from '@univerjs/core';
import { type CellPosition, rangesOf, type SheetRange } from './cell-position';

/**
 * How long answers are collected while others are pending, so that a slow service does not cause a pass per request.
 */
const GATHER_MS = 250;

/**
 * The engine's calculation passes. Cells to evaluate again are collected, and held back during a pass: starting another
 * would abort and restart it.
 */
export class Passes {
  readonly #commands: ICommandService;
  #dirty: CellPosition[] = [];
  #isRunning = false;
  #isFlushing = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(commands: ICommandService, onEnd: () => void) {
    this.#commands = commands;
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

  /** Whether cells are to be evaluated again. */
  get isDue(): boolean {
    return this.#dirty.length > 0;
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
    this.#timer = setTimeout(
      () => {
        this.#trigger();
      },
      this.#isFlushing ? 0 : GATHER_MS,
    );
  }

  #trigger(): void {
    this.#timer = undefined;
    if (this.#isRunning) return;
    const dirtyRanges = rangesOf(this.#dirty);
    this.#dirty = [];
    this.#isFlushing = false;
    calculate(this.#commands, dirtyRanges);
  }
}

/** Lets the engine evaluate the formulas of these ranges and everything that depends on them. */
function calculate(commands: ICommandService, dirtyRanges: readonly SheetRange[]): void {
  commands.syncExecuteCommand(
    SetTriggerFormulaCalculationStartMutation.id,
    {
      forceCalculation: false,
      dirtyRanges,
      dirtyNameMap: {},
      dirtyDefinedNameMap: {},
      dirtyUnitFeatureMap: {},
      dirtyUnitOtherFormulaMap: {},
      clearDependencyTreeCache: {},
    },
    { onlyLocal: true },
  );
}
