import type { Session } from '../../app/session';
import { Section } from '../components/section';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useGatewayStatus } from '../use-gateway-status';

/**
 * What the gateway says: the operator's messages, the age that its quotes may have, and what is left of the day's
 * requests. The messages are for everybody; the rest waits until the gateway knows who asks.
 */
export function GatewayLines({ session }: { readonly session: Session }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const status = useGatewayStatus(session);
  const { gateway } = session;
  if (!gateway || (status === undefined && gateway.notices.length === 0)) return null;
  const { notices } = status ?? gateway;
  return (
    <Section title={texts.gateway}>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {status?.quotesFreshSeconds !== undefined && (
        <p class="md-hint">{language.fill(texts.gatewayAge, { seconds: Math.round(status.quotesFreshSeconds) })}</p>
      )}
      {status?.quota && <p class="md-hint">{language.fill(texts.gatewayQuota, status.quota)}</p>}
    </Section>
  );
}
