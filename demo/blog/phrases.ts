import type { AdminCaller } from '@gatehouse/host/admin';

/** The administrator's language, of those that the plugin has. */
export function inGerman({ locale }: AdminCaller): boolean {
  return locale === 'de' || locale.startsWith('de-');
}
