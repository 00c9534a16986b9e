import type { DateSystem } from '../../core/calendar/dates';
import { CellError } from '../../core/errors';
import { MessageBar } from '../components/message-bar';
import { Table } from '../components/table';
import { useLanguage, useTexts } from '../texts/use-texts';
import { cellText } from '../texts/cell-text';
import { outcomeSize } from './insertion';
import type { Preview } from './use-preview';

const [ROWS_SHOWN, COLUMNS_SHOWN] = [8, 6];

interface PreviewSectionProps {
  readonly preview: Preview;
  readonly dateSystem: DateSystem;
}

/** The first cells of the formula's result, and its size, which a sample does not have. */
export function PreviewSection({ preview, dateSystem }: PreviewSectionProps) {
  const texts = useTexts('functions');
  return (
    <section aria-label={texts.result} class="md-preview" aria-busy={preview.is === 'calculating'}>
      <h3>{texts.result}</h3>
      <PreviewContent preview={preview} dateSystem={dateSystem} />
    </section>
  );
}

function PreviewContent({ preview, dateSystem }: PreviewSectionProps) {
  const texts = useTexts('functions');
  const language = useLanguage();
  if (preview.is === 'missing')
    return <p class="md-hint">{language.fill(texts.missing, { parameters: preview.parameters.join(', ') })}</p>;
  if (preview.is === 'everything')
    return <p class="md-hint">{language.fill(texts.everyExchange, { parameter: preview.parameter })}</p>;
  if (preview.is !== 'known') return <p class="md-hint">{texts[preview.is]}</p>;
  const { outcome } = preview;
  const error = outcome instanceof CellError ? outcome : outcome.flat().find((cell) => cell instanceof CellError);
  const bar = error && (
    <MessageBar tone="error">
      <span lang="en">
        <strong>{error.code}</strong> {error.message}
      </span>
    </MessageBar>
  );
  const { rows, columns } = outcomeSize(outcome);
  if (outcome instanceof CellError || (error && rows * columns === 1)) return bar;
  const shown = outcome.slice(0, ROWS_SHOWN).map((row) =>
    row.slice(0, COLUMNS_SHOWN).map((cell) => (
      <span translate={false} title={cell instanceof CellError ? cell.message : undefined}>
        {cellText(cell, dateSystem, (value) => language.decimal(value))}
      </span>
    )),
  );
  return (
    <>
      <Table caption={texts.result} isCaptionHidden rows={shown} />
      {bar}
      <p class="md-hint">
        {preview.moreRows !== undefined
          ? texts.cut
          : language.fill(texts.size, {
              rows: language.fill(texts.rows, { count: rows }),
              columns: language.fill(texts.columns, { count: columns }),
            })}
      </p>
    </>
  );
}
