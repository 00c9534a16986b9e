import { notAvailable } from '../core/errors';
import { leavesOf, partOf } from '../core/score';
import { type Ask, signalOf } from './lookup/ask';
import { askByGroup } from './lookup/batch';
import { type LookupContext, Lookup } from './lookup/lookup';
import { refuseOther } from './interface/records';
import { operationOf } from './operations';
import { ServiceError } from './service-error';
import { saidIn } from './transport/said';
import { misspeltIn } from './symbol-finder';
import type { Transport } from './transport/transport';

export interface ScoreQuestion {
  /** Upper case. */
  readonly symbol: string;
  /** One of the service's models; never "all". */
  readonly model: string;
}

/** The `data` of one model's score. Its structure is not documented; wrapped in an object because it may be null. */
export interface ScoreData {
  readonly data: unknown;
}

/** Scores, one question per model. In a recalculation, all models of one symbol share one request. */
export function createScoreLookup(transport: Transport, context: LookupContext): Lookup<ScoreQuestion, ScoreData> {
  const operation = operationOf('GET /stocks/{symbol}/scores');

  async function fetchData(askers: readonly Ask[], symbol: string, model: string): Promise<unknown> {
    try {
      const {
        rows: [row],
      } = await transport.send(operation, { symbol, model }, signalOf(askers), { askers });
      refuseOther('scores of', row?.symbol, symbol);
      // This is the answer of a temporary failure, so it must not stay fresh for an hour.
      if ((row?.data ?? null) === null && saidIn(JSON.stringify(row)) !== undefined)
        throw notAvailable(`"${symbol}" has no scores now: recalculate later`);
      return row?.data;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 404) throw error;
      throw misspeltIn('stocks', symbol, error) ?? notAvailable(`"${symbol}" has no scores: check the symbol`, error);
    }
  }

  function askSymbol(group: readonly Ask<ScoreQuestion>[], { symbol }: ScoreQuestion): Promise<ScoreData>[] {
    if (new Set(group.map(({ question }) => question.model)).size === 1)
      return group.map(async (asker) => ({ data: await fetchData([asker], symbol, asker.question.model) }));
    const all = fetchData(group, symbol, 'all');
    return group.map(async (asker) => {
      const { model } = asker.question;
      const part = partOf(await all, model);
      // An answer that cannot be split by model is no answer for a single model.
      return { data: part === undefined ? await fetchData([asker], symbol, model) : part };
    });
  }

  return new Lookup<ScoreQuestion, ScoreData>(
    {
      keyOf: ({ symbol, model }) => `${model} ${symbol}`,
      freshSeconds: operation.freshSeconds,
      maxAnswers: 10_000,
      isComplete: ({ data }) =>
        leavesOf(data).every(({ value }) => typeof value !== 'number' || Number.isFinite(value)),
      ask: (pending) => askByGroup(pending, ({ symbol }) => symbol, askSymbol),
    },
    context,
  );
}
