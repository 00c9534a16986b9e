import { messageOf } from '../../../core/message-of';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Learned, learnWireNames } from '../../../app/parameter-names/learn-wire-names';
import type { Session } from '../../../app/session';
import type { Settings } from '../../../app/settings';
import { type ParsedWireNames, parseWireNames, writeWireNames } from '../../../app/parameter-names/wire-names';
import { TARGETS } from './targets';
import { useLanguage, useTexts } from '../../texts/use-texts';

export interface WireNamesState {
  readonly names: Settings['wireNames'];
  /** What stands in the box. */
  readonly text: string;
  readonly problems: ParsedWireNames['problems'];
  readonly report: string;
  /** What the service said when it was asked last; undefined before, and once it is used. */
  readonly learned: Learned | undefined;
  readonly isLearning: boolean;
  readonly type: (text: string) => void;
  readonly save: () => void;
  readonly learn: () => void;
  readonly useLearned: () => void;
  readonly useBuiltIn: () => void;
}

/** Changing names by hand, learning them from the service, and going back to the built-in ones. */
export function useWireNames(session: Session): WireNamesState {
  const texts = useTexts('wireNames');
  const language = useLanguage();
  const [names, setNames] = useState(session.settings.wireNames);
  const [text, setText] = useState(() => writeWireNames(names, TARGETS));
  const [problems, setProblems] = useState<ParsedWireNames['problems']>([]);
  const [report, setReport] = useState('');
  const [learned, setLearned] = useState<Learned>();
  const [isLearning, setLearning] = useState(false);
  const learning = useRef<AbortController | undefined>(undefined);

  useEffect(
    () => () => {
      learning.current?.abort();
    },
    [],
  );
  useLayoutEffect(
    () =>
      session.onChange(() => {
        setNames(session.settings.wireNames);
      }),
    [session],
  );
  // Only new names take the place of what is being typed.
  useEffect(() => {
    setText(writeWireNames(names, TARGETS));
  }, [names]);

  const fail = (error: unknown): void => {
    setReport(language.fill(texts.failed, { reason: messageOf(error) }));
  };

  async function use(wireNames: Settings['wireNames'], said: string): Promise<void> {
    try {
      await session.save({ wireNames });
      setProblems([]);
      setLearned(undefined);
      setReport(said);
      await session.host.recalculate();
    } catch (error) {
      fail(error);
    }
  }

  async function learn(): Promise<void> {
    if (learning.current) return;
    learning.current = new AbortController();
    setLearning(true);
    setLearned(undefined);
    setReport(texts.learning);
    try {
      setLearned(await learnWireNames(session, learning.current.signal));
      setReport(texts.learnt);
    } catch (error) {
      fail(error);
    } finally {
      learning.current = undefined;
      setLearning(false);
    }
  }

  function save(): void {
    const parsed = parseWireNames(text, TARGETS);
    setProblems(parsed.problems);
    if (parsed.problems.length === 0) void use(parsed.names, texts.saved);
    else setReport('');
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
    learn: () => {
      void learn();
    },
    useLearned: () => {
      if (learned) void use(learned.names, texts.saved);
    },
    useBuiltIn: () => {
      void use({}, texts.reverted);
    },
  };
}
