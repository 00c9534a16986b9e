import type { Session } from '../../app/session';
import { useLanguage, useTexts } from '../texts/use-texts';
import { useGatewayStatus } from '../use-gateway-status';

/** What the gateway says: its messages, the age that its quotes may have, and what is left of the day's requests. */
export function GatewayLines({ session }: { readonly session: Session }) {
  const texts = useTexts('activity');
  const language = useLanguage();
  const status = useGatewayStatus(session);
  if (status === undefined) return null;
  const { quotesFreshSeconds, quota, notices } = status;
  return (
    <div aria-label={texts.gateway} role="group">
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {quotesFreshSeconds !== undefined && (
        <p class="md-hint">{language.fill(texts.gatewayAge, { seconds: Math.round(quotesFreshSeconds) })}</p>
      )}
      {quota && <p class="md-hint">{language.fill(texts.gatewayQuota, quota)}</p>}
    </div>
  );
}
