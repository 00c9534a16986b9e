import type { LookupContext } from '../../../../src/api/lookup/lookup';
import { BatchWindow } from '../../../../src/api/lookup/batch';
import type { Operation } from '../../../../src/api/interface/operation';
import type { Transport } from '../../../../src/api/transport/transport';
import type { Row } from '../../../../src/core/columns';
import type { ParameterValues } from '../../../../src/api/transport/wire';
import type { Asker } from '../../../../src/api/spending';
import type { Priority } from '../../../../src/api/transport/policy';

interface Sent {
  readonly operation: Operation;
  readonly values: ParameterValues;
  readonly signal: AbortSignal;
  readonly priority: Priority | undefined;
  readonly maxAgeMs: number | undefined;
  readonly askers: readonly Asker[] | undefined;
}

export type RowsOf = (values: ParameterValues) => readonly Row[] | Promise<readonly Row[]>;

/**
 * A transport that gives the rows of a function, and what a lookup needs beside it; a batch leaves when its event is
 * over.
 */
export function createStub(rowsOf: RowsOf) {
  const sent: Sent[] = [];
  const clock = { now: 0 };
  const send: Transport['send'] = async (operation, values, signal, options) => {
    const { priority, maxAgeMs, askers } = options ?? {};
    sent.push({ operation, values, signal, priority, maxAgeMs, askers });
    return { rows: await rowsOf(values), body: null };
  };
  const context: LookupContext = {
    batchWindow: new BatchWindow({ quietMs: 0, maxMs: 5 }),
    observer: { counts: { lookups: 0, hits: 0, questions: 0 }, onRequest: () => undefined },
    now: () => clock.now,
    notBefore: () => undefined,
    quotesFreshMs: () => 15_000,
  };
  return { sent, clock, context, transport: { send, maxListLength: () => 50 } as unknown as Transport };
}
