import { useEffect, useState } from 'preact/hooks';
import { createPassage } from '../../../api/passage';
import type { Session } from '../../../app/session';
import { isRecord } from '../../../core/is-record';
import { useLanguage, useTexts } from '../../texts/use-texts';

/** Says that the company's gateway is in use, and under which name it knows the user. */
export function GatewayLine({ session }: { readonly session: Session }) {
  const texts = useTexts('connection');
  const language = useLanguage();
  const [person, setPerson] = useState<string>();
  const [settings, setSettings] = useState(session.settings);
  useEffect(
    () =>
      session.onChange(() => {
        setSettings(session.settings);
      }),
    [session],
  );
  useEffect(() => {
    let isCurrent = true;
    void whoAmI(session).then((name) => {
      if (isCurrent) setPerson(name);
    });
    return () => {
      isCurrent = false;
    };
  }, [session, settings.apiKey]);
  if (!session.isSetUp || person === undefined) return <p>{texts.throughGateway}</p>;
  return <p>{person === '' ? texts.connectedThroughGateway : language.fill(texts.connectedAs, { name: person })}</p>;
}

/** Undefined if the gateway does not know the user, or does not answer; empty if it asks nobody for a name. */
async function whoAmI({ client }: Session): Promise<string | undefined> {
  try {
    const reply = await client?.lookup('passage', createPassage).ask({ path: '/me' });
    const body: unknown = reply?.status === 200 ? JSON.parse(reply.body) : undefined;
    if (!isRecord(body)) return undefined;
    return typeof body.person === 'string' ? body.person : '';
  } catch {
    return undefined;
  }
}
