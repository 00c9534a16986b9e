import type { Area } from '../../../src/api/interface/operation';
import { createQuoteLookup } from '../../../src/api/quotes';
import type { Call } from '../../../src/core/call';
import type { Row } from '../../../src/core/columns';
import { createCall } from '../../support/evaluate';
import { createStub, type RowsOf } from './transport/stub-transport';
import type { ParameterValues } from '../../../src/api/transport/wire';

const quotesOf = ({ symbols }: ParameterValues): Row[] =>
  (symbols as readonly string[]).map((symbol) => ({ symbol, mid: 1 }));

function setUp(rowsOf: RowsOf = quotesOf, area: Area = 'currencies', precision?: number) {
  const { transport, context, sent, clock } = createStub(rowsOf);
  const lookup = createQuoteLookup(area, precision, transport, context);
  const readFor = async (symbol: string, details: Partial<Call>) => lookup.read(symbol, createCall(details));
  return { sent, clock, readFor, read: (symbol: string, isPoll = false) => readFor(symbol, { isPoll }) };
}

describe('a quote', () => {
  test('leaves room for others while only polls wait for it', async () => {
    const { read, sent } = setUp();
    await Promise.all([read('EURUSD', true), read('GBPUSD', true)]);
    await Promise.all([read('USDJPY', true), read('USDCHF')]);
    expect(sent.map(({ priority }) => priority)).toEqual(['background', 'foreground']);
  });
});
