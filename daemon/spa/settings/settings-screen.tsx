import { SettingsEntries } from './settings-entries.js';
import { SettingsEntryScreen } from './settings-entry-screen.js';

/** @param code undefined: what settings there are */
export function SettingsScreen({ code }: { readonly code: string | undefined }) {
  return code === undefined ? <SettingsEntries /> : <SettingsEntryScreen code={code} />;
}
