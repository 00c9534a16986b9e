import { messageOf } from '../../core/message-of';
import { useState } from 'preact/hooks';
import type { Session } from '../../app/session';
import { a1WithSheet } from '../../core/sheet/a1';
import type { InputKind, Parameter } from '../../functions/define';
import type { ParameterHelp } from '../../functions/help/explain';
import { Button } from '../components/button';
import { Field } from '../components/field';
import { Icon } from '../components/icon';
import { useLanguage, useTexts } from '../texts/use-texts';
import { CompletingInput } from '../completion/completing-input';
import type { Entry } from '../completion/entries';
import type { EntrySource } from '../completion/use-entries';
import { ArgumentInput } from './argument-input';
import { isExpression } from './formula';
import { WordButtons } from './word-buttons';

interface ArgumentFieldProps {
  readonly name: string;
  readonly parameter: Parameter;
  readonly session: Session;
  readonly help: ParameterHelp | undefined;
  readonly text: string;
  /** What it can be completed from; undefined where nothing is known of its values. */
  readonly source: EntrySource | undefined;
  readonly writtenAs: (entry: Entry) => string;
  readonly onText: (text: string) => void;
}

/** Kinds whose control does not accept formulas. */
const CLOSED: ReadonlySet<InputKind> = new Set(['choice', 'flag', 'date', 'date-time']);

export const argumentId = (name: string): string => `md-argument-${name}`;

/** One argument: a control that suits it, or a text for cells and formulas, and a button that takes the selection. */
export function ArgumentField({ name, parameter, session, help, text, source, writtenAs, onText }: ArgumentFieldProps) {
  const texts = useTexts('functions');
  const language = useLanguage();
  const [isFree, setFree] = useState(isExpression(text));
  const [problem, setProblem] = useState<string>();
  const kind = parameter.input;
  const change = (changed: string): void => {
    setProblem(undefined);
    onText(changed);
  };
  const toggle = (): void => {
    setFree(!isFree);
    change(isFree ? '' : '=');
  };
  const takeSelection = async (): Promise<void> => {
    try {
      change(`=${a1WithSheet(await session.host.workbook.selection())}`);
      setFree(true);
    } catch (error) {
      setProblem(language.fill(texts.noSelection, { reason: messageOf(error) }));
    }
  };
  return (
    <div class="md-argument">
      <Field
        id={argumentId(name)}
        label={name}
        isName
        remark={parameter.isOptional ? texts.optional : undefined}
        hint={help && <span lang="en">{help.text}</span>}
        error={problem}
      >
        {(control) => (
          <>
            {source ? (
              <CompletingInput
                session={session}
                control={control}
                source={source}
                isList={parameter.dimensionality === 'matrix'}
                text={text}
                isReference={isExpression(text)}
                writtenAs={writtenAs}
                onText={change}
              />
            ) : (
              <ArgumentInput
                control={control}
                kind={isFree && CLOSED.has(kind) ? 'text' : kind}
                parameter={parameter}
                tooltips={help?.words}
                text={text}
                onText={change}
              />
            )}
            {CLOSED.has(kind) && (
              <Button
                look="subtle"
                class="md-tool"
                isPressed={isFree}
                label={language.fill(texts.enterFormula, { parameter: name })}
                onClick={toggle}
              >
                <span aria-hidden="true" translate={false}>
                  fx
                </span>
              </Button>
            )}
            <Button
              look="subtle"
              class="md-tool"
              label={language.fill(texts.useSelection, { parameter: name })}
              onClick={() => {
                void takeSelection();
              }}
            >
              <Icon name="select" />
            </Button>
          </>
        )}
      </Field>
      {kind === 'words' && !isExpression(text) && (
        <WordButtons name={name} words={parameter.words ?? []} text={text} onText={change} />
      )}
    </div>
  );
}
