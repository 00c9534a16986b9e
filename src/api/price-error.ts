import type { Allowance, CellAllowance } from '../core/call';
import { CellError } from '../core/errors';

/** #N/A: a formula needs more requests than it may send, and waits until the user allows them; or the user has stopped it. */
export class PriceError extends CellError {
  override readonly name = 'PriceError';

  /**
   * @param allowance of the waiting formula: the number of missing requests is determined when the sentence is read
   * @param areClosesCheap whether the same bars would need few requests with their closes alone
   */
  constructor(
    readonly allowance: Pick<Allowance, 'missing' | 'isMost' | 'cell' | 'stopped'>,
    areClosesCheap = false,
  ) {
    super('#N/A');
    const advice = areClosesCheap ? ALLOW_OR_CLOSES : ALLOW;
    Object.defineProperty(this, 'message', {
      get: () => allowance.stopped ?? `${moreRequests(missingOf([allowance]), allowance.cell ?? allowance)}: ${advice}`,
    });
  }
}

const ALLOW = 'allow it in the MD pane';
const ALLOW_OR_CLOSES = 'allow it in the MD pane, or give the fields "time,close", which need few';

const moreRequests = (count: number, { isMost }: Pick<Allowance, 'isMost'>): string =>
  count > 1 ? `${isMost ? 'Up to' : 'About'} ${count.toLocaleString('en')} more requests` : 'One more request';

/** About how many more requests are needed. Requests that the calls of one cell share count once. */
export function missingOf(allowances: readonly Pick<Allowance, 'missing' | 'cell'>[]): number {
  let sum = 0;
  for (const one of new Set(allowances.map((allowance) => allowance.cell ?? allowance)))
    sum += typeof one.missing === 'number' ? one.missing : one.missing.size * meanOf(one.missing);
  return Math.ceil(sum);
}

/** A question that was stopped before its first answer is assumed to need as many as the cell's other questions. */
function meanOf(missing: CellAllowance['missing']): number {
  const known = [...missing.values()].filter((count) => count !== undefined);
  return known.length === 0 ? 1 : known.reduce((all, count) => all + count, 0) / known.length;
}

/**
 * Notes that a call needs more requests than it may send.
 * @param count undefined if that is not known
 */
export function addMissing(
  allowance: Allowance,
  count: number | undefined,
  by: object = allowance,
  isMost?: boolean,
): void {
  allowance.missing = count ?? Math.max(1, allowance.missing);
  allowance.isGuess = count === undefined;
  allowance.cell?.missing.set(by, count);
  if (isMost) (allowance.cell ?? allowance).isMost = isMost;
}

/** The error for a stopped call; its number also covers the cell's other stopped calls. */
export const toldOf = ({ missing, isGuess, cell }: Allowance): number =>
  isGuess && cell !== undefined ? Math.max(missing, Math.ceil(meanOf(cell.missing))) : missing;
