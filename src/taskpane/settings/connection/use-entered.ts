import { useState } from 'preact/hooks';
import type { EnteredConnection } from '../../../app/connection';
import type { Session } from '../../../app/session';
import { useChange } from '../../use-store';

interface EnteredState {
  readonly entered: EnteredConnection;
  /** Fills in what is saved. */
  readonly put: (saved: Partial<EnteredConnection>) => void;
  /** Takes what the user types. */
  readonly type: (typed: Partial<EnteredConnection>) => void;
}

/** The fields' texts. Settings that change elsewhere are filled in, but never over what the user is typing. */
export function useEntered(session: Session): EnteredState {
  // What the pane last filled in; anything else is the user's typing.
  const [{ entered, filled }, set] = useState(() => ({ entered: savedIn(session), filled: savedIn(session) }));
  useChange(session, () => {
    set((before) => {
      const filled = savedIn(session);
      const keep = (field: keyof EnteredConnection): string =>
        before.entered[field] === before.filled[field] ? filled[field] : before.entered[field];
      return { filled, entered: { apiKey: keep('apiKey'), serviceAddress: keep('serviceAddress') } };
    });
  });
  return {
    entered,
    put: (saved) => {
      set((before) => ({ entered: { ...before.entered, ...saved }, filled: { ...before.filled, ...saved } }));
    },
    type: (typed) => {
      set({ entered: { ...entered, ...typed }, filled });
    },
  };
}

const savedIn = ({ settings: { apiKey, serviceAddress } }: Session): EnteredConnection => ({ apiKey, serviceAddress });
