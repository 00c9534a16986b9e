import { useMemo, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { Button } from '../components/button';
import { Field } from '../components/field';
import { MessageBar } from '../components/message-bar';
import { Section } from '../components/section';
import { Select } from '../components/select';
import { useLanguage, useTexts } from '../texts/use-texts';
import { CellRow } from './cell-row';
import { type Costs, filterCells, hasError, isKind, type CellFilter, KINDS } from './filter-cells';
import { FixReportView } from './fix-report';
import { type FixTasks, useFixing } from './use-fixing';
import { useMore } from './use-more';
import type { Scan } from './use-scan';
import type { MdCell } from '../../app/workbook/cells';

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
