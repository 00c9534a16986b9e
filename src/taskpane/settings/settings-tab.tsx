import { ConnectionSection } from '../connection/connection-section';
import type { TabProps } from '../tabs';

/** What the user sets once. A section is added by a line here. */
export const SettingsTab = ({ session }: TabProps) => (
  <>
    <ConnectionSection session={session} />
  </>
);
