import type { ComponentChildren } from 'preact';
import type { FrozenBlock } from '../../app/freeze/frozen-blocks';
import type { Session } from '../../app/session';
import { a1WithSheet } from '../../core/sheet/a1';
import { Button } from '../components/button';
import { useLanguage, useTexts } from '../texts/use-texts';
import { priceTimeText } from './age';
import { CellLink } from './cell-link';
import type { FreezeTasks } from './use-freezing';
import { useMore } from './use-more';
import { localFormula } from '../../app/workbook/formulas';

const SHOWN_AT_ONCE = 100;

/** The frozen formulas, each with a button that restores it, and below them those that were replaced once thawed. */
export function FrozenList({ session, freezing }: { readonly session: Session; readonly freezing: FreezeTasks }) {
  const texts = useTexts('cells');
  const { blocks, replaced, task } = freezing;
  return (
    <>
      {blocks.length > 0 && (
        <>
          <h3>{texts.frozenTitle}</h3>
          <FrozenRows session={session} freezing={freezing} blocks={blocks} label={texts.frozenTitle}>
            <Button
              isBusy={task.isRunning}
              onClick={() => {
                if (!task.isRunning) void freezing.thaw(blocks);
              }}
            >
              {texts.thawAll}
            </Button>
          </FrozenRows>
        </>
      )}
      {replaced.length > 0 && (
        <details class="md-fold">
          <summary>{texts.replacedTitle}</summary>
          <p class="md-hint">{texts.replacedHint}</p>
          <FrozenRows session={session} freezing={freezing} blocks={replaced} label={texts.replacedTitle} />
        </details>
      )}
    </>
  );
}

interface FrozenRowsProps {
  readonly session: Session;
  readonly freezing: FreezeTasks;
  readonly blocks: readonly FrozenBlock[];
  readonly label: string;
  /** Buttons for all of them. */
  readonly children?: ComponentChildren;
}

function FrozenRows({ session, freezing: { task, thaw }, blocks, label, children }: FrozenRowsProps) {
  const more = useMore(blocks, SHOWN_AT_ONCE);
  return (
    <>
      <ul class="md-list md-cells" aria-label={label}>
        {more.shown.map((block) => (
          <FrozenRow
            key={block.id}
            session={session}
            frozen={block}
            isBusy={task.isRunning}
            onThaw={() => {
              if (!task.isRunning) void thaw([block]);
            }}
          />
        ))}
      </ul>
      <div class="md-buttons">
        {more.button}
        {children}
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

function FrozenRow({ session, frozen, isBusy, onThaw }: FrozenRowProps) {
  const { block, formula, at, source, priceTime, isEdited, thawedAt } = frozen;
  const texts = useTexts('cells');
  const language = useLanguage();
  const time = language.dateTime(thawedAt ?? at);
  const origin =
    thawedAt !== undefined
      ? language.fill(isEdited ? texts.replacedAt : texts.undoneAt, { time })
      : source === ''
        ? language.fill(texts.frozenAt, { time })
        : language.fill(texts.frozenFrom, { time, source });
  const local = localFormula(formula, session.host.workbook.listSeparator);
  return (
    <li>
      <div class="md-cell-head">
        {block ? <CellLink session={session} block={block} /> : texts.deletedCells}
        {isEdited && thawedAt === undefined && <span class="md-badge">{texts.edited}</span>}
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
        {origin}
        {priceTimeText(priceTime, language)}
      </p>
    </li>
  );
}
