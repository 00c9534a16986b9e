import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

declare const window: Window & { axe?: typeof axe };

interface Looks {
  /** The part of the page to look at; all of it if omitted. */
  readonly within?: string;
  /** The rules to check instead of all. */
  readonly rules?: readonly string[];
  /** Rules to leave out. */
  readonly without?: readonly string[];
}

/** What axe finds wrong with a page or frame, each rule with its elements. axe itself is loaded once for each page. */
export async function violationsOn(
  page: Page | Frame,
  { within, rules, without = [] }: Looks = {},
): Promise<[rule: string, where: string[]][]> {
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axe.source);
  // Colours that are just changing are nobody's: they have what they change to at once.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
  return page.evaluate(
    async ([part, only, off]) => {
      const { violations } = await window.axe!.run(part ?? document, {
        ...(only && { runOnly: [...only] }),
        rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
      });
      return violations.map(({ id, nodes }) => [
        id,
        nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
      ]);
    },
    [within, rules, without] as const,
  );
}
