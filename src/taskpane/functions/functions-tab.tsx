import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { WantedFormulaContext, type WantedFormula } from '../wanted-formula';
import type { TabProps } from '../tab-props';
import { Lazy } from '../lazy';
import type { BuilderProps } from './builder';
import { FunctionList } from './function-list';
import './functions.css';
import { useFunctionTexts } from './use-function-texts';

/** The code of all functions, which a preview needs, is loaded with the first function that is chosen. */
const loadBuilder = async () => (await import('./builder')).Builder;

type ChosenFormula = Omit<WantedFormula, 'turn'> & Partial<WantedFormula>;

/** All worksheet functions: choose one, fill it in, insert it. A search result opens filled in. */
export function FunctionsTab({ session }: TabProps) {
  const help = useFunctionTexts();
  const formula = useContext(WantedFormulaContext);
  const [chosen, setChosen] = useState<ChosenFormula | undefined>(formula);
  useLayoutEffect(() => {
    if (formula) setChosen(formula);
  }, [formula]);
  const list = useRef<HTMLDivElement>(null);
  const left = useRef<string>();
  /** Below 0, unlike the turns of what is wanted from elsewhere. */
  const opened = useRef(0);
  useLayoutEffect(() => {
    if (!chosen && left.current) list.current?.querySelector<HTMLElement>(`[data-function="${left.current}"]`)?.focus();
    left.current = chosen?.id;
  }, [chosen]);
  if (chosen)
    return (
      <Lazy<BuilderProps>
        key={`${chosen.id} ${chosen.turn ?? ''}`}
        load={loadBuilder}
        props={{
          session,
          id: chosen.id,
          initial: chosen.entries,
          text: help.texts?.get(chosen.id),
          onBack: () => {
            setChosen(undefined);
          },
          onOpen: (id, entries) => {
            setChosen({ id, entries, turn: --opened.current });
          },
        }}
      />
    );
  return (
    <div ref={list}>
      <FunctionList
        help={help}
        onChoose={(id) => {
          setChosen({ id, entries: {} });
        }}
      />
    </div>
  );
}
