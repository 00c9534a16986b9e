import type { Spreadsheet } from '../sheet/spreadsheet';

// By their names: the engine itself cannot be loaded outside a browser.
const NOTIFICATION = 'formula.mutation.set-formula-calculation-notification';
const TRIGGER = 'formula.mutation.set-trigger-formula-calculation-start';
/** The engine's FormulaExecutedStateType of a calculation that was stopped. */
const STOPPED = 1;

/** What the engine's controller keeps to itself. */
interface CalculationTrigger {
  /** Whether it has asked the running calculation to stop, to begin again with what has changed meanwhile. */
  _restartCalculation: boolean;
  /** What is to be calculated, the cells of the running calculation and those that have changed meanwhile. */
  readonly _executingDirtyData: object;
}

/**
 * Mends: cells that change while others are calculated stop the calculation, which begins again with both. If it is at
 * its end by then, the engine takes it for done and forgets the cells that have changed: they stay blank. Here they are
 * calculated.
 *
 * Can go when the engine begins again also after a calculation that could not be stopped any more, of which the second
 * part of https://github.com/dream-num/univer/issues/4648 tells. No test can meet that moment in the engine itself.
 */
export function calculateWhatIsForgotten(
  { commands }: Pick<Spreadsheet, 'commands'>,
  trigger: CalculationTrigger,
): void {
  // Before the controller hears it, and forgets.
  commands.beforeCommandExecuted(({ id, params }) => {
    if (id !== NOTIFICATION || !trigger._restartCalculation) return;
    const { functionsExecutedState: state } = params as { readonly functionsExecutedState?: number };
    if (state === undefined || state === STOPPED) return;
    trigger._restartCalculation = false;
    void commands.executeCommand(TRIGGER, { ...trigger._executingDirtyData }, { onlyLocal: true });
  });
}

/** What the engine's calculation keeps to itself. */
interface Calculation {
  _executeStep(): Promise<unknown>;
  readonly _runtimeService: { setFormulaExecuteStage(stage: number): void; markedAsStopFunctionsExecuted(): void };
}

/** The engine's FormulaExecuteStageType of a calculation that does not run. */
const IDLE = 0;

/**
 * Mends: a calculation in which the engine fails never ends, as when another workbook is opened while FORMULATEXT looks
 * into the one before, and nothing is calculated from then on. Here it counts as stopped, so that what has changed
 * meanwhile is calculated.
 *
 * Can go when FORMULATEXT of the engine no longer fails in a workbook that is gone: test/browser/playground.test.ts, "with
 * a workbook shows what it brings, …", then passes without it each time.
 */
export function endFailedCalculations(calculation: Calculation): void {
  const step = calculation._executeStep.bind(calculation);
  calculation._executeStep = async () => {
    try {
      return await step();
    } catch (error) {
      console.info('The engine failed in a calculation', error);
      calculation._runtimeService.setFormulaExecuteStage(IDLE);
      calculation._runtimeService.markedAsStopFunctionsExecuted();
      return undefined;
    }
  };
}
