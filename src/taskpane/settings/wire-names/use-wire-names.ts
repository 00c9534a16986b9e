import { messageOf } from '../../../core/message-of';
import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../../../app/session';
import type { Settings } from '../../../app/settings';
import { TARGETS } from './targets';
import { type Said, useSaid } from '../../texts/use-said';
import { useController } from '../../use-controller';
import { useStore } from '../../use-store';
import {
  type ParsedWireNames,
  parseWireNames,
  writeWireNames,
  type LearnedNames,
  learnWireNames,
  readNamesFile,
} from '../../../app/wire-names';

export interface WireNamesState {
  readonly names: Settings['wireNames'];
  /** The contents of the text box. */
  readonly text: string;
  readonly problems: ParsedWireNames['problems'];
  readonly report: string;
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
export function useWireNames(session: Session): WireNamesState {
  const names = useStore(session, () => session.settings.wireNames);
  const [text, setText] = useState(() => writeWireNames(names, TARGETS));
  const [problems, setProblems] = useState<ParsedWireNames['problems']>([]);
  const [report, say] = useSaid();
  const [learned, setLearned] = useState<LearnedNames>();
  const [isLearning, setLearning] = useState(false);
  const learning = useController();

  // Only changed names replace what the user is typing.
  useEffect(() => {
    setText(writeWireNames(names, TARGETS));
  }, [names]);

  const fail = (error: unknown): void => {
    say((language) => language.fill(language.texts.wireNames.failed, { reason: messageOf(error) }));
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

  async function learn(): Promise<void> {
    if (learning.current) return;
    learning.current = new AbortController();
    setLearning(true);
    setLearned(undefined);
    say(({ texts }) => texts.wireNames.learning);
    try {
      setLearned(await learnWireNames(session, learning.current.signal));
      say(({ texts }) => texts.wireNames.learnt);
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
    learn: () => {
      void learn();
    },
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
