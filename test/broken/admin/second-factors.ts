import type { AccountRefusal } from '@gatehouse/proto/generated/gatehouse/host/v1/AccountRefusal';
import type { GetSecondFactorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/GetSecondFactorRequest';
import type { Passkey__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/Passkey';
import type { RemoveSecondFactorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RemoveSecondFactorRequest';
import type { SetRecoveryCodesRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetRecoveryCodesRequest';
import type { SetSecondFactorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetSecondFactorRequest';
import type { SetSecondFactorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SetSecondFactorResponse';
import type { UseSecondFactorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UseSecondFactorRequest';
import type { MemoryAccounts } from './accounts.js';

interface Kept {
  sealedSecret: string;
  step: number;
  recoveryHashes: string[];
}

/** AdminSecondFactorService in memory, as admin_second_factor.proto defines it. */
export class MemorySecondFactors {
  readonly kept = new Map<string, Kept>();
  /** For AdminPasskeyService. */
  readonly passkeys = new Map<string, readonly Passkey__Output[]>();

  constructor(readonly accounts: MemoryAccounts) {}

  GetSecondFactor({ administratorId }: GetSecondFactorRequest__Output): object {
    const kept = this.of(administratorId);
    if (kept === undefined) return {};
    const { sealedSecret, recoveryHashes } = kept;
    return { secondFactor: { sealedSecret, recoveryCodesLeft: recoveryHashes.length } };
  }

  SetSecondFactor(request: SetSecondFactorRequest__Output): SetSecondFactorResponse {
    const { administratorId, tokenVersion, sealedSecret, step, recoveryHashes } = request;
    const row = this.accounts.row(administratorId);
    if (row?.isActive !== true) return refused('UNKNOWN');
    if (row.tokenVersion !== tokenVersion) return refused('STALE');
    const before = this.kept.get(administratorId);
    if (before !== undefined && before.sealedSecret !== '') return refused('FORBIDDEN');
    const codes = recoveryHashes.length === 0 && before !== undefined ? before.recoveryHashes : recoveryHashes;
    this.kept.set(administratorId, { sealedSecret, step, recoveryHashes: codes });
    row.hasSecondFactor = true;
    return this.accounts.raised(row);
  }

  async UseSecondFactor(request: UseSecondFactorRequest__Output): Promise<object> {
    const { administratorId, sealedSecret, step, recoveryHash = '', resealedSecret } = request;
    const kept = this.of(administratorId);
    if (kept === undefined || !this.isBound(kept, sealedSecret)) return { accepted: false };
    if (step !== undefined && sealedSecret === '') return { accepted: false };
    if (step === undefined ? !kept.recoveryHashes.includes(recoveryHash) : step <= kept.step) {
      return { accepted: false };
    }
    const waiting = this.beforeWrite();
    if (waiting !== undefined) await waiting;
    if (step === undefined) kept.recoveryHashes = kept.recoveryHashes.filter((hash) => hash !== recoveryHash);
    else kept.step = step;
    if (resealedSecret !== '') kept.sealedSecret = resealedSecret;
    return { accepted: true };
  }

  SetRecoveryCodes({ administratorId, sealedSecret, recoveryHashes }: SetRecoveryCodesRequest__Output): object {
    const kept = this.of(administratorId);
    if (kept === undefined || !this.isBound(kept, sealedSecret)) return { replaced: false };
    kept.recoveryHashes = this.recoveryCodes(kept.recoveryHashes, recoveryHashes);
    return { replaced: true };
  }

  RemoveSecondFactor({ administratorId, removedBy }: RemoveSecondFactorRequest__Output): SetSecondFactorResponse {
    const row = this.accounts.row(administratorId);
    if (row?.isActive !== true) return refused('UNKNOWN');
    if (removedBy !== '' && !this.accounts.mayManage(row, removedBy)) return refused('FORBIDDEN');
    if (!this.kept.delete(administratorId)) return refused('STALE');
    this.passkeys.delete(administratorId);
    row.hasSecondFactor = false;
    return this.accounts.raised(row);
  }

  /** Of an active administrator. */
  of(administratorId: string): Kept | undefined {
    return this.accounts.row(administratorId)?.isActive === true ? this.kept.get(administratorId) : undefined;
  }

  isBound({ sealedSecret }: Kept, given: string): boolean {
    return sealedSecret === given;
  }

  recoveryCodes(_before: readonly string[], given: readonly string[]): string[] {
    return [...given];
  }

  /** Between the comparison and the write of a use. A sound host has nothing there. */
  beforeWrite(): Promise<void> | undefined {
    return undefined;
  }
}

function refused(reason: 'UNKNOWN' | 'STALE' | 'FORBIDDEN'): SetSecondFactorResponse {
  return { refusal: `ACCOUNT_REFUSAL_${reason}` satisfies AccountRefusal };
}
