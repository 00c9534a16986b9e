import { Cancellation } from '../core/cancellation';
import type { Row } from '../core/columns';
import { notAvailable } from '../core/errors';
import { leavesOf, partOf } from '../core/score';
import { MODELS } from '../core/score-models';
import { askByGroup, waitersOf, whenAllAbort } from './lookup/group';
import { Lookup } from './lookup/lookup';
import type { LookupContext, PendingQuestion } from './lookup/lookup-kind';
import { operationOf } from './operations';
import { ServiceError } from './service-error';
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

/**
 * Scores, one question per model. Several models of one symbol in a recalculation share one request for all of them,
 * and each model in its answer is kept.
 */
export function createScoreLookup(transport: Transport, context: LookupContext): Lookup<ScoreQuestion, ScoreData> {
  const operation = operationOf('GET /stocks/{symbol}/scores');

  /** Models that came with others and nobody has asked for, until they are in the cache. */
  const extras = new Map<string, ScoreData>();

  async function fetchRow(symbol: string, model: string, signal: AbortSignal): Promise<Row | undefined> {
    try {
      return (await transport.send(operation, { symbol, model }, signal)).rows[0];
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 404) throw error;
      throw notAvailable(`"${symbol}" has no scores: check the symbol`, error);
    }
  }

  /** As old as its record, which a gateway may have kept. */
  function scoreOf(row: Row | undefined, data: unknown): ScoreData {
    const score = { data };
    if (row) context.ages.note({ rows: [score] }, context.ages.of(row));
    return score;
  }

  async function fetchOne({ symbol, model }: ScoreQuestion, signal: AbortSignal): Promise<ScoreData> {
    const row = await fetchRow(symbol, model, signal);
    return scoreOf(row, row?.data);
  }

  function askSymbol(
    group: readonly PendingQuestion<ScoreQuestion>[],
    { symbol }: ScoreQuestion,
  ): Promise<ScoreData>[] {
    const models = new Set(group.map(({ question }) => question.model));
    if (models.size === 1) return group.map(({ question, signal }) => fetchOne(question, signal));
    const all = fetchRow(symbol, 'all', whenAllAbort(waitersOf(group)));
    void all.then(
      (row) => {
        for (const model of MODELS) if (!models.has(model)) keepExtra({ symbol, model }, row);
      },
      () => undefined,
    );
    return group.map(async ({ question, signal }) => {
      const row = await all;
      const part = partOf(row?.data, question.model);
      // An answer that cannot be split by model does not answer for one of them.
      return part === undefined ? fetchOne(question, signal) : scoreOf(row, part);
    });
  }

  /** Puts a model into the cache as if it had been asked for: a cell that needs it soon costs no request. */
  function keepExtra(question: ScoreQuestion, row: Row | undefined): void {
    const part = partOf(row?.data, question.model);
    if (part === undefined) return;
    const key = keyOf(question);
    extras.set(key, scoreOf(row, part));
    Promise.resolve()
      .then(() => lookup.read(question, { isPreview: false, cancellation: new Cancellation() }))
      .catch(() => undefined)
      .finally(() => extras.delete(key));
  }

  const lookup = new Lookup<ScoreQuestion, ScoreData>(
    {
      keyOf,
      freshSeconds: operation.freshSeconds,
      mostAnswers: 10_000,
      isComplete: ({ data }) =>
        leavesOf(data).every(({ value }) => typeof value !== 'number' || Number.isFinite(value)),
      ask(pending) {
        const extraOf = ({ question }: PendingQuestion<ScoreQuestion>): ScoreData | undefined =>
          extras.get(keyOf(question));
        const answers = askByGroup(
          pending.filter((one) => !extraOf(one)),
          ({ symbol }) => symbol,
          askSymbol,
        );
        return pending.map((one) => {
          const extra = extraOf(one);
          return extra ? Promise.resolve(extra) : answers.shift()!;
        });
      },
    },
    context,
  );
  return lookup;
}

const keyOf = ({ symbol, model }: ScoreQuestion): string => `${model} ${symbol}`;
