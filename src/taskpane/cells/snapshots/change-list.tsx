import type { Session } from '../../../app/session';
import type { Change } from '../../../app/snapshot/compare';
import { a1WithSheet } from '../../../core/sheet/a1';
import { useLanguage, useTexts } from '../../texts/use-texts';
import { CellLink } from '../cell-link';
import { changeTexts } from './change-texts';
import { useMore } from '../use-more';

const SHOWN_AT_ONCE = 100;

/** What changed since a snapshot, cell by cell: then, now, percent. */
export function ChangeList({ session, changes }: { readonly session: Session; readonly changes: readonly Change[] }) {
  const texts = useTexts('snapshots');
  const { shown, button } = useMore(changes, SHOWN_AT_ONCE, 'subtle');
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
            {shown.map((change) => (
              <ChangeRow key={a1WithSheet(change.block)} session={session} change={change} />
            ))}
          </tbody>
        </table>
      </div>
      {button}
    </>
  );
}

function ChangeRow({ session, change }: { readonly session: Session; readonly change: Change }) {
  const { then, now, percent, isFigure } = changeTexts(change, session.dateSystem, useLanguage());
  const figure = (value: unknown): string => (isFigure && typeof value === 'number' ? 'md-figure' : '');
  return (
    <tr>
      <td>
        <CellLink session={session} block={change.block} />
      </td>
      <td class={figure(change.then)}>{then}</td>
      <td class={figure(change.now)}>{now}</td>
      <td class="md-figure">{percent}</td>
    </tr>
  );
}
