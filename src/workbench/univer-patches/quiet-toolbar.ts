import { IRibbonService } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** A tab of the engine's toolbar, a group of its buttons, or a button. */
interface RibbonPart {
  readonly children?: readonly RibbonPart[];
}

/** What the engine's toolbar keeps to itself. */
interface Toolbar {
  /** Draws all buttons of these tabs, measures them, and draws them again. */
  _setRibbon(tabs: readonly RibbonPart[]): void;
}

const buttonsIn = (tabs: readonly RibbonPart[]): RibbonPart[] =>
  tabs.flatMap(({ children = [] }) => children.flatMap((group) => group.children ?? []));

/**
 * Mends: the engine asks again, three times with each key that is typed, which buttons are hidden, and draws its whole
 * toolbar anew: a third of the time from a key to its letter. Here it does so when the buttons are others.
 *
 * Can go when test/browser/workbench-typing.test.ts, "keys do not draw the toolbar anew", passes without it.
 */
export function keepToolbar(sheet: Pick<Spreadsheet, 'serviceOf'>): void {
  const toolbar = sheet.serviceOf(IRibbonService) as unknown as Toolbar;
  const show = toolbar._setRibbon.bind(toolbar);
  let shown: readonly RibbonPart[] = [];
  toolbar._setRibbon = (tabs) => {
    const buttons = buttonsIn(tabs);
    if (buttons.length !== shown.length || buttons.some((button, index) => button !== shown[index])) show(tabs);
    shown = buttons;
  };
}
