import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AnyDeclaration } from '../../functions/define';
import type { TabProps } from '../tab-props';
import { Builder } from './builder';
import { FunctionList } from './function-list';
import './functions.css';
import { useFunctionTexts } from './use-function-texts';

/** Every worksheet function: find one, fill it in, insert it. */
export function FunctionsTab({ session }: TabProps) {
  const help = useFunctionTexts();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<AnyDeclaration>();
  const list = useRef<HTMLDivElement>(null);
  const left = useRef<string>();
  useLayoutEffect(() => {
    if (!chosen && left.current) list.current?.querySelector<HTMLElement>(`[data-function="${left.current}"]`)?.focus();
    left.current = chosen?.id;
  }, [chosen]);
  if (chosen)
    return (
      <Builder
        key={chosen.id}
        session={session}
        declaration={chosen}
        text={help.texts?.get(chosen.id)}
        onBack={() => {
          setChosen(undefined);
        }}
      />
    );
  return (
    <div ref={list}>
      <FunctionList help={help} query={query} onQuery={setQuery} onChoose={setChosen} />
    </div>
  );
}
