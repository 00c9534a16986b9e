import { useSession } from '../session';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { ScheduleRule } from '../../app/workbook/snapshot-due';
import { MAX_KEPT, scheduleCost, SnapshotClock } from '../../app/workbook/snapshot-schedule';
import { TRAITS } from '../../functions/generated/function-traits';
import { Button, Field, MessageBar, Select } from '../components/elements';
import { Reason, useTexts } from '../texts/use-texts';
import { useBusy, useLatest, useChange, useDraw } from '../hooks';
import { FRIDAY, MONDAY } from '../../core/calendar/iso-dates';
import { messageOf } from '../../core/basics';

const WHEN = ['off', 'weekly', 'workdays', 'close', 'month-end'] as const;
type When = (typeof WHEN)[number];

/** What the user has entered; nothing of it counts until it is set. */
interface ScheduleDraft {
  readonly when: When;
  readonly day: number;
  readonly time: string;
  readonly mic: string;
  readonly keep: string;
}

const START: ScheduleDraft = { when: 'off', day: FRIDAY, time: '17:00', mic: 'XNYS', keep: '12' };
const WORKDAYS = [MONDAY, 2, 3, 4, FRIDAY];

interface ScheduleSectionProps {
  readonly onTaken: () => void;
}

/** When snapshots are taken by themselves: what that costs first, then the next one, and those that were missed. */
export function ScheduleSection({ onTaken }: ScheduleSectionProps) {
  const session = useSession();
  const [texts, language] = useTexts('schedule');
  const clock = session.part(SnapshotClock);
  const [draft, setDraft] = useState(() => draftOf(clock));
  const [error, setError] = useState<string>();
  const [isBusy, begin] = useBusy();
  const draw = useDraw();
  useChange(clock, () => {
    draw();
    onTaken();
  });
  // Only another schedule replaces what the user is entering.
  const kept = JSON.stringify(draftOf(clock));
  useEffect(() => {
    setDraft(draftOf(clock));
  }, [kept]);
  const cost = useCost(session, draft.when !== 'off');
  const { schedule, next, isHere } = clock;
  const change = (part: Partial<ScheduleDraft>): void => {
    setError(undefined);
    setDraft({ ...draft, ...part });
  };
  const showProblem = (reason: unknown): void => {
    setError(messageOf(reason));
  };
  const save = (): void => {
    setError(undefined);
    begin(
      () => clock.set(draft.when === 'off' ? undefined : { rule: ruleOf(draft), keep: Number(draft.keep) }),
      showProblem,
    );
  };
  return (
    <>
      <h3>{texts.title}</h3>
      <p class="md-hint">{texts.hint}</p>
      <Field
        id="md-schedule-when"
        label={texts.when}
        error={error === undefined ? undefined : <Reason>{error}</Reason>}
        hint={cost === undefined ? undefined : language.fill(texts.cost, { count: cost })}
      >
        {(control) => (
          <Select
            control={control}
            value={draft.when}
            options={WHEN.map((value) => ({ value, label: texts[value] }))}
            onChange={(when) => {
              change({ when: when as When });
            }}
          />
        )}
      </Field>
      {draft.when === 'weekly' && (
        <Field id="md-schedule-day" label={texts.day}>
          {(control) => (
            <Select
              control={control}
              value={String(draft.day)}
              options={Array.from({ length: 7 }, (_, index) => (index + 1) % 7).map((day) => ({
                value: String(day),
                label: language.weekday(day),
              }))}
              onChange={(day) => {
                change({ day: Number(day) });
              }}
            />
          )}
        </Field>
      )}
      {(draft.when === 'weekly' || draft.when === 'workdays') && (
        <Field id="md-schedule-time" label={texts.time} remark={ownZone()}>
          {(control) => (
            <input
              {...control}
              type="time"
              value={draft.time}
              onInput={(event) => {
                change({ time: event.currentTarget.value });
              }}
            />
          )}
        </Field>
      )}
      {(draft.when === 'close' || draft.when === 'month-end') && (
        <Field id="md-schedule-mic" label={texts.exchange} hint={texts.closeHint}>
          {(control) => (
            <input
              {...control}
              autocomplete="off"
              value={draft.mic}
              onInput={(event) => {
                change({ mic: event.currentTarget.value });
              }}
            />
          )}
        </Field>
      )}
      {draft.when !== 'off' && (
        <Field id="md-schedule-keep" label={texts.keep} hint={texts.keepHint}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={MAX_KEPT}
              value={draft.keep}
              onInput={(event) => {
                change({ keep: event.currentTarget.value });
              }}
            />
          )}
        </Field>
      )}
      <div class="md-buttons">
        <Button isBusy={isBusy} onClick={save}>
          {texts.set}
        </Button>
      </div>
      <div role="status">
        {schedule && !isHere && <p>{texts.elsewhere}</p>}
        {isHere && next !== undefined && <p>{language.fill(texts.next, { time: language.dateTime(next) })}</p>}
      </div>
      {isHere && schedule && schedule.missed.length > 0 && (
        <MessageBar tone="warning">
          <p>{language.fill(texts.missed, { count: schedule.missed.length })}</p>
          <ul class="md-list">
            {schedule.missed.map(({ dueAt, reason }) => (
              <li key={dueAt}>
                {language.dateTime(dueAt)}
                {reason !== undefined && (
                  <>
                    {': '}
                    <Reason>{reason}</Reason>
                  </>
                )}
              </li>
            ))}
          </ul>
          <Button
            look="subtle"
            onClick={() => {
              clock.forgetMissed().catch(showProblem);
            }}
          >
            {texts.forget}
          </Button>
        </MessageBar>
      )}
    </>
  );
}

/** What each snapshot requests at least; undefined while it is not counted, or nothing is scheduled. */
function useCost(session: Session, isWanted: boolean): number | undefined {
  const [cost, setCost] = useState<number>();
  const begin = useLatest();
  useEffect(() => {
    const signal = begin();
    setCost(undefined);
    if (isWanted)
      scheduleCost(session, TRAITS).then(
        (count) => {
          if (!signal.aborted) setCost(count);
        },
        () => undefined,
      );
  }, [session, isWanted]);
  return cost;
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @internal */
export function ruleOf({ when, day, time, mic }: Omit<ScheduleDraft, 'keep'>): ScheduleRule {
  if (when === 'close' || when === 'month-end') return { kind: when, mic: mic.trim().toUpperCase() };
  const [hours = NaN, minutes = NaN] = time.split(':').map(Number);
  return {
    kind: 'weekly',
    days: when === 'workdays' ? WORKDAYS : [day],
    minute: hours * 60 + minutes,
    zone: ownZone(),
  };
}

/** The schedule as it is set. */
function draftOf({ schedule }: SnapshotClock): ScheduleDraft {
  if (!schedule) return START;
  const { rule } = schedule;
  const keep = String(schedule.keep);
  if (rule.kind !== 'weekly') return { ...START, when: rule.kind, mic: rule.mic, keep };
  const [hours, minutes] = [Math.floor(rule.minute / 60), rule.minute % 60];
  return {
    ...START,
    when: rule.days.length > 1 ? 'workdays' : 'weekly',
    day: rule.days[0] ?? FRIDAY,
    time: [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':'),
    keep,
  };
}
