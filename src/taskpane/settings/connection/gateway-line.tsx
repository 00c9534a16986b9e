import type { Session } from '../../../app/session';
import { useLanguage, useTexts } from '../../texts/use-texts';
import { useGatewayStatus } from '../../use-gateway-status';

/** Says that the company's gateway is in use, and under which name it knows the user. */
export function GatewayLine({ session }: { readonly session: Session }) {
  const texts = useTexts('connection');
  const language = useLanguage();
  const status = useGatewayStatus(session);
  if (!session.isSetUp || status === undefined) return <p>{texts.throughGateway}</p>;
  const { person } = status;
  return <p>{person === '' ? texts.connectedThroughGateway : language.fill(texts.connectedAs, { name: person })}</p>;
}
