import type { AccountRefusal__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AccountRefusal';
import type { ChangePasswordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/ChangePasswordResponse';
import type { AccountRefusal } from '../accounts/accounts.js';
import type { Administrator } from '../directory/directory.js';
import { toAdministrator } from './serve-directory.js';

const REFUSALS: Readonly<Record<AccountRefusal, AccountRefusal__Output>> = {
  unknown: 'ACCOUNT_REFUSAL_UNKNOWN',
  stale: 'ACCOUNT_REFUSAL_STALE',
  forbidden: 'ACCOUNT_REFUSAL_FORBIDDEN',
};

/** The answer of every rpc that changes an account: the administrator afterwards, or why nothing changed. */
export function toAccountChange(outcome: Administrator | AccountRefusal): ChangePasswordResponse {
  return typeof outcome === 'string' ? { refusal: REFUSALS[outcome] } : { administrator: toAdministrator(outcome) };
}
