import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Entry } from './entries';

/** Where names come from; several lists may arrive one after the other. */
export interface EntrySource {
  /** Characters that must be typed before the lists are asked for. */
  readonly least: number;
  /** What the lists depend on: lists of something else are asked for again. @default nothing */
  readonly of?: string;
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
  const listedOf = useRef(source.of);
  useEffect(() => {
    const isOfAnother = listedOf.current !== source.of;
    if (isOfAnother && !isWanted) setLists(undefined);
    if (!isWanted || (lists && !isOfAnother)) return;
    listedOf.current = source.of;
    const asked = source.lists();
    setLists(asked.map(() => undefined));
    asked.forEach((list, index) => {
      void list.then((entries) => {
        if (isHere.current && listedOf.current === source.of)
          setLists((before = []) => before.map((one, at) => (at === index ? entries : one)));
      });
    });
  }, [isWanted, lists, source.of]);
  return useMemo(
    () => ({
      entries: isWanted ? (lists ?? []).flatMap((entries) => entries ?? []) : [],
      isPending: isWanted && (lists === undefined || lists.includes(undefined)),
    }),
    [isWanted, lists],
  );
}
