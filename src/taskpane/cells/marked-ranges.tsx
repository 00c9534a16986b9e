import { useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { markSelection, type MarkedRange, unmark } from '../../app/workbook/snapshot-ranges';
import { Button } from '../components/button';
import { CellLink } from './cell-link';
import { Reason } from '../texts/because';
import { useLanguage, useTexts } from '../texts/use-texts';
import { a1WithSheet } from '../../core/sheet';
import { messageOf } from '../../core/basics';

interface MarkedRangesProps {
  readonly session: Session;
  readonly marked: readonly MarkedRange[];
  readonly onChanged: () => void;
}

/** Ranges with results that snapshots keep beside the MD cells. */
export function MarkedRanges({ session, marked, onChanged }: MarkedRangesProps) {
  const texts = useTexts('snapshots');
  const language = useLanguage();
  const { workbook } = session.host;
  const [error, setError] = useState<string>();
  const change = (work: Promise<unknown>): void => {
    setError(undefined);
    work
      .catch((reason: unknown) => {
        setError(messageOf(reason));
      })
      .finally(onChanged);
  };
  return (
    <>
      <h3>{texts.results}</h3>
      <p class="md-hint">{texts.resultsHint}</p>
      {marked.length > 0 && (
        <ul class="md-list" aria-label={texts.results}>
          {marked.map((range) => (
            <li key={range.name} class="md-cell-head">
              <CellLink session={session} block={range.block} />
              <Button
                look="subtle"
                label={language.fill(texts.unmarkOne, { address: a1WithSheet(range.block) })}
                onClick={() => {
                  change(unmark(workbook, range));
                }}
              >
                {texts.unmark}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Button
        onClick={() => {
          change(markSelection(workbook));
        }}
      >
        {texts.mark}
      </Button>
      {error !== undefined && (
        <p class="md-error" role="alert">
          <Reason>{error}</Reason>
        </p>
      )}
    </>
  );
}
