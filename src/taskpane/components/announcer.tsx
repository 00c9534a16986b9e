import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useState } from 'preact/hooks';

const Announce = createContext<(text: string) => void>(() => undefined);

/** Lets screen readers announce something that happens away from the focus, such as the end of a long task. */
export const useAnnounce = (): ((text: string) => void) => useContext(Announce);

/** The element that announcements are written to. It must exist before the first one. */
export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [said, setSaid] = useState({ text: '', turn: 0 });
  const announce = useCallback((text: string) => {
    setSaid(({ turn }) => ({ text, turn: turn + 1 }));
  }, []);
  return (
    <Announce.Provider value={announce}>
      {children}
      {/* A new element each time, so that screen readers announce repeated texts too. */}
      <div class="md-unseen" aria-live="polite">
        <p key={said.turn}>{said.text}</p>
      </div>
    </Announce.Provider>
  );
}
