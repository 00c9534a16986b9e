import type { Session } from '../../../app/session';
import type { Change, ComparedSide, SnapshotComparison } from '../../../app/snapshot/compare';
import { a1WithSheet } from '../../../core/sheet/a1';
import { useLanguage, useTexts } from '../../texts/use-texts';
import { CellLink } from '../cell-link';
import { changeTexts } from './change-texts';
import { useMore } from '../use-more';

const SHOWN_AT_ONCE = 100;

/** What changed from the older to the newer, cell by cell: both values, and percent or why there is none. */
export function ChangeList({
  session,
  comparison: { older, newer, changes },
}: {
  readonly session: Session;
  readonly comparison: SnapshotComparison;
}) {
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
              <SideHeading side={older} />
              <SideHeading side={newer} />
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

function SideHeading({ side: { name, at } }: { readonly side: ComparedSide }) {
  const texts = useTexts('snapshots');
  return (
    <th scope="col">
      {name ?? texts.now}
      <br />
      {useLanguage().dateTime(at)}
    </th>
  );
}

function ChangeRow({ session, change }: { readonly session: Session; readonly change: Change }) {
  const { older, newer, note, isFigure } = changeTexts(change, session.dateSystem, useLanguage());
  const figure = (value: unknown): string => (isFigure && typeof value === 'number' ? 'md-figure' : '');
  return (
    <tr>
      <td>
        <CellLink session={session} block={change.block} />
      </td>
      <td class={figure(change.older)}>{older}</td>
      <td class={figure(change.newer)}>{newer}</td>
      <td class={change.difference === undefined ? 'md-figure' : ''}>{note}</td>
    </tr>
  );
}
