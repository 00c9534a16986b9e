import { messageOf } from '../../../core/message-of';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button';
import { useShown } from '../../components/use-shown';
import type { TabProps } from '../../tab-props';
import { useLanguage, useTexts } from '../../texts/use-texts';

const BYTES_OF_MEGABYTE = 1_000_000;

/** How much history is stored on this computer, and a way to delete it. */
export function HistoryKept({ session }: TabProps) {
  const texts = useTexts('requests');
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  const [bytes, setBytes] = useState<number | 'unknown' | 'not kept'>('unknown');
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const look = async (clear = false): Promise<void> => {
    setBusy(true);
    try {
      const archive = await session.archive();
      if (clear) await archive?.clear();
      setBytes((await archive?.size()) ?? 'not kept');
      setProblem(undefined);
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setBusy(false);
    }
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
        isBusy={isBusy}
        onClick={() => {
          if (!isBusy) void look(true);
        }}
      >
        {texts.clearHistory}
      </Button>
    </div>
  );
}
