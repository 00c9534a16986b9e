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
 * Can go when the engine begins again also after a calculation that could not be stopped any more.
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
