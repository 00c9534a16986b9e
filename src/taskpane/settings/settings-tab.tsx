import { ConnectionSection } from './connection/connection-section';
import { RequestsSection } from './requests/requests-section';
import { ValuesSection } from './values-section';
import type { TabProps } from '../tab-props';
import { WireNamesSection } from './wire-names/wire-names-section';
import { AreaSection } from './area-section';
import { LanguageSection } from './language-section';

/** The user's settings. To add a section, add a line here. */
export const SettingsTab = ({ session }: TabProps) => (
  <>
    <ConnectionSection session={session} />
    <AreaSection session={session} />
    <ValuesSection session={session} />
    <RequestsSection session={session} />
    <WireNamesSection session={session} />
    <LanguageSection />
  </>
);
