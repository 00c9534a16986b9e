import { DEFAULT_GROUPS } from '../../../src/gateway/access/groups';
import { People } from '../../../src/gateway/access/people';
import type { Answer } from '../../excel/emulator/web-server';
import { closeScenes } from '../../gateway/scene';
import { SIGNING, SigningFirm, throughScene } from '../../gateway/signing-excel';
import { builtAddIn } from '../built';
import { timeToFirstQuote, withExcel } from '../excel';
import { type Figure, figureOfRuns, roundsOf } from '../figure';

const ROUNDS = roundsOf(9);
/** The first ones start the browser's processes. */
const SETTLING = 2;

/**
 * Opening the pane → first quote in a cell, in an Excel that vouches for its user (Microsoft's library is loaded, Excel
 * answers at once, the gateway checks the token), against the same at a gateway that needs no sign-in.
 */
export const signIn = (): Promise<Figure[]> =>
  withExcel(async (open) => {
    const firm = await SigningFirm.open();
    const openThrough = (answer: Answer) => open(builtAddIn(), { ...SIGNING, answer, isPaneOpen: true });
    try {
      const ours = await openThrough(firm.answer);
      await firm.vouchOn(ours.page);
      const baseline = await openThrough(throughScene(new People(undefined, DEFAULT_GROUPS, false)));
      const [oursMs, baselineMs]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round++) {
        // In turn, so that a change in the machine's speed meets both.
        oursMs.push(await timeToFirstQuote(ours));
        baselineMs.push(await timeToFirstQuote(baseline));
      }
      if (firm.tokens.length !== ROUNDS) throw new Error(`${firm.tokens.length} tokens for ${ROUNDS} starts`);
      await Promise.all([ours.close(), baseline.close()]);
      const against = 'opening the pane to the first quote; the same without a sign-in';
      const what = { name: 'gateway.sign-in', unit: 'ms', against, goal: 1.5 };
      return [figureOfRuns(what, oursMs.slice(SETTLING), baselineMs.slice(SETTLING))];
    } finally {
      firm.close();
      closeScenes();
    }
  });
