import type { Session } from '../app/session';
import type { Features } from './features';
import type { KeyValueStore } from '../app/host';
import { formatWhereNeeded } from './workbook/cell-formats';
import { inExcel } from './workbook/run';
import { a1WithSheet, parseA1 } from '../core/sheet';
import { sha256 } from '../app/archive';
import { followWorkbookSettings } from '../app/workbook-settings';
import { keepLearned } from '../app/learned';
import { keepRefreshing } from '../app/workbook/auto-refresh';
import { keepSchedule, SnapshotClock } from '../app/workbook/snapshot-schedule';
import { GivenResults } from '../app/workbook/cells';
import { refreshOnOpen, refreshWhenOnline } from '../app/workbook/refresh';
import { LostResults } from '../app/workbook/lost-results';
import { Queue } from '../core/waiting';
import { insist } from '../app/missing-code';

/** Starts everything that no cell waits for, once the settings are known. */
export function afterStart(session: Session, features: Features): void {
  // Before the early results are handed on.
  for (const [call, result] of session.cells.early ?? []) session.part(GivenResults).endCall(call, undefined, result);
  session.part(LostResults).start(session.cells.early?.map(([call]) => call));
  formatWhereNeeded(session, features);
  followWorkbookSettings(session, () => void refreshOnOpen(session));
  followOtherWorkbooks(session);
  startWithTheWorkbook(session);
  followSheetNames(session);
  keepRefreshing(session);
  refreshWhenOnline(session);
  keepLearned(session);
  keepSchedule(session);
  // If this fails, Excel still reads the file again within a day.
  void refreshMetadata(session.host.storage).catch(() => undefined);
}

/**
 * Excel loads the page with the first calculation, which a reopened workbook may not need; then no refresh would start.
 * So while cells are refreshed automatically or snapshots are scheduled, the page is loaded with the workbook;
 * otherwise not. The workbook keeps this choice, which may be out of date; it is changed only if it differs.
 * @internal
 */
export function startWithTheWorkbook(session: Session): void {
  const clock = session.part(SnapshotClock);
  let isWanted: boolean | undefined;
  const choices = new Queue(Promise.resolve());
  // A workbook without a formula of ours must not ask for the add-in: to colleagues without it Excel shows an error
  // (office-js #3558).
  let hasFormula: boolean | undefined;
  let isLooking = false;
  const look = async (): Promise<void> => {
    const found = await session.host.workbook.formulas();
    hasFormula ??= found.length > 0;
    follow();
  };
  const follow = (): void => {
    const isRefreshed = session.settings.autoRefreshSeconds > 0 || session.ofWorkbook.refreshesOnOpen === true;
    if (isRefreshed && hasFormula === undefined) {
      if (!isLooking) insist(session, look);
      isLooking = true;
      if (!clock.isHere) return;
    }
    const wants = clock.isHere || (isRefreshed && hasFormula === true);
    // Until the schedule is read, the choice that the workbook keeps may be right.
    if (wants === isWanted || !(wants || clock.isRead)) return;
    isWanted = wants;
    choices
      .run(() => keep(wants))
      .catch(() => {
        if (wants)
          session.note(
            'This Excel starts no refresh and no snapshots with the workbook: open the pane after opening it',
          );
      });
  };
  session.onChange(follow);
  clock.onChange(follow);
  const stop = session.cells.watch({
    beginCall: ({ address, isPreview }) => {
      if (address === undefined || isPreview) return;
      stop();
      hasFormula = true;
      follow();
    },
  });
  follow();
}

async function keep(isWanted: boolean): Promise<void> {
  const { load, none } = Office.StartupBehavior;
  const behavior = isWanted ? load : none;
  if ((await Office.addin.getStartupBehavior()) !== behavior) await Office.addin.setStartupBehavior(behavior);
}

/**
 * The ends of the names under which settings are stored. Office and the key of a browser's partition are put directly
 * before them.
 */
const OF_OURS = /md\.(?!learned)[a-zA-Z]+$/;

const TOGETHER_MS = 200;

/**
 * Takes over a key or setting that was saved in another open workbook: each workbook has its own page, and all share
 * the storage. Office stores things all the time, so only our names are watched, and only changed values count.
 * @internal
 */
export function followOtherWorkbooks(session: Session): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === null || !OF_OURS.test(key) || oldValue === newValue) return;
    clearTimeout(timer);
    // One change of several settings causes several events.
    timer = setTimeout(() => {
      session
        .takeOver()
        .catch(() =>
          session.note('The settings of another workbook could not be taken over: close this one and open it again'),
        );
    }, TOGETHER_MS);
  });
}

/** Excel does not call functions again because their sheet has another name. Before ExcelApi 1.17 it does not tell. */
function followSheetNames({ cells }: Session): void {
  inExcel((context) => {
    context.workbook.worksheets.onNameChanged.add(({ nameBefore, nameAfter }) => {
      cells.readdress((address) => {
        const cell = parseA1(address, '');
        return cell?.sheet === nameBefore ? a1WithSheet({ ...cell, sheet: nameAfter }) : address;
      });
      return Promise.resolve();
    });
    return context.sync();
  }).catch(() => undefined);
}

const STORED_NAME = 'md.functionsRead';

const SETTING = 'Office.ForceRefreshCustomFunctionsCache';

/**
 * Excel keeps functions.json for up to a day, and would not know a new function or argument until then. If the file
 * differs from the one that this user had last, a setting makes Excel read it again when the workbook is opened next.
 */
async function refreshMetadata(storage: KeyValueStore): Promise<void> {
  const response = await fetch('functions.json', { cache: 'no-cache' });
  if (!response.ok) return;
  const digest = await sha256(await response.arrayBuffer());
  const before = await storage.getItem(STORED_NAME);
  const isChanged = before !== null && before !== digest;
  const { settings } = Office.context.document;
  const isSet = settings.get(SETTING) === true;
  if (isChanged !== isSet) {
    if (isChanged) settings.set(SETTING, true);
    else settings.remove(SETTING);
    await new Promise((resolve) => settings.saveAsync(resolve));
  }
  if (before !== digest) await storage.setItem(STORED_NAME, digest);
}
