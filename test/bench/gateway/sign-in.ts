import { DEFAULT_GROUPS } from '../../../src/gateway/access/groups';
import { People } from '../../../src/gateway/access/people';
import { makeCertificate } from '../../excel/emulator/certificate';
import { EmulatedExcel } from '../../excel/emulator/emulated-excel';
import { FrameWindows } from '../../excel/emulator/frame';
import type { Answer } from '../../excel/emulator/web-server';
import { closeScenes } from '../../gateway/scene';
import { SIGNING, SigningFirm, throughScene } from '../../gateway/signing-excel';
import { launchBrowser } from '../../support/browser';
import { builtAddIn } from '../built';
import { type Figure, figureOfRuns, roundsOf } from '../figure';

const ROUNDS = roundsOf(9);
/** The first ones start the browser's processes. */
const SETTLING = 2;

/**
 * Opening the pane → first quote in a cell, in an Excel that vouches for its user (Microsoft's library is loaded, Excel
 * answers at once, the gateway checks the token), against the same at a gateway that needs no sign-in.
 */
export async function signIn(): Promise<Figure[]> {
  const [browser, certificate, firm] = await Promise.all([launchBrowser(), makeCertificate(), SigningFirm.open()]);
  const open = async (answer: Answer): Promise<EmulatedExcel> => {
    const windows = new FrameWindows(browser, certificate);
    const options = { ...SIGNING, windows, addIn: builtAddIn(), answer, isAlone: true, isPaneOpen: true };
    return EmulatedExcel.open(options);
  };
  try {
    const ours = await open(firm.answer);
    await firm.vouchOn(ours.page);
    const nobodys = new People(undefined, DEFAULT_GROUPS, false);
    const baseline = await open(throughScene(nobodys));
    const times = { ours: [] as number[], baseline: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      // In turn, so that a change in the machine's speed meets both.
      times.ours.push(await timeToFirstQuote(ours));
      times.baseline.push(await timeToFirstQuote(baseline));
    }
    if (firm.tokens.length !== ROUNDS) throw new Error(`${firm.tokens.length} tokens for ${ROUNDS} starts`);
    await Promise.all([ours.close(), baseline.close()]);
    const [oursMs, baselineMs] = [times.ours, times.baseline].map((all) => all.slice(SETTLING));
    const against = 'opening the pane to the first quote; the same without a sign-in';
    return [figureOfRuns({ name: 'gateway.sign-in', unit: 'ms', against, goal: 1.5 }, oursMs!, baselineMs!)];
  } finally {
    await browser.close();
    firm.close();
    closeScenes();
  }
}

async function timeToFirstQuote(excel: EmulatedExcel): Promise<number> {
  const start = performance.now();
  await excel.reload();
  const result = await excel.call('QUOTE', [['EURUSD']]);
  if (!('value' in result)) throw new Error(`No value came: ${JSON.stringify(result)}`);
  return performance.now() - start;
}
