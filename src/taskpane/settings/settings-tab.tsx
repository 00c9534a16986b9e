import { ConnectionSection } from '../connection/connection-section';
import type { TabProps } from '../tabs';
import { AreaSection } from './area-section';
import { LanguageSection } from './language-section';

/** What the user sets once. A section is added by a line here. */
export const SettingsTab = ({ session }: TabProps) => (
  <>
    <ConnectionSection session={session} />
    <AreaSection session={session} />
    <LanguageSection />
  </>
);
