import { useEffect, useState } from 'preact/hooks';
import type { FunctionDetails } from '../../functions/help/help-json';
import { Button } from '../components/button';
import { Icon } from '../components/icon';
import { MessageBar } from '../components/message-bar';
import { CopyButton } from '../components/copy-button';
import { useLatest } from '../use-latest';
import './help.css';
import { localFormula } from '../../app/workbook/formulas';
import { Table } from '../components/table';
import { useLanguage, useTexts } from '../texts/use-texts';
import type { HelpSection } from '../../functions/help/explain';

export interface FunctionHelpProps {
  /** Where its details are, and its page. */
  readonly details: string;
  readonly page: string;
  readonly listSeparator: string;
  /** Fills the builder with an example. */
  readonly onUse: (formula: string) => void;
  /** Opens the builder of another function, by its id. */
  readonly onChoose: (id: string) => void;
}

/** The help of one function inside the pane: what it gives, examples to use, its own tables, and where to go on. */
export function FunctionHelpView({ details: address, page, listSeparator, onUse, onChoose }: FunctionHelpProps) {
  const texts = useTexts('functions');
  const { loading } = useTexts('shell');
  const language = useLanguage();
  const details = useDetails(address);
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
                  onClick={() => {
                    onUse(formula);
                  }}
                >
                  {texts.use}
                </Button>
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
          <Button
            key={id}
            look="subtle"
            onClick={() => {
              onChoose(id);
            }}
          >
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

/** Undefined while loading. */
function useDetails(address: string): FunctionDetails | 'missing' | undefined {
  const [details, setDetails] = useState<FunctionDetails | 'missing'>();
  const begin = useLatest();
  useEffect(() => {
    const signal = begin();
    const load = async (): Promise<FunctionDetails> => {
      const response = await fetch(address);
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      return (await response.json()) as FunctionDetails;
    };
    load().then(
      (loaded) => {
        if (!signal.aborted) setDetails(loaded);
      },
      () => {
        if (!signal.aborted) setDetails('missing');
      },
    );
  }, [address]);
  return details;
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
