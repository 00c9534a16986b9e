import { type Report, because, said, useSaid } from './texts/use-texts';
import { Check, SelectField, ReportLine } from './components/elements';
import type { ComponentChildren } from 'preact';
import type { Session } from '../app/session';
import { concernsCells, type Settings } from '../app/settings';
import { useStore } from './hooks';

export interface Setting<Value> {
  readonly value: Value;
  /** The result of the last change; empty before the first. */
  readonly report: ComponentChildren;
  readonly set: (value: Value) => void;
}

/** A setting that is saved as soon as it changes, and then recalculates the cells if it concerns them. */
export function useSetting<const Field extends keyof Settings>(
  session: Session,
  field: Field,
): Setting<Settings[Field]> {
  const value = useStore(session, () => session.settings[field]);
  const [report, set] = useSaving(async (changed: Settings[Field], say) => {
    const areCellsConcerned = concernsCells(session.settings, { [field]: changed });
    await session.save({ [field]: changed });
    say(said('settings', areCellsConcerned ? 'saved' : 'savedOnly'));
    if (areCellsConcerned) await session.host.recalculate().catch(() => say(said('connection', 'savedOnly')));
  });
  return { value, report, set };
}

/** Saves each change, and reports its outcome. */
export function useSaving<Value>(
  save: (value: Value, say: (report: Report) => void) => Promise<void>,
): readonly [report: ComponentChildren, set: (value: Value) => void] {
  const [report, say] = useSaid();
  return [
    report,
    (value) => {
      save(value, say).catch((error: unknown) => say(because('settings', 'notSaved', error)));
    },
  ];
}

interface SettingSelectProps<Value extends string | number> {
  readonly id: string;
  readonly label: string;
  readonly hint: ComponentChildren;
  readonly setting: Setting<Value>;
  readonly choices: readonly Value[];
  readonly labelOf: (value: Value) => string;
}

/** A setting that is chosen from a list, with the outcome of the last change. Another value that is stored is offered too. */
export const SettingSelect = <Value extends string | number>({
  setting,
  choices,
  labelOf,
  ...field
}: SettingSelectProps<Value>) => (
  <>
    <SelectField
      {...field}
      value={String(setting.value)}
      options={(choices.includes(setting.value) ? choices : [setting.value, ...choices]).map((value) => ({
        value: String(value),
        label: labelOf(value),
      }))}
      onChange={(chosen) => setting.set(choices.find((value) => String(value) === chosen) ?? setting.value)}
    />
    <ReportLine>{setting.report}</ReportLine>
  </>
);

interface SettingCheckProps {
  readonly label: string;
  readonly hint: string;
  readonly setting: Setting<boolean>;
}

/** A setting that is on or off, with the outcome of the last change. */
export const SettingCheck = ({ label, hint, setting }: SettingCheckProps) => (
  <>
    <Check label={label} isChecked={setting.value} onChange={setting.set} />
    <p class="md-hint">{hint}</p>
    <ReportLine>{setting.report}</ReportLine>
  </>
);
