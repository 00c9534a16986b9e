import type { ComponentChildren } from 'preact';
import type { Session } from '../app/session';
import { concernsCells, type Settings } from '../app/settings';
import { Field, Select } from './components/elements';
import { Because, useSaid } from './texts/use-texts';
import { useStore } from './hooks';
import { messageOf } from '../core/basics';

interface Setting<Value> {
  readonly value: Value;
  /** The result of the last change; empty before the first. */
  readonly report: ComponentChildren;
  /** Saves at once. */
  readonly set: (value: Value) => void;
}

/** A setting that is saved as soon as it changes, and then recalculates the cells if it concerns them. */
export function useSetting<const Field extends keyof Settings>(
  session: Session,
  field: Field,
): Setting<Settings[Field]> {
  const value = useStore(session, () => session.settings[field]);
  const [report, say] = useSaid();
  const set = async (changed: Settings[Field]): Promise<void> => {
    const areCellsConcerned = concernsCells(session.settings, { [field]: changed });
    try {
      await session.save({ [field]: changed });
    } catch (error) {
      say(({ texts }) => <Because text={texts.settings.notSaved} reason={messageOf(error)} />);
      return;
    }
    if (!areCellsConcerned) {
      say(({ texts }) => texts.settings.savedOnly);
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

interface SettingSelectProps<Value extends string | number> {
  readonly id: string;
  readonly label: string;
  readonly hint: ComponentChildren;
  readonly setting: Setting<Value>;
  readonly choices: readonly Value[];
  readonly labelOf: (value: Value) => string;
}

/** A setting that is chosen from a list, and what became of the last change. */
export const SettingSelect = <Value extends string | number>({
  id,
  label,
  hint,
  setting,
  choices,
  labelOf,
}: SettingSelectProps<Value>) => (
  <>
    <Field id={id} label={label} hint={hint}>
      {(control) => (
        <Select
          control={control}
          value={String(setting.value)}
          options={choices.map((value) => ({ value: String(value), label: labelOf(value) }))}
          onChange={(chosen) => {
            setting.set(choices.find((value) => String(value) === chosen) ?? setting.value);
          }}
        />
      )}
    </Field>
    <p class="md-report" role="status">
      {setting.report}
    </p>
  </>
);
