import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { PanePage } from '../browser/pane-page';
import { SCENES } from '../browser/pane-scenes';
import { bundlePane } from '../support/bundles';
import { takeWorkbenchPictures } from './workbench-pictures';

const ROOT = join(__dirname, '../..');
const KEPT = 'docs/pictures';
const OTHERS = `${KEPT}/others`;
const NOW = new Date('2026-11-20T15:00:00Z');
/** Of a longer pane the beginning is enough, unless its frame says otherwise. */
const MAX_HEIGHT_PX = 820;
const MARGIN_PX = 12;

/** The texts between which the point of a scene is shown; the second is left out of the picture. */
interface Frame {
  readonly from?: string;
  readonly to?: string;
}

const CONNECTION: Frame = { to: 'Quotes' };
const FRAMES: Readonly<Record<string, Frame>> = {
  'no key': CONNECTION,
  accepted: CONNECTION,
  refused: CONNECTION,
  'last values kept': { from: 'Values', to: 'The service as it is' },
  'names that differ': { from: 'The service as it is', to: 'Language' },
  'builder with a result': { from: 'headers' },
  cells: { from: 'Cells' },
  snapshots: { from: 'Snapshots' },
  frozen: { from: 'Freeze and share' },
  sharing: { from: 'Freeze and share' },
  'insert over filled cells': { from: 'headers' },
};

/** Only these scenes, if the command names some: `npm run pictures -- snapshots`. */
const wanted = process.argv.slice(2);

/**
 * The pictures that docs/pane.md shows are kept; those of all other states are for people to look at, and stay out of
 * git.
 */
const kept = new Set(
  [...readFileSync(join(ROOT, 'docs/pane.md'), 'utf8').matchAll(/pictures\/([\w-]+\.png)/g)].map((match) => match[1]),
);

async function takePictures(): Promise<void> {
  mkdirSync(join(ROOT, OTHERS), { recursive: true });
  process.env.MD_PANE = mkdtempSync(join(tmpdir(), 'pane-'));
  await bundlePane(process.env.MD_PANE);
  const pane = new PanePage();
  await pane.start();
  try {
    for (const [name, { options, act }] of Object.entries(SCENES)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      for (const colorScheme of ['light', 'dark'] as const) {
        const page = await pane.open({
          ...options,
          colorScheme,
          now: NOW,
          timezoneId: 'UTC',
          viewport: { width: 320, height: 3000 },
        });
        await act(pane);
        const file = `${name.replaceAll(/\W+/g, '-')}-${colorScheme}.png`;
        const folder = kept.delete(file) ? KEPT : OTHERS;
        await page.screenshot({
          path: join(ROOT, folder, file),
          clip: await clipOf(page, FRAMES[name]),
          animations: 'disabled',
        });
        await pane.close();
      }
    }
  } finally {
    await pane.stop();
  }
  if (wanted.length === 0 && kept.size > 0)
    throw new Error(`docs/pane.md shows what no scene is: ${[...kept].join(', ')}`);
}

/** What the picture shows of the page. */
async function clipOf(page: Page, frame: Frame = {}): Promise<{ x: number; y: number; width: number; height: number }> {
  const shown = (await page.locator('.md-pane').boundingBox())!;
  const panel = page.locator('.md-panel:not([hidden])');
  const topOf = async (text: string): Promise<number> =>
    (await panel.getByText(text, { exact: true }).first().boundingBox())!.y - MARGIN_PX;
  const y = frame.from === undefined ? shown.y : await topOf(frame.from);
  const end = frame.to === undefined ? shown.y + shown.height : await topOf(frame.to);
  return { x: shown.x, y, width: shown.width, height: Math.min(end - y, MAX_HEIGHT_PX) };
}

const takeAll = async (): Promise<void> => {
  await takePictures();
  if (wanted.length === 0) await takeWorkbenchPictures();
};

takeAll().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
