import { messageOf } from '../../core/message-of';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { Settings } from '../../app/settings';
import { useLanguage, useTexts } from '../texts/use-texts';

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
  const [value, setValue] = useState(session.settings[field]);
  const [report, setReport] = useState('');
  useLayoutEffect(
    () =>
      session.onChange(() => {
        setValue(session.settings[field]);
      }),
    [session, field],
  );
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
