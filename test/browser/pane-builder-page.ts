import { QUOTES } from './pane-cells-page';
import type { PaneOptions, PanePage } from './pane-page';

/** What the service answers: two quotes. */
export const ANSWER = QUOTES;

/** What opens the builder of a function, by its bare name. */
export const openBuilderIn =
  (pane: PanePage) =>
  async (name: string, options: PaneOptions = {}): Promise<void> => {
    await pane.open({ apiKey: 'mine', tab: 'functions', answer: ANSWER, ...options });
    await pane.button(`MD.${name}`).click();
    await pane.page.getByRole('heading', { name: `MD.${name}` }).waitFor();
  };
