import { parameterOf } from '../../api/operations';
import { readsOf } from '../../api/reads';
import { ServiceError } from '../../api/service-error';
import type { Call } from '../../core/call';
import type { Cell } from '../../core/cell';
import type { Column } from '../../core/columns';
import { CellError, notAvailable, wrongArgument } from '../../core/errors';
import { cellOf } from '../../core/table';
import type { Context, Result } from '../define';
import { lookUpEach } from '../each';

const RESULT: Column = { name: 'result', kind: 'number', nullable: false };

interface Given {
  readonly amount: number;
  readonly from: string;
  readonly to: string;
  readonly area: 'currencies' | 'crypto' | undefined;
  readonly precision: number | undefined;
}

export function handle({ amount, area = 'currencies', precision, ...given }: Given, context: Context, call: Call): Result | Promise<Result> {
  if (amount === 0) return 0;
  const [from, to] = [given.from.toUpperCase(), given.to.toUpperCase()];
  const id = `GET /${area}/convert/{from}/{to}`;
  const least = parameterOf(id, 'amount').min!;
  if (amount < least) throw wrongArgument('amount', amount, `0 or a number from ${least.toFixed(-Math.log10(least))} up, which is what the service converts in ${area}`);
  return lookUpEach([{ values: { from, to, amount, precision } }], (question) => context.client.lookup(readsOf(id)).read(question, call), ([answer]): Cell => {
    if (!(answer instanceof CellError)) return cellOf(answer?.rows[0]?.result, RESULT, { zone: 'utc', dateSystem: context.dateSystem });
    const isUnknown = answer instanceof ServiceError && answer.status === 404;
    return isUnknown ? notAvailable(`"${from}" to "${to}" cannot be converted in ${area}: check the codes and the area`, answer) : answer;
  });
}
