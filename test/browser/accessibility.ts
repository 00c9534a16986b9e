import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * What axe finds wrong with a page, each rule with its elements.
 *
 * @param rules the rules to check instead of all
 */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<[rule: string, where: string[]][]> {
  // Its newer mode opens a second page to gather what several frames say; these pages have one frame.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  if (rules) builder.withRules([...rules]);
  const { violations } = await builder.analyze();
  return violations.map(({ id, nodes }) => [
    id,
    nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`),
  ]);
}
