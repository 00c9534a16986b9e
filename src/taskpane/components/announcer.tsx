import { type ComponentChildren, createContext } from 'preact';
import { useCallback, useContext, useState } from 'preact/hooks';

/** @param lang of the text, where it is not the pane's */
type Announcement = (text: string, lang?: string) => void;

const Announce = createContext<Announcement>(() => undefined);

/** Lets screen readers announce something that happens away from the focus, such as the end of a long task. */
export const useAnnounce = (): Announcement => useContext(Announce);

/** The element that announcements are written to. It must exist before the first one. */
export function Announcer({ children }: { readonly children: ComponentChildren }) {
  const [said, setSaid] = useState<{ text: string; lang?: string | undefined; turn: number }>({ text: '', turn: 0 });
  const announce = useCallback<Announcement>(
    (text, lang) => setSaid(({ turn }) => ({ text, lang, turn: turn + 1 })),
    [],
  );
  return (
    <Announce.Provider value={announce}>
      {children}
      {/* A new element each time, so that screen readers announce repeated texts too. */}
      <div class="md-unseen" aria-live="polite">
        <p key={said.turn} lang={said.lang}>
          {said.text}
        </p>
      </div>
    </Announce.Provider>
  );
}
