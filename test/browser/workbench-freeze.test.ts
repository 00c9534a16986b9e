import { freeze, frozenBlocks, thaw } from '../../src/app/freeze/freeze';
import { Session } from '../../src/app/session';
import type { Workbook } from '../../src/app/workbook';
import { a1WithSheet, type Block } from '../../src/core/sheet/a1';
import { createMemoryHost } from '../support/memory-host';
import { WorkbenchPage } from './workbench-page';

const bench = new WorkbenchPage();

beforeAll(async () => {
  await session.ready;
  await bench.start();
  await bench.open();
}, 120_000);
afterAll(() => bench.stop());
afterEach(() => {
  expect(bench.complaints).toEqual([]);
});

/** The workbook of the page, for a session on this side. */
const workbook = new Proxy(
  {},
  {
    get: (_, method: string) =>
      // Work cannot be handed over to the page.
      method === 'asOneStep'
        ? undefined
        : (...given: unknown[]): unknown => (method === 'tracked' ? tracked(given[0] as string) : call(method, given)),
  },
) as Workbook;

const call = (method: string, given: readonly unknown[]): Promise<unknown> =>
  bench.page.evaluate(
    ([name, values]) => {
      const host = window.workbench?.session.host.workbook as unknown as Record<string, (...all: unknown[]) => unknown>;
      // What is left out comes as null.
      return host[name]?.(...values.map((value) => value ?? undefined));
    },
    [method, given] as [string, unknown[]],
  );

const tracked = async (prefix: string): Promise<ReadonlyMap<string, Block | undefined>> =>
  new Map(
    await bench.page.evaluate(
      async (start) => [...((await window.workbench?.session.host.workbook.tracked(start)) ?? [])],
      prefix,
    ),
  );

const session = new Session(
  { ...createMemoryHost({ serviceAddress: 'https://service.example' }), workbook },
  { now: () => 1_000 },
);

const ignore = (): void => undefined;
const never = new AbortController().signal;

test('freezing keeps the values of the sample model, and thawing restores the formulas', async () => {
  const cells = await workbook.formulas();
  const shown = (): Promise<unknown[]> =>
    Promise.all(
      cells.map(async ({ spill }) => (await workbook.read(spill)).map((row) => row.map(({ value }) => value))),
    );
  const before = await shown();
  expect(cells.some(({ spill }) => spill.rows > 1)).toBe(true);
  expect(await freeze(session, 'workbook', ignore, never)).toEqual({ frozenCount: cells.length, skipped: [] });
  expect(await workbook.formulas()).toEqual([]);
  expect(await shown()).toEqual(before);
  const frozen = await frozenBlocks(session);
  expect(frozen.filter(({ isEdited }) => isEdited)).toEqual([]);
  expect(await thaw(session, frozen, { overwriteEdited: false }, ignore, never)).toEqual({
    thawedCount: cells.length,
    skipped: [],
  });
  const namesOf = (all: typeof cells): string[] => all.map(({ cell, formula }) => `${a1WithSheet(cell)} ${formula}`);
  expect(namesOf(await workbook.formulas())).toEqual(namesOf(cells));
  expect(await frozenBlocks(session)).toEqual([]);
});
