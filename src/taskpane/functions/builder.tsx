import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CATALOG } from '../../functions/catalog';
import type { FunctionText } from '../../functions/help/help-json';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { useHeight } from '../components/use-height';
import type { TabProps } from '../tab-props';
import { ErrorBoundary } from '../error-boundary';
import { FunctionHelpView } from '../help/function-help';
import { ArgumentField, argumentId } from './argument-field';
import { type Entries, withArea, formulaText, entriesOf } from './formula';
import { InsertSection } from './insert-section';
import { localFormula, type Culture } from '../../app/workbook/formulas';
import { type AnyDeclaration, isStreaming, enteredFor, parameterWithRole } from '../../functions/define';
import { CopyButton } from '../components/copy-button';
import { evaluate, type Preview, PreviewSection, missingParameters, usePreview } from './preview';
import type { KnownResult } from './insertion';
import type { Session } from '../../app/session';
import { type CallTrace, Cancellation } from '../../core/call';
import { inTime } from '../../core/waiting';
import { useLanguage, useTexts } from '../texts/use-texts';
import { entriesFor, writtenAs } from '../completion/entries';
import { SECONDS_PER_HOUR } from '../../core/calendar/dates';

export interface BuilderProps extends TabProps {
  /** The function's id. */
  readonly id: string;
  /** The initial values of its arguments. */
  readonly initial: Entries;
  /** Undefined while loading. */
  readonly text: FunctionText | undefined;
  readonly onBack: () => void;
  /** Opens a function in place of this one, with these values of its arguments. */
  readonly onOpen: (id: string, entries: Entries) => void;
}

/** One function: its arguments, the resulting formula, its preview, and the way into the sheet. */
export function Builder({ session, id, initial, text, onBack, onOpen }: BuilderProps) {
  const declaration = CATALOG.find((one) => one.id === id)!;
  const texts = useTexts('functions');
  const language = useLanguage();
  const [entries, setEntries] = useState<Entries>(initial);
  const written = withArea(declaration, entries, session.settings.area);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const preview = usePreview(declaration, entries, session, heading);
  const foot = useRef<HTMLDivElement>(null);
  useHeight(foot, '--md-foot-height');
  useLayoutEffect(() => {
    heading.current?.focus();
  }, []);
  const ownArea = enteredFor(declaration, 'area', entries) || session.settings.area;
  const { workbook } = session.host;
  const { listSeparator } = workbook;
  // A host that loads its workbook late then says how this user types numbers.
  const [, setOpened] = useState(false);
  useEffect(() => {
    workbook.outline().then(
      () => {
        setOpened(true);
      },
      () => undefined,
    );
  }, [workbook]);
  const name = `MD.${declaration.id}`;
  const live = requestsPerHourOf(declaration, entries);
  const missing = missingParameters(declaration, entries);
  const [tried, setTried] = useState(0);
  // Once what is missing says so: a screen reader reads it with the field that gets the focus.
  useLayoutEffect(() => {
    if (tried > 0) document.getElementById(argumentId(missing[0] ?? ''))?.focus();
  }, [tried]);
  return (
    <div class="md-builder">
      <Button look="subtle" class="md-back" onClick={onBack}>
        <Icon name="back" />
        {texts.back}
      </Button>
      <h2 ref={heading} tabIndex={-1} translate={false}>
        {name}
      </h2>
      <div class="md-about">
        <p lang="en">{text?.summary}</p>
        {text && (
          <p class="md-hint">
            {texts.example}{' '}
            <span lang="en">
              <code>{localFormula(text.example.formula, listSeparator)}</code> gives {text.example.gives}
            </span>
          </p>
        )}
        {text && (
          <Button
            look="subtle"
            class="md-help-button"
            isExpanded={isHelpOpen}
            onClick={() => {
              setHelpOpen(!isHelpOpen);
            }}
          >
            {language.fill(texts.help, { name })}
          </Button>
        )}
        {text && isHelpOpen && (
          <ErrorBoundary>
            <FunctionHelpView
              details={text.details}
              page={text.page}
              listSeparator={listSeparator}
              onUse={(formula) => {
                onOpen(id, entriesOf(formula, Object.keys(declaration.parameters), listSeparator));
              }}
              onChoose={(other) => {
                onOpen(other, {});
              }}
            />
          </ErrorBoundary>
        )}
      </div>
      <div class="md-form">
        {Object.entries(declaration.parameters).map(([parameter, shape]) => (
          <ArgumentField
            key={parameter}
            name={parameter}
            parameter={shape}
            session={session}
            help={text?.parameters[parameter]}
            text={entries[parameter] ?? ''}
            isMissing={tried > 0 && missing.includes(parameter)}
            source={entriesFor(session, declaration, shape, {
              entered: entries,
              tooltips: text?.parameters[parameter]?.words,
              language: language.code,
            })}
            writtenAs={(entry) => writtenAs(entry, declaration, ownArea)}
            onText={(entered) => {
              setEntries((before) => ({ ...before, [parameter]: entered }));
            }}
          />
        ))}
      </div>
      <p class="md-hint">{texts.expressionHint}</p>
      {live !== undefined && <p class="md-hint">{language.fill(texts.liveCost, { count: live })}</p>}
      <PreviewSection preview={preview} dateSystem={session.dateSystem} />
      <div class="md-builder-foot" ref={foot}>
        <FormulaLine declaration={declaration} entries={written} culture={workbook} />
        <InsertSection
          session={session}
          formula={formulaText(declaration, written, workbook)}
          result={() => resultFor(declaration, written, session, preview)}
          onMissing={
            preview.is === 'missing'
              ? () => {
                  setTried(tried + 1);
                }
              : undefined
          }
        />
      </div>
    </div>
  );
}

/** How long inserting waits to know the size of the result. */
const MAX_LOOK_MS = 10_000;

async function resultFor(
  declaration: AnyDeclaration,
  entries: Entries,
  session: Session,
  preview: Preview,
): Promise<KnownResult> {
  if (preview.is === 'known') return preview;
  if (preview.is === 'unknown') return { outcome: undefined };
  const trace: CallTrace = {};
  const outcome = await inTime(
    () => evaluate(declaration, entries, session, new Cancellation(), trace),
    MAX_LOOK_MS,
  ).catch(() => undefined);
  return { outcome, moreRows: trace.moreRows };
}

interface FormulaLineProps {
  readonly declaration: AnyDeclaration;
  readonly entries: Entries;
  readonly culture: Culture;
}

/** The formula as this user would type it. */
function FormulaLine({ declaration, entries, culture }: FormulaLineProps) {
  const texts = useTexts('functions');
  const formula = localFormula(formulaText(declaration, entries, culture), culture.listSeparator);
  return (
    <section class="md-formula" aria-label={texts.formula}>
      <code translate={false}>{formula}</code>
      <CopyButton formula={formula} />
    </section>
  );
}

/**
 * How many requests a live cell sends in an hour by itself; undefined for other cells, and if the entry does not tell.
 */
function requestsPerHourOf(declaration: AnyDeclaration, entries: Entries): number | undefined {
  const interval = parameterWithRole(declaration, 'interval');
  if (!isStreaming(declaration) || !interval) return undefined;
  const [name, parameter] = interval;
  const text = entries[name]?.trim() ?? '';
  const every = Number(text === '' ? parameter.default : text);
  return every >= 1 ? Math.floor(SECONDS_PER_HOUR / Math.floor(every)) : undefined;
}
