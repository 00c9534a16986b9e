import { SelectField, TextField, useAction, Button, MessageBar } from '../components/elements';
import { useLoaded, useChange, useDraw } from '../hooks';
import { useSession } from '../session';
import { useEffect, useState } from 'preact/hooks';
import type { ScheduleRule } from '../../app/workbook/snapshot-due';
import { planRefresh } from '../../app/workbook/refresh';
import { MAX_KEPT, SnapshotClock } from '../../app/workbook/snapshot-schedule';
import { Reason, useTexts } from '../texts/use-texts';
import { FRIDAY, MONDAY } from '../../core/calendar/iso-dates';

const WHEN = ['off', 'weekly', 'workdays', 'close', 'month-end'] as const;
type When = (typeof WHEN)[number];

/** What the user has entered; nothing of it counts until it is set. */
interface ScheduleDraft {
  readonly when: When;
  /** Counted from Sunday, 0. */
  readonly day: string;
  readonly time: string;
  readonly mic: string;
  readonly keep: string;
}

const START: ScheduleDraft = { when: 'off', day: String(FRIDAY), time: '17:00', mic: 'XNYS', keep: '12' };
const WORKDAYS = [MONDAY, 2, 3, 4, FRIDAY];
const WEEK = [...WORKDAYS, 6, 0];

/** When snapshots are taken by themselves: what that costs first, then the next one, and those that were missed. */
export function ScheduleSection({ onTaken }: { readonly onTaken: () => void }) {
  const session = useSession();
  const [texts, language] = useTexts('schedule');
  const clock = session.part(SnapshotClock);
  const [draft, setDraft] = useState(() => draftOf(clock));
  const { run, isBusy, problem } = useAction();
  const draw = useDraw();
  useChange(clock, () => {
    draw();
    onTaken();
  });
  // Only another schedule replaces what the user is entering.
  const kept = JSON.stringify(draftOf(clock));
  useEffect(() => setDraft(draftOf(clock)), [kept]);
  const isOn = draft.when !== 'off';
  // Each scheduled snapshot refreshes all cells first.
  const [plan] = useLoaded(() => (isOn ? planRefresh(session, 'all') : undefined), [session, isOn]);
  const cost = plan?.requestCount;
  const { schedule, next, isHere } = clock;
  const changes = (field: keyof ScheduleDraft) => (text: string) => setDraft({ ...draft, [field]: text });
  const hasTime = draft.when === 'weekly' || draft.when === 'workdays';
  return (
    <>
      <h3>{texts.title}</h3>
      <p class="md-hint">{texts.hint}</p>
      <SelectField
        id="md-schedule-when"
        label={texts.when}
        error={problem}
        hint={cost === undefined ? undefined : language.fill(texts.cost, { count: cost })}
        value={draft.when}
        options={WHEN.map((value) => ({ value, label: texts[value] }))}
        onChange={changes('when')}
      />
      {draft.when === 'weekly' && (
        <SelectField
          id="md-schedule-day"
          label={texts.day}
          value={draft.day}
          options={WEEK.map((day) => ({ value: String(day), label: language.weekday(day) }))}
          onChange={changes('day')}
        />
      )}
      {hasTime && (
        <TextField
          id="md-schedule-time"
          label={texts.time}
          remark={ownZone()}
          input={{ type: 'time' }}
          value={draft.time}
          onText={changes('time')}
        />
      )}
      {isOn && !hasTime && (
        <TextField
          id="md-schedule-mic"
          label={texts.exchange}
          hint={texts.closeHint}
          value={draft.mic}
          onText={changes('mic')}
        />
      )}
      {isOn && (
        <TextField
          id="md-schedule-keep"
          label={texts.keep}
          hint={texts.keepHint}
          input={{ type: 'number', min: 1, max: MAX_KEPT }}
          value={draft.keep}
          onText={changes('keep')}
        />
      )}
      <div class="md-buttons">
        <Button
          isBusy={isBusy}
          onClick={() => run(() => clock.set(isOn ? { rule: ruleOf(draft), keep: Number(draft.keep) } : undefined))}
          text={texts.set}
        />
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
          <Button look="subtle" onClick={() => run(() => clock.forgetMissed())} text={texts.forget} />
        </MessageBar>
      )}
    </>
  );
}

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** @internal */
export function ruleOf({ when, day, time, mic }: Omit<ScheduleDraft, 'keep'>): ScheduleRule {
  if (when === 'close' || when === 'month-end') return { kind: when, mic: mic.trim().toUpperCase() };
  const [hours = NaN, minutes = NaN] = time.split(':').map(Number);
  return {
    kind: 'weekly',
    days: when === 'workdays' ? WORKDAYS : [Number(day)],
    minute: hours * 60 + minutes,
    zone: ownZone(),
  };
}

function draftOf({ schedule }: SnapshotClock): ScheduleDraft {
  if (!schedule) return START;
  const { rule } = schedule;
  const keep = String(schedule.keep);
  if (rule.kind !== 'weekly') return { ...START, when: rule.kind, mic: rule.mic, keep };
  const [hours, minutes] = [Math.floor(rule.minute / 60), rule.minute % 60];
  return {
    ...START,
    when: rule.days.length > 1 ? 'workdays' : 'weekly',
    day: String(rule.days[0] ?? FRIDAY),
    time: [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':'),
    keep,
  };
}
