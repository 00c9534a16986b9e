import { Session } from '../../src/app/session';
import { createMemoryHost } from '../support/memory-host';
import type { WorkbenchPage } from './workbench-page';
import type { Tracked, Workbook } from '../../src/app/host';

/** A session on this side, whose workbook is the one in the page of the workbench. */
export function sessionOnPage(bench: WorkbenchPage): Session {
  const host = createMemoryHost({ serviceAddress: 'https://service.example' });
  return new Session({ ...host, workbook: workbookOf(bench) }, { now: () => 1_000 });
}

/** The workbook that the pane is given, called from a test; without listeners. */
export function workbookOf(bench: WorkbenchPage): Workbook {
  const call = (method: string, args: readonly unknown[]): Promise<unknown> =>
    bench.page.evaluate(
      ([name, values]) => {
        const workbook = window.workbench?.session.host.workbook as unknown as Record<
          string,
          (...all: unknown[]) => unknown
        >;
        // What is left out comes as null.
        return workbook[name]?.(...values.map((value) => value ?? undefined));
      },
      [method, args] as [string, unknown[]],
    );
  const tracked = async (prefix: string): Promise<Tracked> =>
    new Map(
      await bench.page.evaluate(
        async (start) => [...((await window.workbench?.session.host.workbook.tracked(start)) ?? [])],
        prefix,
      ),
    );
  return new Proxy(
    {},
    {
      get:
        (_, method: string) =>
        (...args: unknown[]): unknown => {
          // Work cannot be handed over to the page.
          if (method === 'asOneStep') return (args[0] as () => unknown)();
          return method === 'tracked' ? tracked(args[0] as string) : call(method, args);
        },
    },
  ) as Workbook;
}
