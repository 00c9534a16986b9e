import { Button } from '../../components/button';
import { Field } from '../../components/field';
import { Section } from '../../components/section';
import { Table } from '../../components/table';
import type { TabProps } from '../../tab-props';
import { useLanguage, useTexts } from '../../texts/use-texts';
import { LearnedNamesView } from './learned-names';
import { TARGETS } from './targets';
import { useWireNames } from './use-wire-names';
import './wire-names.css';
import { namesInForce } from '../../../app/wire-names';

const LINES_SHOWN = 4;

/** The service's own names of parameters: shown, edited by hand, or learned from the service. */
export function WireNamesSection({ session }: TabProps) {
  const texts = useTexts('wireNames');
  const language = useLanguage();
  const state = useWireNames(session);
  const { names, text, problems, report, isLearning } = state;
  const error = problems.map(({ line, message }) => language.fill(texts.line, { line, problem: message })).join('\n');
  return (
    <Section title={texts.title}>
      <p class="md-hint">{texts.hint}</p>
      <details class="md-fold">
        <summary>{texts.inForce}</summary>
        <Table
          caption={texts.inForce}
          isCaptionHidden
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
