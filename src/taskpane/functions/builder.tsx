import { useSession } from '../session';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { CATALOG } from '../../functions/catalog';
import type { FunctionText, FunctionDetails } from '../../functions/help/help-json';
import { Button, Icon, ErrorBoundary, CopyButton, MessageBar, Table } from '../components/elements';
import { useHeight, useLoaded } from '../hooks';
import { ArgumentField, argumentId } from './argument-field';
import { type Entries, withArea, formulaText, entriesOf, isExpression } from './formula';
import { InsertSection } from './insert-section';
import { localFormula } from '../texts/typed';
import { type AnyDeclaration, isStreaming } from '../../functions/define';
import { enteredFor, parameterWithRole } from '../../functions/roles';
import { evaluate, type Preview, PreviewSection, missingParameters, usePreview } from './preview';
import type { KnownResult } from './insertion';
import type { Culture } from '../../app/host';
import type { Session } from '../../app/session';
import type { CallTrace } from '../../core/call';
import { Cancellation } from '../../core/cancellation';
import { inTime } from '../../core/waiting';
import { useTexts } from '../texts/use-texts';
import { areasOf, entriesFor, type Entry } from '../completion/entries';
import { SECONDS_PER_HOUR } from '../../core/calendar/dates';
import type { HelpSection } from '../../functions/help/explain';
import { packNames } from '../../core/packing';
import { maxListLengthOf } from '../../app/settings';
import './help.css';

export interface BuilderProps {
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
export function Builder({ id, initial, text, onBack, onOpen }: BuilderProps) {
  const session = useSession();
  const declaration = CATALOG.find((one) => one.id === id)!;
  const [texts, language] = useTexts('functions');
  const [entries, setEntries] = useState<Entries>(initial);
  const written = withArea(declaration, entries, session.settings.area);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  useHeight(foot, '--md-foot-height');
  useLayoutEffect(() => {
    heading.current?.focus();
  }, []);
  const ownArea = enteredFor(declaration, 'area', entries) || session.settings.area;
  const { workbook } = session.host;
  const { listSeparator } = workbook;
  const formula = formulaText(declaration, written, workbook);
  const preview = usePreview(declaration, entries, session, heading, workbook);
  // A host that loads its workbook late then knows the user's number format.
  useLoaded(() => workbook.outline(), [workbook]);
  const name = `MD.${declaration.id}`;
  const live = requestsPerHourOf(session, declaration, entries);
  const missing = missingParameters(declaration, entries);
  const [tried, setTried] = useState(0);
  // After the missing fields show their errors: a screen reader reads the error with the focused field.
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
            onClick={() => setHelpOpen(!isHelpOpen)}
            text={language.fill(texts.help, { name })}
          />
        )}
        {text && isHelpOpen && (
          <ErrorBoundary>
            <FunctionHelpView
              details={text.details}
              page={text.page}
              listSeparator={listSeparator}
              onUse={(formula) => onOpen(id, entriesOf(formula, Object.keys(declaration.parameters), workbook))}
              onChoose={(other) => onOpen(other, {})}
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
            help={text?.parameters[parameter]}
            text={entries[parameter] ?? ''}
            isMissing={tried > 0 && missing.includes(parameter)}
            source={entriesFor(session, declaration, shape, {
              entered: entries,
              tooltips: text?.parameters[parameter]?.words,
              language: language.code,
            })}
            writtenAs={(entry) => writtenAs(entry, declaration, ownArea)}
            onText={(entered) => setEntries((before) => ({ ...before, [parameter]: entered }))}
          />
        ))}
      </div>
      <p class="md-hint">{texts.expressionHint}</p>
      {live !== undefined && <p class="md-hint">{language.fill(texts.liveCost, { count: live })}</p>}
      <PreviewSection preview={preview} dateSystem={session.dateSystem} formula={formula} />
      <div class="md-builder-foot" ref={foot}>
        <FormulaLine formula={localFormula(formula, listSeparator)} />
        <InsertSection
          formula={formula}
          result={() => resultFor(declaration, written, session, preview, workbook)}
          onMissing={preview.is === 'missing' ? () => setTried(tried + 1) : undefined}
        />
      </div>
    </div>
  );
}

/** How long inserting waits for the size of the result. */
const MAX_LOOK_MS = 10_000;

async function resultFor(
  declaration: AnyDeclaration,
  entries: Entries,
  session: Session,
  preview: Preview,
  culture: Culture,
): Promise<KnownResult> {
  if (preview.is === 'known') return preview;
  if (preview.is === 'unknown') return { outcome: undefined };
  const trace: CallTrace = {};
  const outcome = await inTime(
    () => evaluate(declaration, entries, session, new Cancellation(), culture, trace),
    MAX_LOOK_MS,
  ).catch(() => undefined);
  return { outcome, moreRows: trace.moreRows };
}

/** The formula as this user would type it. */
function FormulaLine({ formula }: { readonly formula: string }) {
  const [texts] = useTexts('functions');
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
function requestsPerHourOf(session: Session, declaration: AnyDeclaration, entries: Entries): number | undefined {
  const interval = parameterWithRole(declaration, 'interval');
  const symbols = enteredFor(declaration, 'symbols', entries);
  if (!isStreaming(declaration) || !interval || isExpression(symbols)) return undefined;
  const [name, parameter] = interval;
  const text = entries[name]?.trim() ?? '';
  const every = Number(text === '' ? parameter.default : text);
  const lists = packNames(symbols.split(','), maxListLengthOf(session)).length;
  return every >= 1 ? Math.max(1, lists) * Math.floor(SECONDS_PER_HOUR / Math.floor(every)) : undefined;
}

interface FunctionHelpProps {
  /** Where its details are, and its page. */
  readonly details: string;
  readonly page: string;
  readonly listSeparator: string;
  /** Fills the builder with an example. */
  readonly onUse: (formula: string) => void;
  /** Opens the builder of another function, by its id. */
  readonly onChoose: (id: string) => void;
}

/** The help of one function inside the pane: its result, examples to use, its own tables, and related functions. */
function FunctionHelpView({ details: address, page, listSeparator, onUse, onChoose }: FunctionHelpProps) {
  const [texts] = useTexts('functions');
  const [{ loading }, language] = useTexts('shell');
  const [details] = useLoaded(() => readDetails(address).catch((): 'missing' => 'missing'), [address]);
  if (details === undefined) return <p class="md-hint md-loading">{loading}</p>;
  if (details === 'missing') return <MessageBar tone="warning">{texts.notLoaded}</MessageBar>;
  const { returns, examples, sections, seeAlso } = details;
  return (
    <div class="md-help">
      <h3>{texts.gives}</h3>
      <p lang="en">{returns}</p>
      <h3>{texts.examples}</h3>
      <ul class="md-examples">
        {examples.map(({ formula, gives }) => {
          const local = localFormula(formula, listSeparator);
          return (
            <li key={formula}>
              <code translate={false}>{local}</code>
              <p lang="en" class="md-hint">
                {gives}
              </p>
              <div class="md-buttons">
                <Button
                  look="subtle"
                  label={language.fill(texts.useExample, { formula: local })}
                  onClick={() => onUse(formula)}
                  text={texts.use}
                />
                <CopyButton formula={local} label={language.fill(texts.copyExample, { formula: local })} />
              </div>
            </li>
          );
        })}
      </ul>
      {sections.map((section) => (
        <details key={section.title} lang="en">
          <summary>{section.title}</summary>
          <p class="md-hint">{section.text}</p>
          <HelpTable section={section} />
        </details>
      ))}
      <h3>{texts.seeAlso}</h3>
      <p class="md-buttons">
        {seeAlso.map((id) => (
          <Button key={id} look="subtle" onClick={() => onChoose(id)}>
            <span translate={false}>MD.{id}</span>
          </Button>
        ))}
      </p>
      <a href={page} target="_blank" rel="noreferrer">
        {texts.openPage}
        <Icon name="open" />
      </a>
    </div>
  );
}

async function readDetails(address: string): Promise<FunctionDetails | 'missing'> {
  const response = await fetch(address);
  return response.ok ? ((await response.json()) as FunctionDetails) : 'missing';
}

/** A section's table; backticks in its cells mark code. */
const HelpTable = ({ section: { title, head, rows } }: { readonly section: HelpSection }) => (
  <Table caption={title} columns={head} rows={rows.map((row) => row.map(withCode))} />
);

const withCode = (text: string) =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} translate={false}>
        {part}
      </code>
    ) : (
      part
    ),
  );

/** How an entry is written into the argument: with its area where it would be looked up in another. */
const writtenAs = ({ code, area }: Entry, { sources }: AnyDeclaration, ownArea: string): string =>
  area === undefined || area === ownArea || areasOf(sources).length === 1 ? code : `${area}:${code}`;
