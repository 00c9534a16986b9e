import { useState } from 'preact/hooks';
import type { Session } from '../../../app/session';
import type { Change } from '../../../app/snapshot/compare';
import { a1WithSheet } from '../../../core/sheet/a1';
import { Button } from '../../components/button';
import { useLanguage, useTexts } from '../../texts/use-texts';
import { CellLink } from '../cell-link';

const SHOWN_AT_ONCE = 100;
/** A number that is broken over two lines would be read as another one. */
const figure = (value: unknown): string => (typeof value === 'number' ? 'md-figure' : '');

/** What changed since a snapshot, cell by cell: then, now, percent. */
export function ChangeList({ session, changes }: { readonly session: Session; readonly changes: readonly Change[] }) {
  const texts = useTexts('snapshots');
  const cellTexts = useTexts('cells');
  const language = useLanguage();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const rest = changes.length - shown;
  const written = (value: Change['now']): string => {
    if (value === undefined) return texts.gone;
    if (value === '') return texts.blank;
    return typeof value === 'number' ? language.decimal(value) : String(value);
  };
  if (changes.length === 0) return null;
  return (
    <>
      <div class="md-changes-box">
        <table class="md-changes">
          <thead>
            <tr>
              <th scope="col">{texts.cell}</th>
              <th scope="col">{texts.then}</th>
              <th scope="col">{texts.now}</th>
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, shown).map(({ block, then, now, change }) => (
              <tr key={a1WithSheet(block)}>
                <td>
                  <CellLink session={session} block={block} />
                </td>
                <td class={figure(then)}>{written(then)}</td>
                <td class={figure(now)}>{written(now)}</td>
                <td class="md-figure">{change === undefined ? '' : language.percent(change)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 && (
        <Button
          look="subtle"
          onClick={() => {
            setShown(shown + SHOWN_AT_ONCE);
          }}
        >
          {language.fill(cellTexts.showMore, { count: Math.min(rest, SHOWN_AT_ONCE) })}
        </Button>
      )}
    </>
  );
}
