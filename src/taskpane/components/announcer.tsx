import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useState } from 'preact/hooks';

const Announce = createContext<(text: string) => void>(() => undefined);

/** Has screen readers say something that happens elsewhere than where the user is: the end of long work. */
export const useAnnounce = (): ((text: string) => void) => useContext(Announce);

/** Holds the place where announcements are written: it must be there before the first. */
export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const announce = useCallback((text: string) => {
    setSaid(({ turn }) => ({ text, turn: turn + 1 }));
  }, []);
  return (
    <Announce.Provider value={announce}>
      {children}
      {/* A new element each time: the same words again would be no change to hear. */}
      <div class="md-unseen" aria-live="polite">
        <p key={said.turn}>{said.text}</p>
      </div>
    </Announce.Provider>
  );
}
