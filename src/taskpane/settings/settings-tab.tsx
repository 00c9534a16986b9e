import { SelectField, useAction, Section, Check, Button } from '../components/elements';
import { Reason, said, useTexts, useLanguageChoice } from '../texts/use-texts';
import { useSaving, SettingSelect, useSetting } from '../setting';
import { useSession, useQuotesFresh } from '../session';
import { freshText } from '../texts/cell-text';
import { ConnectionSection } from './connection-section';
import { ProfileSection } from './profile-section';
import { type Area, AREAS } from '../../api/interface/operation';
import { QUOTES_FRESH_SECONDS, type QuotesFreshSeconds, ON_FAILURE, PROPERTIES, RICH_VALUES } from '../../app/settings';
import { saveArea, saveQuotesFresh } from '../../app/workbook-settings';
import { useReading, useShown, useStore } from '../hooks';
import { useEffect, useRef } from 'preact/hooks';

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

/** The workbook's area for functions whose formula names none, and how long quotes stay fresh there or everywhere. */
function AreaSection() {
  const session = useSession();
  const [texts, language] = useTexts('settings');
  const value = useStore(session, () => session.settings.area);
  const { seconds, isOfWorkbook } = useQuotesFresh(session);
  const [areaReport, setArea] = useSaving(async (area: Area, say) => {
    await saveArea(session, area);
    say(said('settings', 'saved'));
  });
  const [report, save] = useSaving(async ([chosen, isForThis]: readonly [QuotesFreshSeconds, boolean], say) => {
    await saveQuotesFresh(session, chosen, isForThis);
    say(said('settings', 'savedOnly'));
  });
  return (
    <Section title={texts.quotesTitle} place="quotes">
      <SettingSelect
        id="md-area"
        label={texts.area}
        hint={texts.areaHint}
        setting={{ value, report: areaReport, set: setArea }}
        choices={AREAS}
        labelOf={(area) => texts[area]}
      />
      <SettingSelect
        id="md-quotes-fresh"
        label={texts.quotesFresh}
        hint={texts.quotesFreshHint}
        setting={{
          value: seconds,
          report,
          set: (chosen) => save([chosen, isOfWorkbook]),
        }}
        choices={QUOTES_FRESH_SECONDS}
        labelOf={(count) => freshText(count, language)}
      />
      <Check
        label={texts.onlyThisWorkbook}
        isChecked={isOfWorkbook}
        onChange={(isChecked) => save([isChecked ? seconds : session.settings.quotesFreshSeconds, isChecked])}
      />
    </Section>
  );
}

/** How values look in their cells, and what cells show when the service fails. */
function ValuesSection() {
  const session = useSession();
  const [texts] = useTexts('values');
  const propertiesLabels = { off: texts.propertiesOff, auto: texts.propertiesAuto, on: texts.propertiesOn };
  return (
    <Section title={texts.title} place="values">
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

const [LIMITS, AT_ONCE, BUDGETS] = [
  [20, 50, 100, 200, 500, 1_000, 5_000, 0],
  [0, 1, 2, 4, 6, 10, 20],
  [0, 500, 1_000, 2_000, 5_000, 10_000, 50_000],
];

/** The limits of requests, and the stored answers. */
function RequestsSection() {
  const session = useSession();
  const [texts, language] = useTexts('requests');
  const budget = useSetting(session, 'dailyBudget');
  const spent = useStore(session.activity, () => session.spending.budget?.spent ?? 0);
  return (
    <Section title={texts.title} place="requests">
      <SettingSelect
        id="md-most-requests"
        label={texts.limit}
        hint={session.hasFreeRequests ? texts.limitFree : texts.limitHint}
        setting={useSetting(session, 'maxRequests')}
        choices={LIMITS}
        labelOf={(count) => (count === 0 ? texts.noLimit : language.number(count))}
      />
      <SettingSelect
        id="md-requests-at-once"
        label={texts.atOnce}
        hint={texts.atOnceHint}
        setting={useSetting(session, 'requestsAtOnce')}
        choices={AT_ONCE}
        labelOf={(count) => (count === 0 ? texts.asQuickly : language.number(count))}
      />
      <SettingSelect
        id="md-daily-budget"
        label={texts.budget}
        hint={budget.value > 0 ? language.fill(texts.spent, { count: spent }) : texts.budgetHint}
        setting={budget}
        choices={BUDGETS}
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
  const { run, isBusy, problem } = useAction();
  /** Undefined while it is not known; `bytes` is if nothing can be kept. */
  const { found: size, reason, read } = useReading<{ readonly bytes: number | undefined }>();
  const look = (): Promise<void> => read(async () => ({ bytes: await (await session.archive())?.sizeInBytes() }));
  const clear = async (): Promise<void> => {
    try {
      await (await session.archive())?.removeAll();
    } finally {
      // Earlier readings are out of date now.
      await look();
    }
  };
  const lookNow = (): void => void look();
  useEffect(lookNow, [session]);
  useShown(element, lookNow);
  return (
    <div ref={element}>
      <h3>{texts.historyTitle}</h3>
      <p class="md-hint">{texts.historyHint}</p>
      <p role="status">
        {reason !== undefined ? (
          <Reason>{reason}</Reason>
        ) : size?.bytes === undefined ? (
          size && texts.noHistory
        ) : (
          language.fill(texts.historySize, { size: Math.ceil((size.bytes / BYTES_OF_MEGABYTE) * 10) / 10 })
        )}
      </p>
      {problem}
      <Button isBusy={isBusy} onClick={() => run(clear)} text={texts.clearHistory} />
    </div>
  );
}

/** Each in its own language, so that its speakers can find it. */
const NAMES = { de: 'Deutsch', en: 'English', es: 'Español', fr: 'Français', ja: '日本語', zh: '中文' };

function LanguageSection() {
  const [texts] = useTexts('settings');
  const { chosen, choose } = useLanguageChoice();
  const { run, problem } = useAction(texts.notSaved);
  return (
    <Section title={texts.languageTitle} place="language">
      <SelectField
        id="md-language"
        label={texts.language}
        hint={texts.languageHint}
        error={problem}
        options={[
          { value: '', label: texts.automatic },
          ...Object.entries(NAMES).map(([value, label]) => ({ value, label, isName: true })),
        ]}
        value={chosen}
        onChange={(code) => run(() => choose(code))}
      />
    </Section>
  );
}
