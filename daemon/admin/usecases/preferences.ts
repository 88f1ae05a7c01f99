import type { CallContext } from '../../core/runtime.js';
import { AdminError, invalid } from '../api/errors.js';
import { MAX_PREFERENCE_BYTES, MAX_PREFERENCE_KEYS } from '../api/limits.js';
import { jsonText, MAX_JSON_DEPTH } from '../model/json-text.js';
import type { Accounts } from '../ports/accounts.js';

/** "appearance", "list:acme.blog.posts"; the contract has the same rule. */
const KEY = /^[A-Za-z][A-Za-z0-9_.:-]{0,149}$/;

/** Documents of Gatehouse itself, which no request reads or writes. */
const RESERVED = 'gatehouse.';

function isKey(key: string): boolean {
  return KEY.test(key) && !key.startsWith(RESERVED);
}

/** The JSON documents that the page keeps for an administrator. Gatehouse does not interpret them. */
export function createPreferences(accounts: Pick<Accounts, 'preferences' | 'setPreference'>) {
  return {
    async read(
      administratorId: string,
      keys: readonly string[],
      call: CallContext,
    ): Promise<Readonly<Record<string, unknown>> | AdminError> {
      const wanted = [...new Set(keys)];
      if (wanted.length === 0 || wanted.length > MAX_PREFERENCE_KEYS || !wanted.every(isKey)) {
        return invalid('keys', { rule: 'preference_key' });
      }
      const found = await accounts.preferences(administratorId, wanted, call);
      return Object.fromEntries([...found].map(([key, document]) => [key, parsed(document)]));
    },

    /** @param value null removes the document */
    async write(
      administratorId: string,
      key: string,
      value: unknown,
      call: CallContext,
    ): Promise<undefined | AdminError> {
      if (!isKey(key)) return invalid('key', { rule: 'preference_key' });
      const document = value === null ? '' : jsonText(value);
      if (document === undefined)
        return invalid('value', { rule: 'json_depth', parameters: { maximum: MAX_JSON_DEPTH } });
      if (Buffer.byteLength(document) > MAX_PREFERENCE_BYTES || document.includes('\0')) {
        return invalid('value', { rule: 'preference_size', parameters: { maximum: MAX_PREFERENCE_BYTES } });
      }
      switch (await accounts.setPreference(administratorId, key, document, call)) {
        case 'stored':
          return undefined;
        case 'unknown':
          return new AdminError('unauthenticated');
        case 'tooMany':
          return invalid('key', { rule: 'preference_count' });
      }
    },
  };
}

/** A document that the application has damaged counts as absent: the page then starts with its defaults. */
function parsed(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch {
    return null;
  }
}
