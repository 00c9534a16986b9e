type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and children. Strings become text, never markup: what a service says is shown as it came. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button that never submits the form around it. */
export function button(label: string, attributes: Attributes, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label);
  made.addEventListener('click', onClick);
  return made;
}

/** A part of the pane, and how it lets go of what it listens to. */
export interface Section {
  readonly element: HTMLElement;
  dispose(): void;
}
