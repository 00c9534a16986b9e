import { startSandbox } from '../../src/sandbox/server';
import type { EmulatedExcel } from '../excel/emulator/emulated-excel';
import type { Formula } from '../excel/emulator/invocations';
import { builtAddIn, oneFunctionAddIn } from './built';
import { type OpenExcel, storedFor, withExcel } from './excel';
import { type Figure, figureInTurn, roundsOf } from './figure';

const LATENCY_MS = 50;
const ROUNDS = { rounds: roundsOf(5) };
/** By then the messages of what came before are over. */
const QUIET_MS = 1_000;

/** The formula of a link, given its chain and what the link before it gave. */
type Link = (chain: number, before: unknown) => Formula;

const CHAINS: Readonly<Record<string, readonly Link[]>> = {
  'chain.days': [
    (chain) => ({ name: 'WORKDAY', args: [`2026-0${1 + (chain % 9)}-01`, 1 + (chain % 20), 'XNYS'] }),
    (_, day) => ({ name: 'SETTLE', args: [day, 'XNYS'] }),
  ],
  'chain.rates': [
    () => ({ name: 'QUOTE', args: [[['EURUSD']]] }),
    (chain, price) => ({ name: 'CONVERT', args: [Number(price) + chain, 'USD', 'GBP'] }),
    (_, amount) => ({ name: 'CONVERT', args: [amount, 'GBP', 'JPY'] }),
  ],
};

/**
 * When the host sees the last cell of chains of functions, in which each link has the result of the one before as its
 * argument, beside as many links of a function that returns 1 and a round trip for each.
 */
export const chains = (): Promise<Figure[]> =>
  withExcel(async (open) => {
    const figures: Figure[] = [];
    for (const [name, links] of Object.entries(CHAINS))
      for (const count of [1, 1_000]) figures.push(await measure(`${name}.${count}`, links, count, open));
    return figures;
  });

async function measure(name: string, links: readonly Link[], count: number, open: OpenExcel): Promise<Figure> {
  const sandbox = await startSandbox({ latencyMs: LATENCY_MS });
  const excel = await open(builtAddIn(), { stored: storedFor(sandbox.url) });
  const trivial = await open(oneFunctionAddIn());
  const ones = links.map((): Link => () => ({ name: 'ONE', args: [] }));
  const against = `${links.length} links of a function that returns 1, and a round trip of ${LATENCY_MS} ms for each`;
  const figure = await figureInTurn({ name, unit: 'ms', against, goal: 1.3 }, ROUNDS, {
    async ours() {
      // The code of these functions is there, their answers are not.
      await excel.reload();
      await excel.call('ISOPEN', 'XLON', '2026-11-20 15:00');
      return lastSeen(excel, links, count);
    },
    baseline: async () => links.length * LATENCY_MS + (await lastSeen(trivial, ones, count)),
  });
  await Promise.all([excel.close(), trivial.close(), sandbox.close()]);
  return figure;
}

/** In ms. A host calculates a link once it has the results of the one before. */
async function lastSeen(excel: EmulatedExcel, links: readonly Link[], count: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const start = performance.now();
  let values: unknown[] = Array.from({ length: count });
  for (const link of links) {
    const results = await excel.callAll(values.map((before, chain) => link(chain, before)));
    values = results.map(valueOf);
  }
  return performance.now() - start;
}

function valueOf(result: object): unknown {
  if (!('value' in result)) throw new Error(`No value came: ${JSON.stringify(result)}`);
  const only: unknown = [result.value].flat(2)[0];
  return typeof only === 'object' && only !== null && 'basicValue' in only ? only.basicValue : only;
}
