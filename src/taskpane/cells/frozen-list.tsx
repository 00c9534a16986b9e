import type { FrozenBlock } from '../../app/freeze/freeze';
import type { Session } from '../../app/session';
import { a1WithSheet } from '../../core/sheet/a1';
import { Button } from '../components/button';
import { localFormula } from '../../app/formulas/local-formula';
import { useLanguage, useTexts } from '../texts/use-texts';
import { priceTimeText } from './age';
import { CellLink } from './cell-link';
import type { FreezeTasks } from './use-freezing';
import { useMore } from './use-more';

const SHOWN_AT_ONCE = 100;

/** The frozen formulas, each with a button that restores it. */
export function FrozenList({ session, freezing }: { readonly session: Session; readonly freezing: FreezeTasks }) {
  const texts = useTexts('cells');
  const { blocks, task } = freezing;
  const more = useMore(blocks, SHOWN_AT_ONCE);
  const thaw = (chosen: readonly FrozenBlock[]): void => {
    if (!task.isRunning) void freezing.thaw(chosen);
  };
  if (blocks.length === 0) return null;
  return (
    <>
      <h3>{texts.frozenTitle}</h3>
      <ul class="md-list md-cells" aria-label={texts.frozenTitle}>
        {more.shown.map((block) => (
          <FrozenRow
            key={block.id}
            session={session}
            frozen={block}
            isBusy={task.isRunning}
            onThaw={() => {
              thaw([block]);
            }}
          />
        ))}
      </ul>
      <div class="md-buttons">
        {more.button}
        <Button
          isBusy={task.isRunning}
          onClick={() => {
            thaw(blocks);
          }}
        >
          {texts.thawAll}
        </Button>
      </div>
    </>
  );
}

interface FrozenRowProps {
  readonly session: Session;
  readonly frozen: FrozenBlock;
  readonly isBusy: boolean;
  readonly onThaw: () => void;
}

function FrozenRow({
  session,
  frozen: { block, formula, at, source, priceTime, isEdited },
  isBusy,
  onThaw,
}: FrozenRowProps) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const time = language.dateTime(at);
  const local = localFormula(formula, session.host.workbook.listSeparator);
  return (
    <li>
      <div class="md-cell-head">
        {block ? <CellLink session={session} block={block} /> : texts.deletedCells}
        {isEdited && <span class="md-badge">{texts.edited}</span>}
        <Button
          look="subtle"
          isBusy={isBusy}
          label={language.fill(texts.thawOne, { address: block ? a1WithSheet(block) : texts.deletedCells })}
          onClick={onThaw}
        >
          {texts.thaw}
        </Button>
      </div>
      <code class="md-cell-formula" title={local}>
        {local}
      </code>
      <p class="md-hint">
        {source === '' ? language.fill(texts.frozenAt, { time }) : language.fill(texts.frozenFrom, { time, source })}
        {priceTimeText(priceTime, language)}
      </p>
    </li>
  );
}
