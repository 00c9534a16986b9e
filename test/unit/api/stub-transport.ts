import type { Surroundings } from '../../../src/api/lookup';
import type { Operation } from '../../../src/api/operation';
import { Recalculation } from '../../../src/api/recalculation';
import type { Values } from '../../../src/api/request';
import type { Transport } from '../../../src/api/transport';
import type { Row } from '../../../src/core/columns';

export interface Sent {
  readonly operation: Operation;
  readonly values: Values;
  readonly signal: AbortSignal;
  readonly isPatient: boolean | undefined;
}

export type RowsOf = (values: Values) => readonly Row[] | Promise<readonly Row[]>;

/** A transport that gives the rows of a function, and what a lookup needs beside it; a batch leaves when its event is over. */
export function createStub(rowsOf: RowsOf) {
  const sent: Sent[] = [];
  const clock = { now: 0 };
  const send: Transport['send'] = async (operation, values, signal, isPatient) => {
    sent.push({ operation, values, signal, isPatient });
    return { rows: await rowsOf(values), body: null };
  };
  const surroundings: Surroundings = {
    recalculation: new Recalculation({ quietMs: 0, longestMs: 5 }),
    traffic: { lookups: 0, hits: 0, questions: 0, onRequest: () => undefined },
    now: () => clock.now,
  };
  return { sent, clock, surroundings, transport: { send } as unknown as Transport };
}
