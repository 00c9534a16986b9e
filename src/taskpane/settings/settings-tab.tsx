import { ValuesSection } from './values-section';
import type { TabProps } from '../tab-props';
import { AreaSection } from './area-section';
import { LanguageSection } from './language-section';
import { RequestsSection } from './requests-section';
import { ConnectionSection } from './connection-section';
import { ProfileSection } from './profile-section';

/** The user's settings. To add a section, add a line here. */
export const SettingsTab = ({ session }: TabProps) => (
  <>
    <ConnectionSection session={session} />
    <AreaSection session={session} />
    <ValuesSection session={session} />
    <RequestsSection session={session} />
    <ProfileSection session={session} />
    <LanguageSection />
  </>
);
