import { useEffect, useRef, useState } from 'preact/hooks';
import { type Alert, Alerts } from '../../app/workbook/alerts';
import { englishNumber } from '../texts/typed';
import { type DateSystem, daysFromSerial, MS_PER_DAY, serialFromDays } from '../../core/calendar/dates';
import { dayFromIso, withIsoDate } from '../../core/calendar/iso-dates';
import { showsMoment } from '../../core/calendar/moment-formats';
import { a1WithSheet, cellOf } from '../../core/sheet';
import { useAnnounce } from '../components/announcer';
import { Button, MessageBar, Section, TextField, useAction, ReportLine } from '../components/elements';
import { useLoaded, useStore, useWorkbookEvent } from '../hooks';
import { useSession } from '../session';
import type { Language } from '../texts/language';
import { said, useSaid, useTexts } from '../texts/use-texts';
import { CellLink, CellRows } from './cell-link';

export function AlertsSection() {
  const session = useSession();
  const [texts, language] = useTexts('alerts');
  const [{ failed }] = useTexts('cells');
  const alerts = session.part(Alerts);
  const all = useStore(alerts, () => alerts.all);
  const [level, setLevel] = useState('');
  const [report, say] = useSaid();
  /** The alert that the report is about; empty if it is about none. */
  const [reported, setReported] = useState('');
  const isTrue = reported === '' || all.some(({ id, crossed }) => id === reported && !crossed);
  const { run, isBusy, problem } = useAction(failed);
  const { workbook } = session.host;
  const [cell, look] = useLoaded(
    () => workbook.selection().then(({ sheet, row, column }) => cellOf(sheet, row, column)),
    [workbook],
  );
  useWorkbookEvent(session, 'selected', look);
  const named = cell ? a1WithSheet(cell) : '';
  const add = async (): Promise<void> => {
    say(undefined);
    if (!cell) return;
    // As a cell reads it.
    const { listSeparator, numberMarks = language.numberMarks } = workbook;
    const [digits = '', isPercent] = level.trim().split(/\s*(%)$/);
    const number = englishNumber(digits, { listSeparator, numberMarks });
    const day = dayFromIso(withIsoDate(level.trim()));
    const date = day === undefined ? NaN : serialFromDays(day, session.dateSystem);
    const value = number === undefined ? date : Number(isPercent ? `${number}e-2` : number);
    const id = Number.isNaN(value) ? undefined : await alerts.add(cell, value);
    const key = Number.isNaN(value) ? 'noLevel' : id === undefined ? 'noNumber' : 'set';
    if (id !== undefined) setLevel('');
    setReported(id ?? '');
    const text = value === date ? level.trim() : language.decimal(value);
    say(said('alerts', key, { cell: named, level: text, example: language.decimal(1.05) }));
  };
  return (
    <Section title={texts.title} place="alerts">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(add);
        }}
      >
        <TextField
          id="md-alert-level"
          label={language.fill(texts.level, { cell: named })}
          hint={texts.hint}
          input={{ inputMode: 'decimal' }}
          value={level}
          onText={setLevel}
        />
        <Button type="submit" isBusy={isBusy} text={texts.add} />
      </form>
      <ReportLine>{isTrue && report}</ReportLine>
      {problem}
      <AlertList alerts={all.filter(({ crossed }) => !crossed)} />
    </Section>
  );
}

/** The alerts whose level was crossed, above every tab. */
export function CrossedAlerts() {
  const [texts, language] = useTexts('alerts');
  const bar = useRef<HTMLDivElement>(null);
  const announce = useAnnounce();
  const session = useSession();
  const alerts = session.part(Alerts);
  // The newest comes first, whichever was set first.
  const crossed = useStore(alerts, () => alerts.all)
    .filter((one) => one.crossed)
    .sort((one, other) => other.crossed!.at - one.crossed!.at);
  const told = useRef(0);
  useEffect(() => {
    if (crossed.length > told.current) {
      announce(`${a1WithSheet(crossed[0]!.cell)} ${alertText(crossed[0]!, language, session.dateSystem)}`);
      bar.current!.scrollIntoView({ block: 'nearest' });
    }
    told.current = crossed.length;
  }, [crossed.length]);
  if (crossed.length === 0) return null;
  return (
    <div ref={bar}>
      <MessageBar tone="warning">
        <AlertList alerts={crossed} removeAll={texts.removeAll} />
      </MessageBar>
    </div>
  );
}

interface AlertListProps {
  readonly alerts: readonly Alert[];
  /** The text of the button that removes them, where there is one. */
  readonly removeAll?: string;
}

function AlertList({ alerts, removeAll = '' }: AlertListProps) {
  const session = useSession();
  const [texts, language] = useTexts('alerts');
  const [{ failed }] = useTexts('cells');
  const { run, problem } = useAction(failed);
  const remove = (some: readonly Alert[]) => () =>
    run(() => Promise.all(some.map((one) => session.part(Alerts).remove(one))));
  const ofAll = removeAll !== '' && alerts.length > 1 && (
    <Button look="subtle" onClick={remove(alerts)} text={removeAll} />
  );
  return (
    <>
      <CellRows label={texts.title} items={alerts} atOnce={3} keyOf={({ id }) => id} buttons={ofAll || undefined}>
        {(alert) => (
          <>
            <CellLink block={alert.cell} />
            <p>{alertText(alert, language, session.dateSystem)}</p>
            <Button
              look="subtle"
              label={language.fill(texts.removeOne, { cell: a1WithSheet(alert.cell) })}
              onClick={remove([alert])}
              text={texts.remove}
            />
          </>
        )}
      </CellRows>
      {problem}
    </>
  );
}

function alertText(
  { level, from, crossed, content: { format } }: Alert,
  language: Language,
  system: DateSystem,
): string {
  const texts = language.texts.alerts;
  const ofCrossed = from === 'below' ? texts.rose : texts.fell;
  const isDate = showsMoment(format) && level >= 1;
  const text = (value: number, isWhole = false): string =>
    isDate
      ? language.cellTime(Math.round(daysFromSerial(value, system) * MS_PER_DAY))
      : language.figure(value, format, isWhole);
  return language.fill(crossed ? ofCrossed : texts[from], {
    level: text(level, true),
    value: text(crossed?.value ?? level),
    time: language.dateTime(crossed?.at ?? 0),
  });
}
