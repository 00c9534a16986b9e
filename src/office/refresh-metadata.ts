import type { KeyValueStore } from '../app/host';

const STORED_NAME = 'md.functionsRead';
const SETTING = 'Office.ForceRefreshCustomFunctionsCache';

/**
 * Excel keeps functions.json for up to a day, and would not know a new function or argument for so long. When the file
 * differs from the one that this user had last, the workbook is told to have it read anew when it is opened next, once.
 */
export async function refreshMetadata(storage: KeyValueStore): Promise<void> {
  const response = await fetch('functions.json', { cache: 'no-cache' });
  if (!response.ok) return;
  const digest = await digestOf(await response.arrayBuffer());
  const before = await storage.getItem(STORED_NAME);
  const isChanged = before !== null && before !== digest;
  const { settings } = Office.context.document;
  const isSet = settings.get(SETTING) === true;
  if (isChanged !== isSet) {
    if (isChanged) settings.set(SETTING, true);
    else settings.remove(SETTING);
    await new Promise((resolve) => {
      settings.saveAsync(resolve);
    });
  }
  if (before !== digest) await storage.setItem(STORED_NAME, digest);
}

async function digestOf(bytes: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
