import type { Session } from '../../app/session';
import type { Settings } from '../../app/settings';
import { useSaid } from '../texts/use-said';
import { useStore } from '../use-store';
import { messageOf } from '../../core/basics';

interface Setting<Field extends keyof Settings> {
  readonly value: Settings[Field];
  /** The result of the last change; empty before the first. */
  readonly report: string;
  /** Saves at once. */
  readonly set: (value: Settings[Field]) => void;
}

/** A setting that is saved as soon as it changes, and then recalculates the cells. */
export function useSetting<const Field extends keyof Settings>(session: Session, field: Field): Setting<Field> {
  const value = useStore(session, () => session.settings[field]);
  const [report, say] = useSaid();
  const set = async (changed: Settings[Field]): Promise<void> => {
    try {
      await session.save({ [field]: changed });
    } catch (error) {
      say((language) => language.fill(language.texts.settings.notSaved, { reason: messageOf(error) }));
      return;
    }
    say(({ texts }) => texts.settings.saved);
    await session.host.recalculate().catch(() => {
      say(({ texts }) => texts.connection.savedOnly);
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
