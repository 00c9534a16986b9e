import { DEFAULT_GROUPS } from '../../../src/gateway/access/groups';
import { People } from '../../../src/gateway/access/people';
import type { Answer } from '../../excel/emulator/web-server';
import { closeScenes } from '../../gateway/scene';
import { SIGNING, SigningFirm, throughScene } from '../../gateway/signing-excel';
import { builtAddIn } from '../built';
import { STARTS, timeToFirstQuote, withExcel } from '../excel';
import { type Figure, figureInTurn } from '../figure';

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
      const against = 'opening the pane to the first quote; the same without a sign-in';
      const figure = await figureInTurn({ name: 'gateway.sign-in', unit: 'ms', against, goal: 1.5 }, STARTS, {
        ours: () => timeToFirstQuote(ours),
        baseline: () => timeToFirstQuote(baseline),
      });
      const [{ length: count }, { rounds }] = [firm.tokens, STARTS];
      if (count !== rounds) throw new Error(`${count} tokens for ${rounds} starts`);
      await Promise.all([ours.close(), baseline.close()]);
      return [figure];
    } finally {
      firm.close();
      closeScenes();
    }
  });
