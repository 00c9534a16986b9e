import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../components/button';
import { Section } from '../components/section';
import { useShown } from '../components/use-shown';
import type { TabProps } from '../tab-props';
import { Reason } from '../texts/because';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useBusy } from '../use-busy';
import { useLatest } from '../use-latest';
import { useStore } from '../use-store';
import { SettingSelect, useSetting } from '../setting';
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
