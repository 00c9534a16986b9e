import { CURRENT } from '../../excel/emulator/app-context';
import type { CellResult } from '../../excel/emulator/cell-result';
import { type OpenExcel, storedFor } from '../excel';
import type { Contender } from './contenders';
import { countingService } from './counting-service';
import { isRight, type Workload } from './workloads';

const LATENCY_MS = 50;

/** What one contender made of one workload once. */
export interface Run {
  readonly requests: number;
  readonly refused: number;
  /** When the host saw the first and the last cell, in ms. */
  readonly first: number;
  readonly last: number;
  readonly right: number;
}

export async function runOnce({ addIn }: Contender, workload: Workload, open: OpenExcel): Promise<Run> {
  const { faults = '', shortPriceEvery, intervalMs, formulas, before } = workload;
  const service = await countingService(LATENCY_MS, faults, shortPriceEvery);
  const enabledFeatures =
    intervalMs === 200 ? CURRENT.enabledFeatures : CURRENT.enabledFeatures.filter((one) => one !== 2);
  const excel = await open(addIn, { stored: storedFor(service.address), enabledFeatures });
  try {
    if (before === 'shown') await excel.callAll(formulas);
    // What opening the page left to do is over.
    if (before !== 'nothing') await new Promise((resolve) => setTimeout(resolve, 1_000));
    if (faults.startsWith('limit:')) await nextSecond();
    const [requests, refused] = [service.counts.requests, service.counts.refused];
    const start = performance.now();
    if (before === 'nothing') await excel.reload();
    const seen: number[] = [];
    const results = await Promise.all(
      excel.start(formulas).map(async ({ result }) => {
        const one = await result;
        seen.push(performance.now() - start);
        return one;
      }),
    );
    return {
      requests: service.counts.requests - requests,
      refused: service.counts.refused - refused,
      first: seen[0]!,
      last: seen.at(-1)!,
      right: results.reduce((sum, result, index) => sum + rightCells(result, workload, index), 0),
    };
  } finally {
    await excel.close();
    await service.close();
  }
}

/** The service counts requests by whole seconds of its clock: everybody begins with one. */
const nextSecond = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 1_000 - (Date.now() % 1_000));
  });

function rightCells(result: CellResult, workload: Workload, index: number): number {
  const formula = workload.formulas[index]!;
  const cells = 'value' in result ? [result.value].flat(2) : [undefined];
  return cells.filter((cell) => isRight(formula, cell, workload)).length;
}
