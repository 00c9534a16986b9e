import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { CallTrace } from '../../core/call';
import { Cancellation } from '../../core/cancellation';
import type { AnyDeclaration } from '../../functions/define';
import { type Outcome, outcomeOfFailure } from '../../functions/evaluate/outcome';
import { useClient } from '../use-client';
import { evaluate } from './evaluate';
import { type Entries, formulaText } from './formula';

/** The service is asked only after the user has stopped typing. */
const QUIET_MS = 600;

/** What is known about a formula's result. */
export type Preview =
  | { readonly is: 'missing'; readonly parameters: readonly string[] }
  | { readonly is: 'everything'; readonly parameter: string }
  | { readonly is: 'calculating' | 'unknown' }
  | {
      readonly is: 'known';
      readonly outcome: Outcome;
      /** How many rows more the result may have; undefined if the outcome is all of it. */
      readonly moreRows: number | undefined;
    };

/** Evaluates the formula whenever the entries change. Cancels the evaluation of earlier entries. */
export function usePreview(declaration: AnyDeclaration, entries: Entries, session: Session): Preview {
  const [preview, setPreview] = useState<Preview>({ is: 'calculating' });
  const missing = missingParameters(declaration, entries);
  const everything = namesNoExchange(declaration, entries);
  const client = useClient(session);
  const formula = formulaText(declaration, entries, session.host.workbook);
  useEffect(() => {
    if (missing.length > 0) {
      setPreview({ is: 'missing', parameters: missing });
      return undefined;
    }
    if (everything !== undefined) {
      setPreview({ is: 'everything', parameter: everything });
      return undefined;
    }
    setPreview({ is: 'calculating' });
    const cancellation = new Cancellation();
    const run = async (): Promise<void> => {
      const trace: CallTrace = {};
      const outcome = await evaluate(declaration, entries, session, cancellation, trace).catch(outcomeOfFailure);
      if (cancellation.isCancelled) return;
      setPreview(outcome === undefined ? { is: 'unknown' } : { is: 'known', outcome, moreRows: trace.moreRows });
    };
    const timer = setTimeout(() => {
      void run();
    }, QUIET_MS);
    return () => {
      clearTimeout(timer);
      cancellation.cancel();
    };
    // The formula represents the entries that it is made from. A new key or address may give another result.
  }, [formula, client]);
  return preview;
}

/** The required parameters that are still missing. */
export const missingParameters = ({ parameters }: AnyDeclaration, entries: Entries): string[] =>
  Object.entries(parameters)
    .filter(([name, { isOptional }]) => !isOptional && ['', '='].includes((entries[name] ?? '').trim()))
    .map(([name]) => name);

const LIST_OF_EXCHANGES = 'GET /stocks/markets';

/**
 * The parameter for exchanges, if none is named and the formula would ask for the days of all of them: more than a
 * preview may ask. The list of exchanges itself is kept anyway.
 */
function namesNoExchange({ parameters, sources }: AnyDeclaration, entries: Entries): string | undefined {
  if (sources.every((source) => source === LIST_OF_EXCHANGES)) return undefined;
  return Object.entries(parameters).find(
    ([name, { input, isOptional }]) =>
      input === 'exchanges' && isOptional && ['', '='].includes((entries[name] ?? '').trim()),
  )?.[0];
}
