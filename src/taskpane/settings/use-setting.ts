import { messageOf } from '../../core/message-of';
import { useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { Settings } from '../../app/settings';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useStore } from '../use-store';

interface Setting<Field extends keyof Settings> {
  readonly value: Settings[Field];
  /** The result of the last change; empty before the first. */
  readonly report: string;
  /** Saves at once. */
  readonly set: (value: Settings[Field]) => void;
}

/** A setting that is saved as soon as it changes, and then recalculates the cells. */
export function useSetting<const Field extends keyof Settings>(session: Session, field: Field): Setting<Field> {
  const texts = useTexts('settings');
  const notCalculated = useTexts('connection').savedOnly;
  const language = useLanguage();
  const value = useStore(session, () => session.settings[field]);
  const [report, setReport] = useState('');
  const set = async (changed: Settings[Field]): Promise<void> => {
    try {
      await session.save({ [field]: changed });
    } catch (error) {
      setReport(language.fill(texts.notSaved, { reason: messageOf(error) }));
      return;
    }
    setReport(texts.saved);
    await session.host.recalculate().catch(() => {
      setReport(notCalculated);
    });
  };
  return {
    value,
    report,
    set: (changed) => {
      void set(changed);
    },
  };
}
