import { useSession } from '../session';
import { useMemo, useState } from 'preact/hooks';
import { Combobox } from '../components/combobox';
import type { ControlProps } from '../components/elements';
import { type Entry, type EntrySource, matching, nearly, useEntries } from './entries';
import { useTexts } from '../texts/use-texts';

const MAX_SHOWN = 8;

interface CompletingInputProps {
  readonly control: ControlProps;
  readonly source: EntrySource;
  /** Names separated by commas, of which one is completed at a time. */
  readonly isList: boolean;
  readonly text: string;
  /** Whether the text is a reference or a formula, which have no names to complete. */
  readonly isReference: boolean;
  readonly writtenAs: (entry: Entry) => string;
  readonly onText: (text: string) => void;
}

/** A text that is completed while it is typed, by code and by name. */
export function CompletingInput({
  control,
  source,
  isList,
  text,
  isReference,
  writtenAs,
  onText,
}: CompletingInputProps) {
  const session = useSession();
  const [texts] = useTexts('functions');
  const [caret, setCaret] = useState(text.length);
  const item = isList ? itemAt(text, Math.min(caret, text.length)) : { text, start: 0, end: text.length };
  // "stocks:app": what is typed behind an area is searched for in it alone.
  const [, area, typed = ''] = /^(?:\s*([a-z]+)\s*:)?(.*)$/is.exec(item.text)!;
  const { entries } = useEntries(session, source, isReference ? '' : typed);
  const choices = useMemo(() => {
    const inArea = area === undefined ? entries : entries.filter((entry) => entry.area === area.toLowerCase());
    const found = typed.trim() === '' ? [] : matching(inArea, typed, MAX_SHOWN);
    return (found.length > 0 ? found : nearly(inArea, typed, MAX_SHOWN)).map((entry) => ({
      key: `${entry.area ?? ''}:${entry.code}`,
      title: entry.code,
      detail: entry.name === '' ? undefined : entry.name,
      remark: entry.area,
      entry,
    }));
  }, [entries, typed, area]);
  const isComplete = choices.length === 1 && writtenAs(choices[0]!.entry) === item.text;
  return (
    <Combobox
      input={{ ...control }}
      value={text}
      choices={isComplete ? [] : choices}
      label={texts.completions}
      onText={(changed, at) => {
        setCaret(at);
        onText(changed);
      }}
      onChoose={({ entry }) => {
        const name = writtenAs(entry);
        setCaret(item.start + name.length);
        onText(isList ? withItem(text, item, name) : name);
      }}
    />
  );
}

/** The position in a comma-separated list of names at which the user types. */
interface ListItem {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The name in which the caret stands. @internal */
export function itemAt(list: string, caret: number): ListItem {
  const start = list.lastIndexOf(',', caret - 1) + 1;
  const next = list.indexOf(',', caret);
  const end = next < 0 ? list.length : next;
  return { text: list.slice(start, end).trim(), start, end };
}

/** The list with another name there, and a space kept after the comma before it. @internal */
export function withItem(list: string, { start, end }: ListItem, name: string): string {
  const space = /^\s*/.exec(list.slice(start, end))![0];
  return `${list.slice(0, start)}${space}${name}${list.slice(end)}`;
}
