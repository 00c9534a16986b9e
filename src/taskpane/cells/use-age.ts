import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { ageText, msToNextAge } from '../texts/cell-text';
import { useLanguage } from '../texts/use-texts';

/** "3 min old", which goes on while it is shown: a value must not look younger than it is. Undefined if not known. */
export function useAge(session: Session, readAt: number | undefined): string | undefined {
  const language = useLanguage();
  const [, redraw] = useState(0);
  const ageMs = readAt === undefined ? undefined : Math.max(0, session.now() - readAt);
  useEffect(() => {
    if (ageMs === undefined) return undefined;
    const timer = setTimeout(() => {
      redraw((count) => count + 1);
    }, msToNextAge(ageMs));
    return () => {
      clearTimeout(timer);
    };
  });
  return ageMs === undefined ? undefined : ageText(ageMs, language);
}
