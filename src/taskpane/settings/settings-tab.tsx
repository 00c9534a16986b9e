import { SelectField, useAction, Section, Check, Button } from '../components/elements';
import { Reason, said, useTexts, useLanguageChoice } from '../texts/use-texts';
import { useSaving, SettingSelect, useSetting } from '../setting';
import { useSession, useQuotesFresh } from '../session';
import { ConnectionSection } from './connection-section';
import { listedSettings } from '../texts/listed-settings';
import { ProfileSection } from './profile-section';
import type { Area } from '../../api/interface/operation';
import type { QuotesFreshSeconds } from '../../app/settings';
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
  const lists = listedSettings(language);
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
      <SettingSelect id="md-area" {...lists.area} setting={{ value, report: areaReport, set: setArea }} />
      <SettingSelect
        id="md-quotes-fresh"
        {...lists.quotesFreshSeconds}
        setting={{ value: seconds, report, set: (chosen) => save([chosen, isOfWorkbook]) }}
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
  const [texts, language] = useTexts('values');
  const lists = listedSettings(language);
  return (
    <Section title={texts.title} place="values">
      <SettingSelect id="md-rich-values" {...lists.richValues} setting={useSetting(session, 'richValues')} />
      <SettingSelect id="md-properties" {...lists.properties} setting={useSetting(session, 'properties')} />
      <SettingSelect id="md-on-failure" {...lists.onFailure} setting={useSetting(session, 'onFailure')} />
    </Section>
  );
}

/** The limits of requests, and the stored answers. */
function RequestsSection() {
  const session = useSession();
  const [texts, language] = useTexts('requests');
  const { maxRequests, requestsAtOnce, dailyBudget } = listedSettings(language);
  const budget = useSetting(session, 'dailyBudget');
  const spent = useStore(session.activity, () => session.spending.budget?.spent ?? 0);
  return (
    <Section title={texts.title} place="requests">
      <SettingSelect
        id="md-most-requests"
        {...maxRequests}
        hint={session.hasFreeRequests ? texts.limitFree : maxRequests.hint}
        setting={useSetting(session, 'maxRequests')}
      />
      <SettingSelect id="md-requests-at-once" {...requestsAtOnce} setting={useSetting(session, 'requestsAtOnce')} />
      <SettingSelect
        id="md-daily-budget"
        {...dailyBudget}
        hint={budget.value > 0 ? language.fill(texts.spent, { count: spent }) : dailyBudget.hint}
        setting={budget}
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
