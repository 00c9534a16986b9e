import { useMemo, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { Button } from '../components/button';
import { Field } from '../components/field';
import { MessageBar } from '../components/message-bar';
import { Section } from '../components/section';
import { Select } from '../components/select';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useMore } from './use-more';
import { type MdCell, isFaulty, isWaiting } from '../../app/workbook/cells';
import { ageText, priceTimeText } from './age';
import { CellLink } from './cell-link';
import { localFormula } from '../../app/workbook/formulas';
import { type FixTasks, useFixing, FixButtons, FixReportView } from './fix';
import type { Costs, Scan } from './scan';
import { a1WithSheet } from '../../core/sheet';

/** Longer lists would be slow to render, and nobody reads them. */
const SHOWN_AT_ONCE = 200;

/** All MD formulas of the workbook, with a filter. */
export function CellList({
  session,
  scan,
  onFixed,
}: {
  readonly session: Session;
  readonly scan: Scan;
  /** Called when the cells have changed. */
  readonly onFixed: () => void;
}) {
  const texts = useTexts('cells');
  const language = useLanguage();
  const [kind, setKind] = useState<CellFilter>('all');
  const [text, setText] = useState('');
  const { cells, costs, isScanning, reason, rescan } = scan;
  const fixing = useFixing(session, cells, onFixed);
  const kindLabels: Record<CellFilter, string> = {
    all: texts.allCells,
    errors: texts.withErrors,
    costly: texts.costlyCells,
  };
  const matches = useMemo(() => filterCells(cells ?? [], kind, text, costs), [cells, costs, kind, text]);
  return (
    <Section title={texts.title}>
      <div class="md-filter">
        <Field id="md-cell-kind" label={texts.show}>
          {(control) => (
            <Select
              control={control}
              value={kind}
              options={KINDS.map((value) => ({ value, label: kindLabels[value] }))}
              onChange={(value) => {
                if (isKind(value)) setKind(value);
              }}
            />
          )}
        </Field>
        <Field id="md-cell-text" label={texts.filter}>
          {(control) => (
            <input
              {...control}
              type="search"
              autocomplete="off"
              value={text}
              onInput={(event) => {
                setText(event.currentTarget.value);
              }}
            />
          )}
        </Field>
      </div>
      <div class="md-filter-result">
        <p role="status" class="md-hint">
          {cells === undefined || isScanning ? texts.scanning : countText(cells, matches)}
        </p>
        <Button
          look="subtle"
          isBusy={isScanning}
          onClick={() => {
            if (!isScanning) rescan();
          }}
        >
          {texts.rescan}
        </Button>
      </div>
      {reason !== undefined && (
        <MessageBar tone="error" isUrgent>
          {language.fill(texts.failed, { reason })}
        </MessageBar>
      )}
      {kind === 'costly' && <p class="md-hint">{texts.costlyHint}</p>}
      <FixReportView session={session} fixing={fixing} />
      <Rows key={`${kind} ${text}`} session={session} cells={matches} costs={costs} fixing={fixing} />
    </Section>
  );

  function countText(all: readonly MdCell[], shown: readonly MdCell[]): string {
    if (all.length === 0) return texts.noCells;
    const errors = all.filter(hasError).length;
    return shown.length === all.length
      ? language.fill(texts.cellCount, { count: all.length, errors })
      : language.fill(texts.foundCount, { count: shown.length, total: all.length });
  }
}

interface RowsProps {
  readonly session: Session;
  readonly cells: readonly MdCell[];
  readonly costs: Costs;
  readonly fixing: FixTasks;
}

function Rows({ session, cells, costs, fixing }: RowsProps) {
  const texts = useTexts('cells');
  const { shown, button } = useMore(cells, SHOWN_AT_ONCE);
  return (
    <>
      {cells.length > 0 && (
        <ul class="md-list md-cells" aria-label={texts.title}>
          {shown.map((cell) => (
            <CellRow
              key={`${cell.cell.sheet}!${cell.cell.row},${cell.cell.column}`}
              session={session}
              cell={cell}
              requestCount={costs.get(cell)}
              fixing={fixing}
            />
          ))}
        </ul>
      )}
      {button}
    </>
  );
}

/** One formula: its cell, the age of its value, and what went wrong. */
function CellRow({
  session,
  cell: mdCell,
  requestCount,
  fixing,
}: {
  readonly session: Session;
  readonly cell: MdCell;
  /** How many requests it needs by itself, if known. */
  readonly requestCount: number | undefined;
  readonly fixing: FixTasks;
}) {
  const { cell, formula, text, error, lastError, partialError, hiddenError, ageMs, priceTime, spill } = mdCell;
  const texts = useTexts('cells');
  const language = useLanguage();
  const local = localFormula(formula, session.host.workbook.listSeparator);
  const isSpilled = spill.rows * spill.columns > 1;
  const shownText = isSpilled ? language.fill(texts.spillSize, { rows: spill.rows, columns: spill.columns }) : text;
  const problem = lastError ?? partialError;
  return (
    <li>
      <div class="md-cell-head">
        <CellLink session={session} block={cell} />
        {isCostly(requestCount) && (
          <span class="md-badge" title={texts.costlyHint}>
            {language.fill(texts.costRequests, { count: requestCount })}
          </span>
        )}
        <span class="md-cell-value">{error ?? shownText}</span>
      </div>
      <code class="md-cell-formula" title={local}>
        {local}
      </code>
      {problem !== undefined && <p class="md-error">{problem}</p>}
      {hiddenError !== undefined && <p class="md-hint">{language.fill(texts.hiddenError, { error: hiddenError })}</p>}
      <FixButtons cell={mdCell} fixing={fixing} />
      {ageMs !== undefined && (
        <p class="md-hint">
          {ageText(ageMs, language)}
          {priceTimeText(priceTime, language)}
        </p>
      )}
    </li>
  );
}

const KINDS = ['all', 'errors', 'costly'] as const;
type CellFilter = (typeof KINDS)[number];

const isKind = (text: string): text is CellFilter => (KINDS as readonly string[]).includes(text);

/** A formula with at least this many requests counts as costly. */
const COSTLY_REQUESTS = 20;

const isCostly = (requestCount: number | undefined): requestCount is number =>
  requestCount !== undefined && requestCount >= COSTLY_REQUESTS;

/**
 * The cells of a kind that contain every word of a text: in the address, the formula, the displayed text or the error.
 *
 * @internal
 */
export function filterCells(cells: readonly MdCell[], kind: CellFilter, text: string, costs: Costs): readonly MdCell[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return cells.filter((cell) => isOfKind(cell, kind, costs) && words.every((word) => searchText(cell).includes(word)));
}

/**
 * A cell that still waits for its value has no error either.
 *
 * @internal
 */
export const hasError = (cell: MdCell): boolean =>
  (isFaulty(cell) || cell.partialError !== undefined) && !isWaiting(cell.error);

function isOfKind(cell: MdCell, kind: CellFilter, costs: Costs): boolean {
  if (kind === 'errors') return hasError(cell);
  return kind === 'all' || isCostly(costs.get(cell));
}

const searchText = ({ cell, formula, text, lastError = '', partialError = '', hiddenError = '' }: MdCell): string =>
  `${a1WithSheet(cell)}\n${formula}\n${text}\n${lastError}\n${partialError}\n${hiddenError}`.toLowerCase();
