import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TabProps } from '../tab-props';
import { Lazy } from '../lazy';
import type { BuilderProps } from './builder';
import { FunctionList } from './function-list';
import './functions.css';
import { useFunctionTexts } from './use-function-texts';

/** The code of all functions, which a preview needs, is loaded with the first function that is chosen. */
const loadBuilder = async () => (await import(/* webpackChunkName: "pane-builder" */ './builder')).Builder;

/** All worksheet functions: find one, fill it in, insert it. */
export function FunctionsTab({ session }: TabProps) {
  const help = useFunctionTexts();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string>();
  const list = useRef<HTMLDivElement>(null);
  const left = useRef<string>();
  useLayoutEffect(() => {
    if (!chosen && left.current) list.current?.querySelector<HTMLElement>(`[data-function="${left.current}"]`)?.focus();
    left.current = chosen;
  }, [chosen]);
  if (chosen)
    return (
      <Lazy<BuilderProps>
        key={chosen}
        load={loadBuilder}
        given={{
          session,
          id: chosen,
          text: help.texts?.get(chosen),
          onBack: () => {
            setChosen(undefined);
          },
        }}
      />
    );
  return (
    <div ref={list}>
      <FunctionList help={help} query={query} onQuery={setQuery} onChoose={setChosen} />
    </div>
  );
}
