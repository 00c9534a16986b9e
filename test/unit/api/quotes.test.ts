import { createQuoteLookup } from '../../../src/api/quotes';
import { createCall } from '../../support/evaluate';
import { createStub } from './transport/stub-transport';

test('a request for quotes leaves room for others while only polls wait for it', async () => {
  const { transport, context, sent } = createStub(({ symbols }) =>
    (symbols as readonly string[]).map((symbol) => ({ symbol, mid: 1 })),
  );
  const lookup = createQuoteLookup('currencies', undefined, transport, context);
  const read = async (symbol: string, isPoll = false) => lookup.read(symbol, createCall({ isPoll }));
  await Promise.all([read('EURUSD', true), read('GBPUSD', true)]);
  await Promise.all([read('USDJPY', true), read('USDCHF')]);
  expect(sent.map(({ priority }) => priority)).toEqual(['background', 'foreground']);
});
