import { Button } from '../components/button';
import { Field } from '../components/field';
import { Section } from '../components/section';
import { Table } from '../components/table';
import type { TabProps } from '../tab-props';
import { namesInForce, type LearnedNames, learnWireNames, readNamesFile, targetsOf } from '../../app/wire-names';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
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

/** The service's own names of parameters: shown, learned from the service or a file, and taken back one by one. */
export function WireNamesSection({ session }: TabProps) {
  const texts = useTexts('wireNames');
  const state = useWireNames(session);
  const { names, report, isLearning } = state;
  return (
    <Section title={texts.title}>
      <p class="md-hint">{texts.hint}</p>
      <details class="md-fold">
        <summary>{texts.inForce}</summary>
        <Table
          caption={texts.inForce}
          columns={[texts.parameter, texts.sentAs]}
          rows={namesInForce(names, TARGETS).map(({ name, keys, wires, isChanged }) => [
            <span translate={false}>{name}</span>,
            isChanged ? (
              <>
                <strong translate={false}>{wires.join(', ')}</strong>{' '}
                <Button
                  look="subtle"
                  label={`${texts.takeBack}: ${name}`}
                  onClick={() => {
                    state.takeBack(keys);
                  }}
                >
                  {texts.takeBack}
                </Button>
              </>
            ) : (
              <span translate={false}>{wires.join(', ')}</span>
            ),
          ])}
        />
      </details>
      <div class="md-buttons">
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
  readonly report: ComponentChildren;
  /** What the service or a file proposed last; undefined before, and once it is applied. */
  readonly learned: LearnedNames | undefined;
  readonly isLearning: boolean;
  readonly learn: () => void;
  readonly importFile: (file: File) => void;
  readonly applyLearned: () => void;
  /** Sends the built-in names again for these parameters. */
  readonly takeBack: (keys: readonly string[]) => void;
  readonly restoreBuiltIn: () => void;
}

/** Learns names from the service or a file, and restores the built-in ones. */
function useWireNames(session: Session): WireNamesState {
  const names = useStore(session, () => session.settings.wireNames);
  const [report, say] = useSaid();
  const [learned, setLearned] = useState<LearnedNames>();
  const [isLearning, whenFree] = useBusy();
  const begin = useLatest();

  const fail = (error: unknown): void => {
    say(({ texts }) => <Because text={texts.wireNames.failed} reason={messageOf(error)} />);
  };

  async function use(wireNames: Settings['wireNames'], said: Said): Promise<void> {
    try {
      await session.save({ wireNames });
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

  async function importFile(file: File): Promise<void> {
    setLearned(undefined);
    try {
      setLearned(readNamesFile(await file.text(), session.settings.wireNames));
      say(({ texts }) => texts.wireNames.imported);
    } catch (error) {
      fail(error);
    }
  }

  const reverted: Said = ({ texts }) => texts.wireNames.reverted;
  return {
    names,
    report,
    learned,
    isLearning,
    learn,
    importFile: (file) => {
      void importFile(file);
    },
    applyLearned: () => {
      if (learned) void use(learned.names, ({ texts }) => texts.wireNames.saved);
    },
    takeBack: (keys) => {
      void use(Object.fromEntries(Object.entries(names).filter(([key]) => !keys.includes(key))), reverted);
    },
    restoreBuiltIn: () => {
      void use({}, reverted);
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
