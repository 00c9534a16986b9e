import { ConnectionSection } from '../connection/connection-section';
import { ValuesSection } from '../settings-values/values-section';
import type { TabProps } from '../tabs';
import { WireNamesSection } from '../wire-names/wire-names-section';
import { AreaSection } from './area-section';
import { LanguageSection } from './language-section';

/** What the user sets once. A section is added by a line here. */
export const SettingsTab = ({ session }: TabProps) => (
  <>
    <ConnectionSection session={session} />
    <AreaSection session={session} />
    <ValuesSection session={session} />
    <WireNamesSection session={session} />
    <LanguageSection />
  </>
);
