import { Button } from '../components/button';
import { Field } from '../components/field';
import { Section } from '../components/section';
import { Table } from '../components/table';
import type { TabProps } from '../tab-props';
import './wire-names.css';
import {
  namesInForce,
  type ParsedWireNames,
  parseWireNames,
  writeWireNames,
  type LearnedNames,
  learnWireNames,
  readNamesFile,
  targetsOf,
} from '../../app/wire-names';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import type { Settings } from '../../app/settings';
import { useBusy } from '../use-busy';
import { useLatest } from '../use-latest';
import { useStore } from '../use-store';
import { TRAITS } from '../../functions/generated/function-traits';
import { MessageBar } from '../components/message-bar';
import { Because } from '../texts/because';
import { useLanguage, useTexts, type Said, useSaid } from '../texts/use-texts';
import { messageOf } from '../../core/basics';

const LINES_SHOWN = 4;

/** The service's own names of parameters: shown, edited by hand, or learned from the service. */
export function WireNamesSection({ session }: TabProps) {
  const texts = useTexts('wireNames');
  const language = useLanguage();
  const state = useWireNames(session);
  const { names, text, problems, report, isLearning } = state;
  const error = problems
    .map(({ line, message }) => language.fill(texts.line, { line, problem: language.reason(message) ?? message }))
    .join('\n');
  return (
    <Section title={texts.title}>
      <p class="md-hint">{texts.hint}</p>
      <details class="md-fold">
        <summary>{texts.inForce}</summary>
        <Table
          caption={texts.inForce}
          columns={[texts.parameter, texts.sentAs]}
          rows={namesInForce(names, TARGETS).map(({ name, wires, isChanged }) => [
            <span translate={false}>{name}</span>,
            isChanged ? (
              <strong translate={false}>{wires.join(', ')}</strong>
            ) : (
              <span translate={false}>{wires.join(', ')}</span>
            ),
          ])}
        />
      </details>
      <Field id="md-wire-names" label={texts.changed} hint={texts.changedHint} error={error || undefined}>
        {(control) => (
          <textarea
            {...control}
            rows={LINES_SHOWN}
            spellcheck={false}
            autocapitalize="off"
            value={text}
            onInput={(event) => {
              state.type(event.currentTarget.value);
            }}
          />
        )}
      </Field>
      <div class="md-buttons">
        <Button onClick={state.save}>{texts.save}</Button>
        <Button isBusy={isLearning} onClick={state.learn}>
          {texts.learn}
        </Button>
        {Object.keys(names).length > 0 && (
          <Button look="subtle" onClick={state.restoreBuiltIn}>
            {texts.useBuiltIn}
          </Button>
        )}
      </div>
      <Field id="md-wire-names-file" label={texts.importFile} hint={texts.importHint}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) state.importFile(file);
              // The same file may be chosen again after a change.
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      <p class="md-report" role="status">
        {report}
      </p>
      <LearnedNamesView state={state} />
    </Section>
  );
}

interface WireNamesState {
  readonly names: Settings['wireNames'];
  /** The contents of the text box. */
  readonly text: string;
  readonly problems: ParsedWireNames['problems'];
  readonly report: ComponentChildren;
  /** The service's last answer; undefined before the first, and once it is applied. */
  readonly learned: LearnedNames | undefined;
  readonly isLearning: boolean;
  readonly type: (text: string) => void;
  readonly save: () => void;
  readonly learn: () => void;
  /** Puts a file's names into the text box, to be saved by the user. */
  readonly importFile: (file: File) => void;
  readonly applyLearned: () => void;
  readonly restoreBuiltIn: () => void;
}

/** Edits names by hand, learns them from the service, and restores the built-in ones. */
function useWireNames(session: Session): WireNamesState {
  const names = useStore(session, () => session.settings.wireNames);
  const kept = writeWireNames(names, TARGETS);
  const [text, setText] = useState(kept);
  const [problems, setProblems] = useState<ParsedWireNames['problems']>([]);
  const [report, say] = useSaid();
  const [learned, setLearned] = useState<LearnedNames>();
  const [isLearning, whenFree] = useBusy();
  const begin = useLatest();

  // Only changed names replace what the user is typing.
  useEffect(() => {
    setText(kept);
  }, [kept]);

  const fail = (error: unknown): void => {
    say(({ texts }) => <Because text={texts.wireNames.failed} reason={messageOf(error)} />);
  };

  async function use(wireNames: Settings['wireNames'], said: Said): Promise<void> {
    try {
      await session.save({ wireNames });
      setProblems([]);
      setLearned(undefined);
    } catch (error) {
      fail(error);
      return;
    }
    say(said);
    await session.host.recalculate().catch(() => {
      say(({ texts }) => texts.connection.savedOnly);
    });
  }

  function learn(): void {
    whenFree(async () => {
      setLearned(undefined);
      say(({ texts }) => texts.wireNames.learning);
      setLearned(await learnWireNames(session, begin()));
      say(({ texts }) => texts.wireNames.learnt);
    }, fail);
  }

  function save(): void {
    const parsed = parseWireNames(text, TARGETS);
    setProblems(parsed.problems);
    if (parsed.problems.length === 0) void use(parsed.names, ({ texts }) => texts.wireNames.saved);
    else say(undefined);
  }

  async function importFile(file: File): Promise<void> {
    try {
      setText(writeWireNames(readNamesFile(await file.text()), TARGETS));
      setProblems([]);
      say(({ texts }) => texts.wireNames.imported);
    } catch (error) {
      fail(error);
    }
  }

  return {
    names,
    text,
    problems,
    report,
    learned,
    isLearning,
    type: setText,
    save,
    learn,
    importFile: (file) => {
      void importFile(file);
    },
    applyLearned: () => {
      if (learned) void use(learned.names, ({ texts }) => texts.wireNames.saved);
    },
    restoreBuiltIn: () => {
      void use({}, ({ texts }) => texts.wireNames.reverted);
    },
  };
}

/** The parameters whose names users may change. */
const TARGETS = targetsOf(TRAITS);

/** What differs in the service's description, shown to the user before any of it is used. */
function LearnedNamesView({ state: { learned, applyLearned } }: { readonly state: WireNamesState }) {
  const texts = useTexts('wireNames');
  const language = useLanguage();
  if (!learned) return null;
  const { differences } = learned;
  if (differences.length === 0) return <MessageBar tone="success">{texts.nothingDiffers}</MessageBar>;
  const hasNames = differences.some(({ kind }) => kind === 'renamed');
  return (
    <MessageBar
      tone={hasNames ? 'info' : 'warning'}
      actions={
        hasNames && (
          <Button look="primary" onClick={applyLearned}>
            {texts.useNames}
          </Button>
        )
      }
    >
      <p>{texts.differences}</p>
      <ul class="md-list">
        {differences.map((difference) => (
          <li key={JSON.stringify(difference)}>{language.fill(texts[difference.kind], { ...difference })}</li>
        ))}
      </ul>
    </MessageBar>
  );
}
