import { testAlways } from './always';
import { useFakeTime } from './fake-time';
import { column, formulaOf } from './formulas';
import { events, fates } from './schedule';
import type { Sheet } from './sheet';
import { faultsOf } from './verdict';

useFakeTime();

const TWELVE = Array.from({ length: 12 }, (_, index) =>
  formulaOf('FILINGS', [column([`NEW${index}`]), null, 1, 'accession_number', false], () => []),
);
/** The bound of the adaptive limit. */
const MAX_AT_ONCE = 48;
const PAUSES: readonly (number | undefined)[] = [429, 503];

testAlways(
  'a cell shows its own value from the current service or an error with a reason, whatever the user does and the service answers',
  events,
  fates,
  async (sheet) => {
    expectRight(sheet);
    await sheet.drain();
    expectNoTrace(sheet);

    sheet.service.heal();
    for (const formula of [...sheet.cells.map((cell) => cell.formula), ...TWELVE]) sheet.enter(formula);
    await sheet.settle();
    expectRight(sheet);
    await sheet.drain();
    expectNoTrace(sheet);
    // What a pause has taught of the service's limits holds requests back.
    const wasPaused = sheet.history.deliveries.some(({ fault }) => PAUSES.includes(fault.status));
    if (!wasPaused) expect(sheet.service.mostAtOnce).toBeLessThanOrEqual(MAX_AT_ONCE);
  },
);

function expectRight(sheet: Sheet): void {
  const {
    cells,
    session: { activity },
  } = sheet;
  expect(faultsOf(sheet)).toEqual([]);
  expect(sheet.service.outdated).toEqual([]);
  expect(cells.filter(({ outcomes, releaseCount }) => outcomes.length !== 1 || releaseCount !== 1)).toEqual([]);
  expect(activity.counts).toMatchObject({
    cells: cells.length,
    errors: cells.filter((cell) => sheet.isError(cell)).length,
  });
}

function expectNoTrace({ session }: Sheet): void {
  expect([session.client!.pendingCount, jest.getTimerCount()]).toEqual([0, 0]);
}
