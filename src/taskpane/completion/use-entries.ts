import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Entry } from './entries';

/** Where names come from; several lists may arrive one after the other. */
export interface EntrySource {
  /** Characters that must be typed before the lists are asked for. */
  readonly least: number;
  readonly lists: () => readonly Promise<readonly Entry[]>[];
}

export interface FoundEntries {
  readonly entries: readonly Entry[];
  /** Whether a list is still on its way. */
  readonly isPending: boolean;
}

/** The entries of a source, from the moment on when enough has been typed; more as its lists arrive. */
export function useEntries(source: EntrySource, text: string): FoundEntries {
  const [lists, setLists] = useState<readonly (readonly Entry[] | undefined)[]>();
  const isWanted = text.trim().length >= source.least;
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  useEffect(() => {
    if (!isWanted || lists) return;
    const asked = source.lists();
    setLists(asked.map(() => undefined));
    asked.forEach((list, index) => {
      void list.then((entries) => {
        if (isHere.current) setLists((before = []) => before.map((one, at) => (at === index ? entries : one)));
      });
    });
  }, [isWanted, lists]);
  return useMemo(
    () => ({
      entries: isWanted ? (lists ?? []).flatMap((entries) => entries ?? []) : [],
      isPending: isWanted && (lists === undefined || lists.includes(undefined)),
    }),
    [isWanted, lists],
  );
}
