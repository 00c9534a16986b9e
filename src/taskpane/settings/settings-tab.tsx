import { useSession, freshText, useQuotesFresh } from '../session';
import { ConnectionSection } from './connection-section';
import { ProfileSection } from './profile-section';
import { type Area, AREAS } from '../../api/interface/operation';
import { QUOTES_FRESH_SECONDS, type QuotesFreshSeconds, ON_FAILURE, PROPERTIES, RICH_VALUES } from '../../app/settings';
import { saveArea, saveQuotesFresh } from '../../app/workbook-settings';
import { Section, Check, Button, Field, type Option, Select } from '../components/elements';
import { useStore, useShown, useBusy, useLatest } from '../hooks';
import { SettingSelect, useSetting } from '../setting';
import { Because, useTexts, useSaid, Reason, useLanguageChoice } from '../texts/use-texts';
import { messageOf } from '../../core/basics';
import { useEffect, useRef, useState } from 'preact/hooks';

/** The user's settings. To add a section, add a line here. */
export const SettingsTab = () => (
  <>
    <ConnectionSection />
    <AreaSection />
    <ValuesSection />
    <RequestsSection />
    <ProfileSection />
    <LanguageSection />
  </>
);

/** The workbook's area for functions whose formula names none, and how long quotes stay fresh. */
export function AreaSection() {
  const session = useSession();
  const [texts] = useTexts('settings');
  const value = useStore(session, () => session.settings.area);
  const [report, say] = useSaid();
  const set = (area: Area): void => {
    saveArea(session, area).then(
      () => {
        say((language) => language.texts.settings.saved);
      },
      (error: unknown) => {
        say((shown) => <Because text={shown.texts.settings.notSaved} reason={messageOf(error)} />);
      },
    );
  };
  return (
    <Section title={texts.quotesTitle}>
      <SettingSelect
        id="md-area"
        label={texts.area}
        hint={texts.areaHint}
        setting={{ value, report, set }}
        choices={AREAS}
        labelOf={(area) => texts[area]}
      />
      <QuotesFresh />
    </Section>
  );
}

/** How long quotes stay fresh, in all workbooks or only in this one. */
function QuotesFresh() {
  const session = useSession();
  const [texts, language] = useTexts('settings');
  const { seconds, isOfWorkbook } = useQuotesFresh(session);
  const [report, say] = useSaid();
  const save = (chosen: QuotesFreshSeconds, isForThisWorkbook: boolean): void => {
    say(undefined);
    saveQuotesFresh(session, chosen, isForThisWorkbook).then(
      () => {
        say((shown) => shown.texts.settings.savedOnly);
      },
      (error: unknown) => {
        say((shown) => <Because text={shown.texts.settings.notSaved} reason={messageOf(error)} />);
      },
    );
  };
  return (
    <>
      <SettingSelect
        id="md-quotes-fresh"
        label={texts.quotesFresh}
        hint={texts.quotesFreshHint}
        setting={{
          value: seconds,
          report,
          set: (chosen) => {
            save(chosen, isOfWorkbook);
          },
        }}
        choices={QUOTES_FRESH_SECONDS}
        labelOf={(value) => freshText(value, language)}
      />
      <Check
        label={texts.onlyThisWorkbook}
        isChecked={isOfWorkbook}
        onChange={(isChecked) => {
          save(isChecked ? seconds : session.settings.quotesFreshSeconds, isChecked);
        }}
      />
    </>
  );
}

/** How values look in their cells, and what cells show when the service fails. */
export function ValuesSection() {
  const session = useSession();
  const [texts] = useTexts('values');
  const propertiesLabels = { off: texts.propertiesOff, auto: texts.propertiesAuto, on: texts.propertiesOn };
  return (
    <Section title={texts.title}>
      <SettingSelect
        id="md-rich-values"
        label={texts.richValues}
        hint={texts.richHint}
        setting={useSetting(session, 'richValues')}
        choices={RICH_VALUES}
        labelOf={(value) => texts[value]}
      />
      <SettingSelect
        id="md-properties"
        label={texts.properties}
        hint={texts.propertiesHint}
        setting={useSetting(session, 'properties')}
        choices={PROPERTIES}
        labelOf={(value) => propertiesLabels[value]}
      />
      <SettingSelect
        id="md-on-failure"
        label={texts.onFailure}
        hint={texts.failureHint}
        setting={useSetting(session, 'onFailure')}
        choices={ON_FAILURE}
        labelOf={(value) => texts[value]}
      />
    </Section>
  );
}

const [LIMITS, BUDGETS] = [
  [20, 50, 100, 200, 500, 1_000, 5_000, 0],
  [0, 500, 1_000, 2_000, 5_000, 10_000, 50_000],
];

/** What formulas may request, and what is kept of the answers. */
export function RequestsSection() {
  const session = useSession();
  const [texts, language] = useTexts('requests');
  const [limit, budget] = [useSetting(session, 'maxRequests'), useSetting(session, 'dailyBudget')];
  const spent = useStore(session.activity, () => session.spending.budget?.spent ?? 0);
  const offered = (counts: readonly number[], chosen: number): readonly number[] =>
    counts.includes(chosen) ? counts : [chosen, ...counts];
  return (
    <Section title={texts.title}>
      <SettingSelect
        id="md-most-requests"
        label={texts.limit}
        hint={session.hasFreeRequests ? texts.limitFree : texts.limitHint}
        setting={limit}
        choices={offered(LIMITS, limit.value)}
        labelOf={(count) => (count === 0 ? texts.noLimit : language.number(count))}
      />
      <SettingSelect
        id="md-daily-budget"
        label={texts.budget}
        hint={budget.value > 0 ? language.fill(texts.spent, { count: spent }) : texts.budgetHint}
        setting={budget}
        choices={offered(BUDGETS, budget.value)}
        labelOf={(count) => (count === 0 ? texts.noBudget : language.number(count))}
      />
      <HistoryKept />
    </Section>
  );
}

const BYTES_OF_MEGABYTE = 1_000_000;

/** How much history is stored on this computer, and a way to delete it. */
function HistoryKept() {
  const session = useSession();
  const [texts, language] = useTexts('requests');
  const element = useRef<HTMLDivElement>(null);
  const [bytes, setBytes] = useState<number | 'unknown' | 'not kept'>('unknown');
  const [isClearing, whenFree] = useBusy();
  const [problem, setProblem] = useState<string>();
  const begin = useLatest();
  const look = async (): Promise<void> => {
    const signal = begin();
    const found = await session
      .archive()
      .then(async (archive) => ({ bytes: (await archive?.sizeInBytes()) ?? ('not kept' as const), problem: undefined }))
      .catch((error: unknown) => ({ bytes: 'unknown' as const, problem: messageOf(error) }));
    if (signal.aborted) return;
    setBytes(found.bytes);
    setProblem(found.problem);
  };
  const clear = async (): Promise<void> => {
    const failure = await session
      .archive()
      .then((archive) => archive?.removeAll())
      .then(() => undefined, messageOf);
    // What was read before is out of date now.
    await look();
    if (failure !== undefined) setProblem(failure);
  };
  useEffect(() => {
    void look();
  }, [session]);
  useShown(element, () => {
    void look();
  });
  return (
    <div ref={element}>
      <h3>{texts.historyTitle}</h3>
      <p class="md-hint">{texts.historyHint}</p>
      <p role="status">
        {bytes === 'not kept' && texts.noHistory}
        {typeof bytes === 'number' &&
          language.fill(texts.historySize, { size: Math.ceil((bytes / BYTES_OF_MEGABYTE) * 10) / 10 })}
      </p>
      {problem !== undefined && (
        <p class="md-error" role="alert">
          <Reason>{problem}</Reason>
        </p>
      )}
      <Button
        isBusy={isClearing}
        onClick={() => {
          whenFree(clear, (error) => {
            setProblem(messageOf(error));
          });
        }}
      >
        {texts.clearHistory}
      </Button>
    </div>
  );
}

/** Each in its own language, so that its speakers can find it. */
const NAMES: readonly Option[] = [
  { value: 'de', label: 'Deutsch' },
  { value: 'en', label: 'English' },
  { value: 'es', label: 'Español' },
  { value: 'fr', label: 'Français' },
  { value: 'ja', label: '日本語' },
  { value: 'zh', label: '中文' },
];

/** The pane's language. */
export function LanguageSection() {
  const [texts] = useTexts('settings');
  const { chosen, choose } = useLanguageChoice();
  const [problem, setProblem] = useState<string>();
  const change = async (code: string): Promise<void> => {
    try {
      await choose(code);
      setProblem(undefined);
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Section title={texts.languageTitle}>
      <Field
        id="md-language"
        label={texts.language}
        hint={texts.languageHint}
        error={problem !== undefined && <Because text={texts.notSaved} reason={problem} />}
      >
        {(control) => (
          <Select
            control={control}
            options={[{ value: '', label: texts.automatic }, ...NAMES.map((one) => ({ ...one, isName: true }))]}
            value={chosen}
            onChange={(code) => {
              void change(code);
            }}
          />
        )}
      </Field>
    </Section>
  );
}
