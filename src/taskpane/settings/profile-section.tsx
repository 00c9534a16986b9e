import { because, said, useTexts, type Said, useSaid } from '../texts/use-texts';
import { useSession } from '../session';
import { Button, Check, Field, Section, MessageBar, ReportLine } from '../components/elements';
import {
  learnProfile,
  NO_PROFILE,
  linesOf,
  type LearnedProfile,
  readProfileFile,
  storedProfile,
  switched,
  withProfile,
} from '../../app/profile';
import { useState } from 'preact/hooks';
import type { ServiceProfile } from '../../app/settings';
import { useBusy, useLatest, useStore } from '../hooks';

/**
 * How the service differs from the interface document: learned from the service or a file, shown, and switched on and
 * off line by line. Learned lines apply once the user agrees.
 */
export function ProfileSection() {
  const session = useSession();
  const [texts] = useTexts('profile');
  const inForce = useStore(session, () => storedProfile(session.settings));
  const [shown, say] = useSaid();
  const [learned, setLearned] = useState<LearnedProfile>();
  const [isLearning, whenFree] = useBusy();
  const begin = useLatest();

  const fail = (error: unknown): void => say(because('profile', 'failed', error));

  async function use(profile: ServiceProfile, report: Said): Promise<void> {
    try {
      await session.save(withProfile(session.settings, profile));
      setLearned(undefined);
    } catch (error) {
      fail(error);
      return;
    }
    say(report);
    await session.host.recalculate().catch(() => say(said('connection', 'savedOnly')));
  }

  function learn(read: () => Promise<LearnedProfile>, report: Said): void {
    whenFree(async () => {
      setLearned(undefined);
      say(said('profile', 'learning'));
      setLearned(await read());
      say(report);
    }, fail);
  }

  const saved: Said = said('profile', 'saved');
  const { profile, problems } = learned ?? { profile: inForce, problems: [] };
  const isSomething = linesOf(profile).length > 0;
  return (
    <Section title={texts.title} place="profile">
      <p class="md-hint">{texts.hint}</p>
      <div class="md-buttons">
        <Button
          isBusy={isLearning}
          onClick={() => learn(() => learnProfile(session, begin()), said('profile', 'learnt'))}
          text={texts.learn}
        />
        {linesOf(inForce).length > 0 && (
          <Button look="subtle" onClick={() => void use(NO_PROFILE, said('profile', 'reverted'))} text={texts.forget} />
        )}
      </div>
      <Field id="md-profile-file" label={texts.importFile} hint={texts.importHint}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) learn(async () => readProfileFile(await file.text(), inForce), said('profile', 'imported'));
              // The same file may be chosen again after a change.
              currentTarget.value = '';
            }}
          />
        )}
      </Field>
      <ReportLine>{shown}</ReportLine>
      {isSomething && (
        <ProfileLines
          profile={profile}
          onSwitch={(key, isOn) => {
            const next = switched(profile, key, isOn);
            if (learned) setLearned({ ...learned, profile: next });
            else void use(next, saved);
          }}
        />
      )}
      {learned && isSomething && <Button look="primary" onClick={() => void use(profile, saved)} text={texts.use} />}
      {learned && !isSomething && problems.length === 0 && (
        <MessageBar tone="success">{texts.nothingDiffers}</MessageBar>
      )}
      <Problems problems={problems} />
    </Section>
  );
}

interface ProfileLinesProps {
  readonly profile: ServiceProfile;
  readonly onSwitch: (key: string, isOn: boolean) => void;
}

/** The differences, with a tick at each line that applies. */
function ProfileLines({ profile, onSwitch }: ProfileLinesProps) {
  const [texts, language] = useTexts('profile');
  return (
    <div role="group" aria-label={texts.differences}>
      <p>{texts.differences}</p>
      {linesOf(profile).map(({ key, isOn: isTicked, ...line }) => (
        <Check
          key={key}
          label={language.fill(texts[line.kind], { ...line })}
          isChecked={isTicked}
          onChange={(isOn) => onSwitch(key, isOn)}
        />
      ))}
    </div>
  );
}

/** Differences that no line can mend. */
function Problems({ problems }: Pick<LearnedProfile, 'problems'>) {
  const [texts, language] = useTexts('profile');
  if (problems.length === 0) return null;
  return (
    <MessageBar tone="warning">
      <p>{texts.problems}</p>
      <ul class="md-list">
        {problems.map((problem) => (
          <li key={JSON.stringify(problem)}>{language.fill(texts[problem.kind], { ...problem })}</li>
        ))}
      </ul>
    </MessageBar>
  );
}
