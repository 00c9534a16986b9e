import { useEffect, useRef, useState } from 'preact/hooks';
import { type Alert, Alerts } from '../../app/workbook/alerts';
import { englishNumber } from '../../app/workbook/formulas';
import { a1WithSheet } from '../../core/sheet';
import { useAnnounce } from '../components/announcer';
import { Button, MessageBar, Section, TextField, useAction, ReportLine } from '../components/elements';
import { useStore } from '../hooks';
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
  const add = async (): Promise<void> => {
    say(undefined);
    // As the pane writes the level in its list; only what that leaves open, as the spreadsheet does.
    const { listSeparator } = workbook;
    const number =
      englishNumber(level, { listSeparator, numberMarks: language.numberMarks }) ?? englishNumber(level, workbook);
    const cell = await workbook.selection();
    const id = number === undefined ? undefined : await alerts.add(cell, Number(number));
    const key = number === undefined ? 'noLevel' : id === undefined ? 'noNumber' : 'set';
    if (id !== undefined) setLevel('');
    setReported(id ?? '');
    say(said('alerts', key, { cell: a1WithSheet(cell), level: language.decimal(Number(number)) }));
  };
  return (
    <Section title={texts.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          run(add);
        }}
      >
        <TextField
          id="md-alert-level"
          label={texts.level}
          hint={texts.hint}
          input={{ inputMode: 'decimal' }}
          value={level}
          onText={setLevel}
        />
        <Button type="submit" isBusy={isBusy} text={texts.add} />
      </form>
      <ReportLine>{isTrue && report}</ReportLine>
      {problem}
      <AlertList alerts={all} />
    </Section>
  );
}

/** The alerts whose level was crossed, above every tab. */
export function CrossedAlerts() {
  const [, language] = useTexts('alerts');
  const announce = useAnnounce();
  const alerts = useSession().part(Alerts);
  const crossed = useStore(alerts, () => alerts.all).filter((one) => one.crossed);
  const told = useRef(0);
  useEffect(() => {
    if (crossed.length > told.current) announce(alertText(crossed.at(-1)!, language));
    told.current = crossed.length;
  }, [crossed.length]);
  if (crossed.length === 0) return null;
  return (
    <MessageBar tone="warning">
      <AlertList alerts={crossed} />
    </MessageBar>
  );
}

function AlertList({ alerts }: { readonly alerts: readonly Alert[] }) {
  const session = useSession();
  const [texts, language] = useTexts('alerts');
  const [{ failed }] = useTexts('cells');
  const { run, problem } = useAction(failed);
  return (
    <>
      <CellRows label={texts.title} items={alerts} keyOf={({ id }) => id}>
        {(alert) => (
          <>
            <CellLink block={alert.cell} />
            <p>{alertText(alert, language)}</p>
            <Button
              look="subtle"
              label={language.fill(texts.removeOne, { cell: a1WithSheet(alert.cell) })}
              onClick={() => run(() => session.part(Alerts).remove(alert))}
              text={texts.remove}
            />
          </>
        )}
      </CellRows>
      {problem}
    </>
  );
}

function alertText({ cell, level, from, crossed, content: { format } }: Alert, language: Language): string {
  const texts = language.texts.alerts;
  return language.fill(crossed ? texts.crossed : texts[from], {
    cell: a1WithSheet(cell),
    level: language.decimal(level),
    value: language.figure(crossed?.value ?? level, format),
    time: language.dateTime(crossed?.at ?? 0),
  });
}
