import { useEffect, useRef, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { TRAITS } from '../../functions/generated/function-traits';
import { Check } from '../components/check';
import { Field } from '../components/field';
import { Select } from '../components/select';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useChange } from '../use-store';
import { useRecalculated } from './use-recalculated';
import { messageOf } from '../../core/message-of';
import { type RefreshRate, refreshRate } from '../../app/refresh/auto-refresh';

const SECONDS = [0, 15, 30, 60, 300, 900, 1800, 3600, 14_400, 43_200];

/** The interval of the automatic refresh. */
export function AutoRefresh({ session }: { readonly session: Session }) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const [seconds, setSeconds] = useState(session.settings.autoRefreshSeconds);
  const [isAlways, setAlways] = useState(session.settings.refreshesAlways);
  const [error, setError] = useState<string>();
  useChange(session, () => {
    setSeconds(session.settings.autoRefreshSeconds);
    setAlways(session.settings.refreshesAlways);
  });
  const labelOf = (value: number): string => {
    if (value === 0) return texts.off;
    if (value % 3600 === 0) return language.fill(texts.everyHours, { count: value / 3600 });
    return value % 60 === 0
      ? language.fill(texts.everyMinutes, { count: value / 60 })
      : language.fill(texts.everySeconds, { count: value });
  };
  const save = (value: string): void => {
    setError(undefined);
    setSeconds(Number(value));
    session.save({ autoRefreshSeconds: Number(value) }).catch((reason: unknown) => {
      setError(messageOf(reason));
    });
  };
  const rate = useRate(session, seconds);
  const offered = SECONDS.includes(seconds) ? SECONDS : [...SECONDS, seconds].sort((one, other) => one - other);
  return (
    <>
      <Field
        id="md-auto-refresh"
        label={texts.autoRefresh}
        hint={
          rate === undefined || seconds === 0
            ? texts.autoRefreshHint
            : language.fill(texts.refreshRate, { count: rate.eachTime, hourly: rate.perHour })
        }
        error={error}
      >
        {(control) => (
          <Select
            control={control}
            value={String(seconds)}
            options={offered.map((value) => ({ value: String(value), label: labelOf(value) }))}
            onChange={save}
          />
        )}
      </Field>
      {rate !== undefined && rate.livePerHour > 0 && (
        <p class="md-hint">{language.fill(texts.liveRate, { count: rate.livePerHour })}</p>
      )}
      {seconds > 0 && (
        <>
          <Check
            label={texts.refreshAlways}
            isChecked={isAlways}
            onChange={(isChecked) => {
              setAlways(isChecked);
              session.save({ refreshesAlways: isChecked }).catch((reason: unknown) => {
                setError(messageOf(reason));
              });
            }}
          />
          <p class="md-hint">{texts.refreshAlwaysHint}</p>
        </>
      )}
    </>
  );
}

/** The cost of the automatic refresh and of live cells; undefined while it is not counted yet. */
function useRate(session: Session, seconds: number): RefreshRate | undefined {
  const [rate, setRate] = useState<RefreshRate>();
  const turn = useRef(0);
  const count = (): void => {
    const own = ++turn.current;
    refreshRate(session, TRAITS, seconds).then(
      (counted) => {
        if (own === turn.current) setRate(counted);
      },
      () => undefined,
    );
  };
  useRecalculated(session, count);
  useEffect(() => {
    setRate(undefined);
    count();
    return () => {
      turn.current++;
    };
  }, [session, seconds]);
  return rate;
}
