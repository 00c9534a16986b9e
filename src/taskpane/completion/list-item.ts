/** Where in a list of names, separated by commas, somebody is typing. */
interface ListItem {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The name in which the caret stands. */
export function itemAt(list: string, caret: number): ListItem {
  const start = list.lastIndexOf(',', caret - 1) + 1;
  const next = list.indexOf(',', caret);
  const end = next < 0 ? list.length : next;
  return { text: list.slice(start, end).trim(), start, end };
}

/** The list with another name there, and a space kept after the comma before it. */
export function withItem(list: string, { start, end }: ListItem, name: string): string {
  const space = /^\s*/.exec(list.slice(start, end))![0];
  return `${list.slice(0, start)}${space}${name}${list.slice(end)}`;
}
