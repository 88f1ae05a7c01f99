import type { AccountRefusal } from '@gatehouse/proto/generated/gatehouse/host/v1/AccountRefusal';
import type { AddPasskeyRefusal } from '@gatehouse/proto/generated/gatehouse/host/v1/AddPasskeyRefusal';
import type { AddPasskeyRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AddPasskeyRequest';
import type { AddPasskeyResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AddPasskeyResponse';
import type { ListPasskeysRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/ListPasskeysRequest';
import type { Passkey__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Passkey';
import type { RemoveAuthenticatorAppRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RemoveAuthenticatorAppRequest';
import type { RemovePasskeyRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RemovePasskeyRequest';
import type { RemovePasskeyResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/RemovePasskeyResponse';
import type { RenamePasskeyRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RenamePasskeyRequest';
import type { UsePasskeyRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UsePasskeyRequest';
import type { Row } from './directory.js';
import { given } from './directory.js';
import type { MemorySecondFactors } from './second-factors.js';

const MAX_PASSKEYS = 20;

/** AdminPasskeyService in memory, as admin_passkey.proto defines it. */
export class MemoryPasskeys {
  constructor(readonly factors: MemorySecondFactors) {}

  ListPasskeys({ administratorId }: ListPasskeysRequest__Output): object {
    return { passkeys: this.active(administratorId) === undefined ? [] : this.of(administratorId) };
  }

  AddPasskey(request: AddPasskeyRequest__Output): AddPasskeyResponse {
    const { administratorId, tokenVersion, recoveryHashes } = request;
    const passkey = given(request.passkey);
    const row = this.active(administratorId);
    if (row === undefined) return notAdded('UNKNOWN');
    if (row.tokenVersion !== tokenVersion) return notAdded('STALE');
    if (this.isRegistered(passkey.credentialId, administratorId)) return notAdded('REGISTERED');
    const kept = this.of(administratorId);
    if (kept.length >= MAX_PASSKEYS) return notAdded('TOO_MANY');
    this.factors.passkeys.set(administratorId, [...kept, passkey]);
    const factor = this.factors.kept.get(administratorId);
    if (factor === undefined) {
      this.factors.kept.set(administratorId, { sealedSecret: '', step: 0, recoveryHashes });
    } else if (recoveryHashes.length > 0) factor.recoveryHashes = recoveryHashes;
    row.hasSecondFactor = true;
    return this.raised(row);
  }

  async UsePasskey(request: UsePasskeyRequest__Output): Promise<object> {
    const { administratorId, credentialId, signCount, backedUp, usedAt } = request;
    const found = this.active(administratorId) && this.of(administratorId).find(isOf(credentialId));
    if (!found || !(signCount > found.signCount || (signCount === 0 && found.signCount === 0))) {
      return { accepted: false };
    }
    const waiting = this.beforeWrite();
    if (waiting !== undefined) await waiting;
    Object.assign(found, { signCount, backedUp, usedAt });
    return { accepted: true };
  }

  RenamePasskey({ administratorId, credentialId, name }: RenamePasskeyRequest__Output): object {
    const found = this.active(administratorId) && this.of(administratorId).find(isOf(credentialId));
    if (found) found.name = name;
    return { renamed: Boolean(found) };
  }

  RemovePasskey({ administratorId, credentialId }: RemovePasskeyRequest__Output): RemovePasskeyResponse {
    const row = this.active(administratorId);
    if (row === undefined) return refused('UNKNOWN');
    const kept = this.of(administratorId);
    const left = kept.filter((one) => !isOf(credentialId)(one));
    if (left.length === kept.length) return refused('STALE');
    this.factors.passkeys.set(administratorId, left);
    if (left.length === 0 && !this.hasApp(administratorId)) this.end(row);
    return this.raised(row);
  }

  RemoveAuthenticatorApp({ administratorId }: RemoveAuthenticatorAppRequest__Output): RemovePasskeyResponse {
    const row = this.active(administratorId);
    if (row === undefined) return refused('UNKNOWN');
    const factor = this.factors.kept.get(administratorId);
    if (factor === undefined || !this.hasApp(administratorId)) return refused('STALE');
    if (this.of(administratorId).length === 0) this.end(row);
    else Object.assign(factor, { sealedSecret: '', step: 0 });
    return this.raised(row);
  }

  active(administratorId: string): Row | undefined {
    const row = this.factors.accounts.row(administratorId);
    return row?.isActive === true ? row : undefined;
  }

  of(administratorId: string): readonly Passkey__Output[] {
    return this.factors.passkeys.get(administratorId) ?? [];
  }

  isRegistered(credentialId: string, _administratorId: string): boolean {
    return [...this.factors.passkeys.values()].some((kept) => kept.some(isOf(credentialId)));
  }

  hasApp(administratorId: string): boolean {
    return (this.factors.kept.get(administratorId)?.sealedSecret ?? '') !== '';
  }

  /** The last factor has gone. */
  end(row: Row): void {
    this.factors.kept.delete(row.id);
    row.hasSecondFactor = false;
  }

  raised(row: Row) {
    return { administrator: this.factors.accounts.raised(row).administrator ?? row };
  }

  /** Between the comparison and the write of a use. A sound host has nothing there. */
  beforeWrite(): Promise<void> | undefined {
    return undefined;
  }
}

function isOf(credentialId: string) {
  return (passkey: Passkey__Output): boolean => passkey.credentialId === credentialId;
}

function notAdded(reason: 'UNKNOWN' | 'STALE' | 'REGISTERED' | 'TOO_MANY'): AddPasskeyResponse {
  return { refusal: `ADD_PASSKEY_REFUSAL_${reason}` satisfies AddPasskeyRefusal };
}

function refused(reason: 'UNKNOWN' | 'STALE'): RemovePasskeyResponse {
  return { refusal: `ACCOUNT_REFUSAL_${reason}` satisfies AccountRefusal };
}
