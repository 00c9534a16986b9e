import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WorkbenchPage } from '../browser/workbench-page';
import { type Frame, movingPicture } from './moving-picture';

const DOCS = join(__dirname, '../../docs');
const MOVING_SIZE = { width: 1080, height: 560 };

/** Formulas as a reader types them, each with the cell in which its result ends. */
const TYPED: readonly (readonly [address: string, formula: string, last: string])[] = [
  ['A1', '=MD.QUOTE("EURUSD,GBPUSD,USDJPY","symbol,bid,ask",,,TRUE)', 'C4'],
  ['A6', '=MD.HOURS("XNYS","2026-11-23","2026-11-27","mic,date,day_of_week")', 'C10'],
  ['A12', '=MD.SCORE("AAPL","piotroski,altman-z",,TRUE)', 'B13'],
  ['A15', '=MD.SETTLE("2026-11-20","XNYS")', 'A15'],
];
const [TYPING_STEPS, TYPING_MS, RESULT_MS, LAST_MS] = [4, 220, 1_600, 4_000];

/**
 * Takes docs/workbench.png, the sample model with the pane, and docs/workbench.gif, formulas that are typed and spill.
 */
export async function takeWorkbenchPictures(): Promise<void> {
  const workbench = new WorkbenchPage();
  await workbench.start();
  try {
    await workbench.open();
    writeFileSync(join(DOCS, 'workbench.png'), await workbench.page.screenshot());
    await workbench.page.setViewportSize(MOVING_SIZE);
    await workbench.openScratch();
    const frames: Frame[] = [];
    for (const typed of TYPED) await typeOne(workbench, typed, frames);
    frames.push({ png: await workbench.page.screenshot(), ms: LAST_MS });
    writeFileSync(join(DOCS, 'workbench.gif'), movingPicture(frames));
  } finally {
    await workbench.stop();
  }
}

async function typeOne(
  workbench: WorkbenchPage,
  [address, formula, last]: (typeof TYPED)[number],
  frames: Frame[],
): Promise<void> {
  const { page } = workbench;
  for (let step = 1; step <= TYPING_STEPS; step++) {
    // Begun again for every frame, since the editor may close while a picture is taken.
    const typed = formula.slice(0, Math.ceil((formula.length * step) / TYPING_STEPS));
    await workbench.begin(address, typed, async () => {
      frames.push({ png: await page.screenshot(), ms: TYPING_MS });
    });
  }
  await workbench.type(address, formula);
  await workbench.shows(last, (value) => value !== null && value !== '' && value !== '#GETTING_DATA');
  frames.push({ png: await page.screenshot(), ms: RESULT_MS });
}
