import { useSession } from '../session';
import { useState } from 'preact/hooks';
import type { InputKind, Parameter } from '../../functions/define';
import type { ParameterHelp } from '../../functions/help/explain';
import { Button, Field, type ControlProps, Icon, type Option, Select } from '../components/elements';
import { CompletingInput } from '../completion/completing-input';
import type { Entry, EntrySource } from '../completion/entries';
import { isExpression } from './formula';
import { Because, useTexts } from '../texts/use-texts';
import { messageOf } from '../../core/basics';
import { a1WithSheet } from '../../core/sheet';

interface ArgumentFieldProps {
  readonly name: string;
  readonly parameter: Parameter;
  readonly help: ParameterHelp | undefined;
  readonly text: string;
  /** Whether the user tried to insert the formula without it. */
  readonly isMissing: boolean;
  /** The source for completing it; undefined if its values are unknown. */
  readonly source: EntrySource | undefined;
  readonly writtenAs: (entry: Entry) => string;
  readonly onText: (text: string) => void;
}

/** Kinds whose control does not accept formulas. */
const CLOSED: ReadonlySet<InputKind> = new Set(['choice', 'flag', 'date', 'date-time']);

const TIME_IN_BOX = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?$/;
const DAY_ALONE = /^\d{4}-\d\d-\d\d$/;

/** Whether the control of that kind can show a text. Otherwise it would look empty although it has an argument. */
function isShownBy(kind: InputKind, text: string): boolean {
  if (isExpression(text)) return false;
  if (text === '') return true;
  if (kind === 'date') return DAY_ALONE.test(text);
  return kind !== 'date-time' || TIME_IN_BOX.test(text);
}

/** A day alone begins at midnight. */
const timeInBox = (text: string): string => (DAY_ALONE.test(text) ? `${text}T00:00` : text.replace(' ', 'T'));

export const argumentId = (name: string): string => `md-argument-${name}`;

/** One argument: a control that suits it, or a text for cells and formulas, and a button that takes the selection. */
export function ArgumentField({
  name,
  parameter,
  help,
  text,
  isMissing,
  source,
  writtenAs,
  onText,
}: ArgumentFieldProps) {
  const session = useSession();
  const [texts, language] = useTexts('functions');
  const [isFree, setFree] = useState(!isShownBy(parameter.input, text));
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
      setProblem(messageOf(error));
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
        error={
          problem !== undefined ? (
            <Because text={texts.noSelection} reason={problem} />
          ) : (
            isMissing && language.fill(texts.missing, { parameters: name })
          )
        }
      >
        {(control) => (
          <>
            {source ? (
              <CompletingInput
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
              onClick={() => void takeSelection()}
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

interface ArgumentInputProps {
  readonly control: ControlProps;
  readonly kind: InputKind;
  readonly parameter: Parameter;
  readonly tooltips: ParameterHelp['words'];
  readonly text: string;
  readonly onText: (text: string) => void;
}

const FLAGS: readonly Option[] = ['TRUE', 'FALSE'].map((value) => ({ value, label: value, isName: true }));

/** Without a last day, browsers accept years of six digits, and further digits go into the year. */
const LAST_DAY = '9999-12-31';

function ArgumentInput({ control, kind, parameter, tooltips, text, onText }: ArgumentInputProps) {
  const [{ leftOut }] = useTexts('functions');
  const optionsWith = (options: readonly Option[]): readonly Option[] => [{ value: '', label: leftOut }, ...options];
  const input = {
    ...control,
    value: text,
    autocomplete: 'off',
    spellcheck: false,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onText(event.currentTarget.value),
  };
  switch (kind) {
    case 'choice':
      return (
        <Select
          control={control}
          options={optionsWith(choicesOf(parameter, tooltips))}
          value={text}
          onChange={onText}
        />
      );
    case 'flag':
      return <Select control={control} options={optionsWith(FLAGS)} value={text} onChange={onText} />;
    case 'date':
      return <input {...input} type="date" max={LAST_DAY} />;
    case 'date-time':
      return (
        <input
          {...input}
          type="datetime-local"
          max={`${LAST_DAY}T23:59`}
          value={timeInBox(text)}
          onInput={(event) => onText(event.currentTarget.value.replace('T', ' '))}
        />
      );
    case 'number':
      return <input {...input} type="text" inputMode="decimal" />;
    case 'suggestion':
      return (
        <>
          <input {...input} type="text" list={`${control.id}-list`} />
          <datalist id={`${control.id}-list`} lang="en">
            {choicesOf(parameter, tooltips).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </datalist>
        </>
      );
    default:
      return <input {...input} type="text" />;
  }
}

/** The accepted words, each with its description. */
function choicesOf({ words, dropDown }: Parameter, tooltips: ParameterHelp['words']): readonly Option[] {
  return (words ?? dropDown?.words ?? []).map((value) => {
    const tooltip = tooltips?.[value];
    return { value, label: tooltip === undefined ? value : `${value}: ${tooltip}`, isName: true, lang: 'en' };
  });
}

interface WordButtonsProps {
  readonly name: string;
  readonly words: readonly string[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The words that a list may contain; each button appends its word to the list, or removes it. */
function WordButtons({ name, words, text, onText }: WordButtonsProps) {
  const [texts, language] = useTexts('functions');
  const chosen = text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '');
  return (
    <div class="md-words" role="group" aria-label={language.fill(texts.wordsOf, { parameter: name })} translate={false}>
      {words.map((word) => {
        const isChosen = chosen.includes(word);
        return (
          <button
            key={word}
            type="button"
            class="md-word"
            aria-pressed={isChosen}
            onClick={() => onText((isChosen ? chosen.filter((one) => one !== word) : [...chosen, word]).join(','))}
          >
            {word}
          </button>
        );
      })}
    </div>
  );
}
