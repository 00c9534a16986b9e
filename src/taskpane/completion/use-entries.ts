import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { useClient } from '../use-client';
import type { Entry } from './entries';

/** Where names come from; several lists may arrive one after the other. */
export interface EntrySource {
  /** Characters that must be typed before the lists are asked for. */
  readonly minTyped: number;
  /** What the lists depend on besides the client: lists of something else are asked for again. @default nothing */
  readonly of?: string;
  /** A list that rejects counts as empty, and is asked for again by the next search. */
  readonly lists: () => readonly Promise<readonly Entry[]>[];
}

interface FoundEntries {
  readonly entries: readonly Entry[];
  /** Whether a list is still on its way. */
  readonly isPending: boolean;
  /** Whether a list could not be read. */
  readonly hasFailed: boolean;
}

/** What was asked for last. */
interface LastRequest {
  readonly of: object;
  hasFailed: boolean;
}

interface LoadedLists {
  /** What the lists depend on, by identity. */
  readonly of: object;
  readonly lists: readonly (readonly Entry[] | undefined)[];
  readonly hasFailed: boolean;
}

/** The entries of a source, from the moment on when enough has been typed; more as its lists arrive. */
export function useEntries(session: Session, source: EntrySource, text: string): FoundEntries {
  const client = useClient(session);
  const of = useMemo(() => ({}), [client, source.of]);
  const [listed, setListed] = useState<LoadedLists>();
  const isWanted = text.trim().length >= source.minTyped;
  const lastRequest = useRef<LastRequest>();
  useEffect(
    () => () => {
      lastRequest.current = undefined;
    },
    [],
  );
  useEffect(() => {
    if (!isWanted || (lastRequest.current?.of === of && !lastRequest.current.hasFailed)) return;
    const own: LastRequest = { of, hasFailed: false };
    lastRequest.current = own;
    const lists = source.lists();
    const arrived: (readonly Entry[] | undefined)[] = lists.map(() => undefined);
    setListed({ of, lists: [...arrived], hasFailed: false });
    lists.forEach((list, index) => {
      const show = (entries: readonly Entry[]): void => {
        if (lastRequest.current !== own) return;
        arrived[index] = entries;
        setListed({ of, lists: [...arrived], hasFailed: own.hasFailed });
      };
      list.then(show, () => {
        own.hasFailed = true;
        show([]);
      });
    });
  }, [isWanted, of]);
  const lists = listed?.of === of ? listed.lists : undefined;
  return useMemo(
    () => ({
      entries: isWanted ? (lists ?? []).flatMap((entries) => entries ?? []) : [],
      isPending: isWanted && (lists === undefined || lists.includes(undefined)),
      hasFailed: isWanted && lists !== undefined && listed?.hasFailed === true,
    }),
    [isWanted, lists],
  );
}
