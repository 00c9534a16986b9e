import { Field } from '../components/field';
import { Section } from '../components/section';
import { Select } from '../components/select';
import type { TabProps } from '../tab-props';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useSetting } from './use-setting';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button';
import { useShown } from '../components/use-shown';
import { useLatest } from '../use-latest';
import { messageOf } from '../../core/basics';

const [LIMITS, BUDGETS] = [
  [20, 50, 100, 200, 500, 1_000, 5_000, 0],
  [0, 500, 1_000, 2_000, 5_000, 10_000, 50_000],
];

/** What formulas may request, and what is kept of the answers. */
export function RequestsSection({ session }: TabProps) {
  const texts = useTexts('requests');
  const language = useLanguage();
  const [limit, budget] = [useSetting(session, 'maxRequests'), useSetting(session, 'dailyBudget')];
  const options = (counts: readonly number[], chosen: number, none: string) =>
    (counts.includes(chosen) ? counts : [chosen, ...counts]).map((count) => ({
      value: String(count),
      label: count === 0 ? none : language.number(count),
    }));
  return (
    <Section title={texts.title}>
      <Field id="md-most-requests" label={texts.limit} hint={texts.limitHint}>
        {(control) => (
          <Select
            control={control}
            value={String(limit.value)}
            options={options(LIMITS, limit.value, texts.noLimit)}
            onChange={(value) => {
              limit.set(Number(value));
            }}
          />
        )}
      </Field>
      <p class="md-report" role="status">
        {limit.report}
      </p>
      <Field
        id="md-daily-budget"
        label={texts.budget}
        hint={
          budget.value > 0
            ? language.fill(texts.spent, { count: session.spending.budget?.spent ?? 0 })
            : texts.budgetHint
        }
      >
        {(control) => (
          <Select
            control={control}
            value={String(budget.value)}
            options={options(BUDGETS, budget.value, texts.noBudget)}
            onChange={(value) => {
              budget.set(Number(value));
            }}
          />
        )}
      </Field>
      <p class="md-report" role="status">
        {budget.report}
      </p>
      <HistoryKept session={session} />
    </Section>
  );
}

const BYTES_OF_MEGABYTE = 1_000_000;

/** How much history is stored on this computer, and a way to delete it. */
function HistoryKept({ session }: TabProps) {
  const texts = useTexts('requests');
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  const [bytes, setBytes] = useState<number | 'unknown' | 'not kept'>('unknown');
  const [isClearing, setClearing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const begin = useLatest();
  const look = async (): Promise<void> => {
    const signal = begin();
    const found = await session
      .archive()
      .then(async (archive) => ({ bytes: (await archive?.size()) ?? ('not kept' as const), problem: undefined }))
      .catch((error: unknown) => ({ bytes: 'unknown' as const, problem: messageOf(error) }));
    if (signal.aborted) return;
    setBytes(found.bytes);
    setProblem(found.problem);
  };
  const clear = async (): Promise<void> => {
    setClearing(true);
    const failure = await session
      .archive()
      .then((archive) => archive?.clear())
      .then(() => undefined, messageOf);
    // What was read before is out of date now.
    await look();
    if (failure !== undefined) setProblem(failure);
    setClearing(false);
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
          {problem}
        </p>
      )}
      <Button
        isBusy={isClearing}
        onClick={() => {
          if (!isClearing) void clear();
        }}
      >
        {texts.clearHistory}
      </Button>
    </div>
  );
}
