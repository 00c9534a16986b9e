import type { Figure } from '../figure';
import { ask } from './ask';
import { symbolsOf } from './demand';
import { startNode } from './nodes';

const [COUNT, SETTLING, LATENCY_MS] = [400, 40, 30];

/** What a symbol that the gateway does not have takes longer than when the service itself is asked. */
export async function miss(): Promise<Figure[]> {
  const { node, service, close } = await startNode(LATENCY_MS);
  const [ours, baseline]: [number[], number[]] = [[], []];
  try {
    for (const symbol of symbolsOf(COUNT)) {
      const path = `/currencies/quotes?symbols=${symbol}`;
      baseline.push((await ask(service.url + path)).ms);
      ours.push((await ask(`${node.url}/api${path}`)).ms);
    }
  } finally {
    await close();
  }
  return [
    [50, 8],
    [99, 25],
  ].map(([percent, goal]) => {
    const [through, direct] = [ours, baseline].map((times) => percentile(times.slice(SETTLING), percent!)) as [
      number,
      number,
    ];
    return {
      name: `gateway.miss p${percent!}`,
      ours: through - direct,
      baseline: direct,
      unit: 'ms',
      against: `more than the service alone, which takes ${direct.toFixed(1)} ms`,
      goal: goal!,
      isAbsolute: true as const,
    };
  });
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}
