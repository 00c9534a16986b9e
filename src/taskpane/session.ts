import type { Session } from '../app/session';
import { createContext, type RefObject } from 'preact';
import type { Entries } from './functions/formula';
import type { Client } from '../api/client';
import { useReading, useShown, useStore, useChange } from './hooks';
import { useContext, useEffect } from 'preact/hooks';
import { RecalculationMonitor } from '../app/recalculation-monitor';
import { MS_PER_MINUTE } from '../core/calendar/dates';
import { type GatewayStatus, readGatewayStatus } from '../app/account';

export const SessionContext = createContext<Session | undefined>(undefined);

export const useSession = (): Session => useContext(SessionContext)!;

/** A formula that the user has chosen outside the list of functions. */
export interface WantedFormula {
  readonly id: string;
  readonly entries: Entries;
  /** A new number for every choice, even of the same formula. */
  readonly turn: number;
}

/** The formula with which the builder opens; undefined until one is chosen. */
export const WantedFormulaContext = createContext<WantedFormula | undefined>(undefined);

/** The session's client: another one after every change of the settings that affects answers. */
export const useClient = (session: Session): Client | undefined => useStore(session, () => session.client);

/** Whether a key is set or a user is signed in, or neither is needed. */
export const isSetUp = ({ settings, gateway }: Session): boolean =>
  settings.apiKey !== '' || gateway?.isTokenNeeded === false || gateway?.signIn?.isExpected === true;

/** How long quotes stay fresh in the open workbook, and whether that is a setting of its own. */
export function useQuotesFresh(session: Session) {
  const own = useStore(session, () => session.ofWorkbook.quotesFreshSeconds);
  const usual = useStore(session, () => session.settings.quotesFreshSeconds);
  return { seconds: own ?? usual, isOfWorkbook: own !== undefined };
}

const LOOK_EVERY_MS = MS_PER_MINUTE;

/** The gateway's information for the user, read now and once a minute; undefined without a gateway or an answer. */
export function useGatewayStatus(session: Session): GatewayStatus | undefined {
  const client = useClient(session);
  const person = useStore(session, () => session.gateway?.signIn?.person);
  // Information about one person must not be shown to the next.
  const { found, read } = useReading<GatewayStatus | undefined>(person);
  useEffect(() => {
    if (!session.gateway || !client) return undefined;
    const look = (): void => void read(() => readGatewayStatus(client));
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [session, client, person]);
  return found;
}

/**
 * Calls the listener whenever a recalculation is over, if the element is visible then, and each time that it becomes
 * visible.
 */
export function useSeen(session: Session, element: RefObject<HTMLElement>, listener: () => void): void {
  useRecalculated(session, () => {
    if (element.current?.checkVisibility() === true) listener();
  });
  useShown(element, listener);
}

/** Calls the listener whenever a recalculation is over: the cells then have their values. */
export function useRecalculated(session: Session, listener: () => void): void {
  const recalculations = session.part(RecalculationMonitor);
  useChange(recalculations, () => {
    if (recalculations.last?.isRunning === false) listener();
  });
}
