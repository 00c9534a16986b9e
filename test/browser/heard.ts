import type { CDPSession, Page } from 'playwright-core';

/** A node of the accessibility tree, as far as a screen reader reads it. */
interface AxNode {
  readonly ignored: boolean;
  readonly nodeId: string;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly description?: { readonly value: string };
  readonly value?: { readonly value: unknown };
  readonly properties?: readonly { readonly name: string; readonly value: { readonly value?: unknown } }[];
}

/** Groups that are named when the focus comes into them. */
const NAMED_ON_ENTRY = new Set(['alertdialog', 'dialog', 'region', 'group', 'tabpanel', 'list', 'listbox', 'search']);

/** States that are read, and how. */
const STATES: Readonly<Record<string, (value: unknown) => string>> = {
  invalid: (value) => (value === 'true' ? 'invalid' : ''),
  expanded: (value) => (value === true ? 'expanded' : 'collapsed'),
  pressed: (value) => (value === 'true' ? 'pressed' : 'not pressed'),
  checked: (value) => (value === 'true' ? 'checked' : 'not checked'),
  selected: (value) => (value === true ? 'selected' : ''),
  disabled: (value) => (value === true ? 'unavailable' : ''),
};

/**
 * What a user of a screen reader hears of a page: the control that gets the focus, as Chromium tells it to assistive
 * technology, and what live regions say. Hears from the moment on at which it is opened.
 */
export class Ear {
  #inside = new Set<string>();
  #said = 0;

  private constructor(
    private readonly page: Page,
    private readonly tree: CDPSession,
  ) {}

  static async open(page: Page): Promise<Ear> {
    const tree = await page.context().newCDPSession(page);
    await tree.send('Accessibility.enable');
    await page.evaluate(listen);
    return new Ear(page, tree);
  }

  /** The focused control, with the named groups around it that did not hold the focus before. */
  async focus(): Promise<string> {
    const { result } = await this.tree.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = (await this.tree.send('Accessibility.getAXNodeAndAncestors', {
      objectId: result.objectId!,
    })) as unknown as { nodes: AxNode[] };
    const [focused, ...around] = nodes.filter(({ ignored }) => !ignored);
    const entered = around.filter(
      ({ nodeId, role, name }) =>
        NAMED_ON_ENTRY.has(role?.value ?? '') && name?.value !== '' && !this.#inside.has(nodeId),
    );
    this.#inside = new Set(around.map(({ nodeId }) => nodeId));
    return [...entered.reverse(), focused!, ...(await this.#active())].map(wordsFor).join(' > ');
  }

  /** The choice that an input with a list has gone to, while it keeps the focus. */
  async #active(): Promise<AxNode[]> {
    const { result } = await this.tree.send('Runtime.evaluate', {
      expression: "document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')",
    });
    if (result.objectId === undefined) return [];
    const { nodes } = await this.tree.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId,
      fetchRelatives: false,
    });
    return nodes as unknown as AxNode[];
  }

  /** What live regions have said since it was last asked. */
  async said(): Promise<string[]> {
    const all = await this.page.evaluate(() => window.said ?? []);
    const news = all.slice(this.#said);
    this.#said = all.length;
    return news;
  }

  /** The same, waiting until something like this is said. */
  async saidUntil(last: RegExp): Promise<string[]> {
    const said: string[] = [];
    while (!said.some((text) => last.test(text))) {
      await this.page.waitForFunction((count) => (window.said?.length ?? 0) > count, this.#said);
      said.push(...(await this.said()));
    }
    return said;
  }
}

function wordsFor({ role, name, value, description, properties = [] }: AxNode): string {
  const states = properties.map((property) => STATES[property.name]?.(property.value.value) ?? '');
  const quoted = name?.value ? ` “${name.value}”` : '';
  const entered = typeof value?.value === 'string' && value.value !== '' ? `“${value.value}”` : '';
  const kind = (role?.value ?? '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  return [`${kind}${quoted}`, entered, ...states, description?.value ?? ''].filter((part) => part !== '').join(', ');
}

declare global {
  interface Window {
    said?: string[];
  }
}

/** Keeps in the page what its live regions say: what is added to them, or all of one that is read as a whole. */
function listen(): void {
  const said: string[] = [];
  window.said = said;
  const LIVE = '[aria-live], [role="status"], [role="alert"]';
  const say = (node: Node): void => {
    const text = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
    if (text !== '') said.push(text);
  };
  new MutationObserver((changes) => {
    const whole = new Set<Element>();
    for (const { target, addedNodes, type } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest(LIVE);
      if (region?.getAttribute('aria-live') === 'off') continue;
      if (region?.matches('[role="status"], [role="alert"]')) whole.add(region);
      else if (region && type === 'characterData') say(target);
      else if (region) addedNodes.forEach(say);
      else
        for (const node of addedNodes)
          if (node instanceof Element)
            for (const alert of [node, ...node.querySelectorAll('[role="alert"]')])
              if (alert.matches('[role="alert"]')) whole.add(alert);
    }
    whole.forEach(say);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
