import { useLayoutEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { Field } from '../components/field';
import { Select } from '../components/select';
import { useLanguage, useTexts } from '../texts/use-texts';
import { reasonOf } from './use-task';

const SECONDS = [0, 15, 30, 60, 300, 900, 1800, 3600, 14_400, 43_200];

/** How often all cells are refreshed without being asked. */
export function AutoRefresh({ session }: { readonly session: Session }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const [seconds, setSeconds] = useState(session.settings.autoRefreshSeconds);
  const [error, setError] = useState<string>();
  useLayoutEffect(() => session.onChange(() => { setSeconds(session.settings.autoRefreshSeconds); }), [session]);
  const labelOf = (value: number): string => {
    if (value === 0) return texts.off;
    if (value % 3600 === 0) return language.fill(texts.everyHours, { count: value / 3600 });
    return value % 60 === 0 ? language.fill(texts.everyMinutes, { count: value / 60 }) : language.fill(texts.everySeconds, { count: value });
  };
  const save = (value: string): void => {
    setError(undefined);
    setSeconds(Number(value));
    session.save({ autoRefreshSeconds: Number(value) }).catch((reason: unknown) => { setError(reasonOf(reason)); });
  };
  const offered = SECONDS.includes(seconds) ? SECONDS : [...SECONDS, seconds].sort((one, other) => one - other);
  return (
    <Field id="md-auto-refresh" label={texts.autoRefresh} hint={texts.autoRefreshHint} error={error}>
      {(control) => (
        <Select control={control} value={String(seconds)} options={offered.map((value) => ({ value: String(value), label: labelOf(value) }))} onChange={save} />
      )}
    </Field>
  );
}
