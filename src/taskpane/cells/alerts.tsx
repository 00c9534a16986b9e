import { useSession } from '../session';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Alert } from '../../app/workbook/alerts';
import { englishNumber } from '../../app/workbook/formulas';
import { messageOf } from '../../core/basics';
import { a1WithSheet } from '../../core/sheet';
import { useAnnounce } from '../components/announcer';
import { Button, Field, MessageBar, Section } from '../components/elements';
import { Because, useLanguage, useSaid, useTexts } from '../texts/use-texts';
import type { Language } from '../texts/language';
import { useBusy, type LateCode, useLate, useStore } from '../hooks';
import { CellLink } from './cell-link';

interface AlertProps {
  readonly late: LateCode;
}

/** Sets alerts, and lists them. */
export function AlertsSection({ late }: AlertProps) {
  const session = useSession();
  const texts = late.textsOfTools(useLanguage()).alerts;
  const [{ failed }] = useTexts('cells');
  const alerts = session.part(late.Alerts);
  const all = useStore(alerts, () => alerts.all);
  const [level, setLevel] = useState('');
  const [report, say] = useSaid();
  const [isBusy, begin] = useBusy();
  const { workbook } = session.host;
  const add = (): void => {
    begin(
      async () => {
        const number = englishNumber(level, workbook);
        const cell = await workbook.selection();
        const isSet = number !== undefined && (await alerts.add(cell, Number(number)));
        const key = number === undefined ? 'noLevel' : isSet ? 'set' : 'noNumber';
        if (isSet) setLevel('');
        say((shown) => shown.fill(late.textsOfTools(shown).alerts[key], { cell: a1WithSheet(cell), level }));
      },
      (error) => {
        say(() => <Because text={failed} reason={messageOf(error)} />);
      },
    );
  };
  return (
    <Section title={texts.title}>
      <Field id="md-alert-level" label={texts.level} hint={texts.hint}>
        {(control) => (
          <input
            {...control}
            inputMode="decimal"
            value={level}
            onInput={({ currentTarget }) => {
              setLevel(currentTarget.value);
            }}
          />
        )}
      </Field>
      <Button isBusy={isBusy} onClick={add}>
        {texts.add}
      </Button>
      <p class="md-report" role="status">
        {report}
      </p>
      <AlertList late={late} alerts={all} label={texts.title} />
    </Section>
  );
}

interface CrossedAlertsProps {
  /** Whether an alert may be set now, so that the workbook need not have one. */
  readonly maySet: boolean;
}

/** What has crossed, above every tab. */
export function CrossedAlerts({ maySet }: CrossedAlertsProps) {
  const session = useSession();
  const [hasSome, setSome] = useState(false);
  useEffect(() => {
    const look = (): void => {
      session.host.workbook.tracked('MD_alert_').then(
        ({ size }) => {
          setSome(size > 0);
        },
        () => undefined,
      );
    };
    look();
    return session.host.workbook.on('replaced', look);
  }, [session]);
  const late = useLate(hasSome || maySet);
  return late ? <Crossed late={late} /> : null;
}

function Crossed({ late }: AlertProps) {
  const session = useSession();
  const language = useLanguage();
  const announce = useAnnounce();
  const alerts = session.part(late.Alerts);
  const crossed = useStore(alerts, () => alerts.all).filter((one) => one.crossed);
  const told = useRef(0);
  useEffect(() => {
    if (crossed.length > told.current) announce(alertText(crossed.at(-1)!, language, late));
    told.current = crossed.length;
  }, [crossed.length]);
  if (crossed.length === 0) return null;
  return (
    <MessageBar tone="warning">
      <AlertList late={late} alerts={crossed} label={late.textsOfTools(language).alerts.title} />
    </MessageBar>
  );
}

interface AlertListProps extends AlertProps {
  readonly alerts: readonly Alert[];
  readonly label: string;
}

function AlertList({ late, alerts, label }: AlertListProps) {
  const session = useSession();
  const language = useLanguage();
  const texts = late.textsOfTools(language).alerts;
  const [{ failed }] = useTexts('cells');
  const [problem, setProblem] = useState<string>();
  if (alerts.length === 0) return null;
  return (
    <ul class="md-list" aria-label={label}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <CellLink block={alert.cell} />
          <p>{alertText(alert, language, late)}</p>
          <Button
            look="subtle"
            label={language.fill(texts.removeOne, { cell: a1WithSheet(alert.cell) })}
            onClick={() => {
              session
                .part(late.Alerts)
                .remove(alert)
                .catch((error: unknown) => {
                  setProblem(messageOf(error));
                });
            }}
          >
            {texts.remove}
          </Button>
          {problem !== undefined && (
            <span class="md-error" role="alert">
              <Because text={failed} reason={problem} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function alertText({ cell, level, from, crossed }: Alert, language: Language, late: LateCode): string {
  const texts = late.textsOfTools(language).alerts;
  return language.fill(crossed ? texts.crossed : texts[from], {
    cell: a1WithSheet(cell),
    level: language.decimal(level),
    value: language.decimal(crossed?.value ?? level),
    time: language.dateTime(crossed?.at ?? 0),
  });
}
