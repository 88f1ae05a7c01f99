import type { AddPasskeyRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AddPasskeyRequest';
import type { AddPasskeyResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AddPasskeyResponse';
import type { RemoveAuthenticatorAppRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RemoveAuthenticatorAppRequest';
import type { RemovePasskeyResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/RemovePasskeyResponse';
import type { RemoveSecondFactorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RemoveSecondFactorRequest';
import type { RenamePasskeyRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RenamePasskeyRequest';
import type { SetSecondFactorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SetSecondFactorResponse';
import type { UsePasskeyRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UsePasskeyRequest';
import type { UseSecondFactorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/UseSecondFactorRequest';
import { setImmediate } from 'node:timers/promises';
import type { Row } from './directory.js';
import { MemoryPasskeys } from './passkeys.js';
import { MemorySecondFactors } from './second-factors.js';

interface BrokenPasskeys {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly passkeys?: typeof MemoryPasskeys;
  readonly factors?: typeof MemorySecondFactors;
  readonly unchecked?: readonly string[];
}

/** Hosts with one fault in the passkeys of administrators, and the checks that detect it. */
export const BROKEN_PASSKEYS: readonly BrokenPasskeys[] = [
  {
    name: 'a passkey leaves the sessions that were opened without it',
    caughtBy: ['passkeys/add'],
    passkeys: class extends MemoryPasskeys {
      override AddPasskey(request: AddPasskeyRequest__Output): AddPasskeyResponse {
        const row = this.active(request.administratorId);
        const answer = super.AddPasskey(request);
        if (row !== undefined && answer.administrator) row.tokenVersion -= 1;
        return answer;
      }
    },
  },
  {
    name: 'two administrators have the same passkey',
    caughtBy: ['passkeys/add', 'passkeys/add-at-once'],
    passkeys: class extends MemoryPasskeys {
      override isRegistered(credentialId: string, administratorId: string): boolean {
        return this.of(administratorId).some((one) => one.credentialId === credentialId);
      }
    },
  },
  {
    name: 'a counter is accepted twice if it is used at the same time',
    caughtBy: ['passkeys/use'],
    passkeys: class extends MemoryPasskeys {
      override beforeWrite(): Promise<void> {
        return setImmediate().then(() => setImmediate());
      }
    },
  },
  {
    name: 'a counter may go back',
    caughtBy: ['passkeys/use', 'passkeys/inactive'],
    passkeys: class extends MemoryPasskeys {
      override async UsePasskey(request: UsePasskeyRequest__Output): Promise<object> {
        const found = this.of(request.administratorId).find((one) => one.credentialId === request.credentialId);
        if (found !== undefined) Object.assign(found, { signCount: 0 });
        return super.UsePasskey(request);
      }
    },
  },
  {
    name: 'a step is accepted without an app',
    caughtBy: ['passkeys/recovery-codes'],
    factors: class extends MemorySecondFactors {
      override UseSecondFactor(request: UseSecondFactorRequest__Output): Promise<object> {
        const accepted = request.sealedSecret === '' && request.step !== undefined;
        return accepted ? Promise.resolve({ accepted }) : super.UseSecondFactor(request);
      }
    },
  },
  {
    name: 'administrators rename the passkeys of others',
    caughtBy: ['passkeys/rename'],
    passkeys: class extends MemoryPasskeys {
      override RenamePasskey(request: RenamePasskeyRequest__Output): object {
        const renamed = [...this.factors.passkeys.values()]
          .flat()
          .find(({ credentialId }) => credentialId === request.credentialId);
        if (renamed !== undefined) renamed.name = request.name;
        return { renamed: renamed !== undefined };
      }
    },
  },
  {
    name: 'recovery codes stay after the last passkey',
    caughtBy: ['passkeys/remove', 'passkeys/app'],
    passkeys: class extends MemoryPasskeys {
      override end(row: Row): void {
        row.hasSecondFactor = false;
      }
    },
  },
  {
    name: 'without the app, the passkeys go as well',
    caughtBy: ['passkeys/app'],
    passkeys: class extends MemoryPasskeys {
      override RemoveAuthenticatorApp(request: RemoveAuthenticatorAppRequest__Output): RemovePasskeyResponse {
        if (this.hasApp(request.administratorId)) this.factors.passkeys.delete(request.administratorId);
        return super.RemoveAuthenticatorApp(request);
      }
    },
  },
  {
    name: 'the reset of a second factor leaves the passkeys',
    caughtBy: ['passkeys/app'],
    factors: class extends MemorySecondFactors {
      override RemoveSecondFactor(request: RemoveSecondFactorRequest__Output): SetSecondFactorResponse {
        const kept = this.passkeys.get(request.administratorId) ?? [];
        const answer = super.RemoveSecondFactor(request);
        this.passkeys.set(request.administratorId, kept);
        return answer;
      }
    },
  },
  {
    name: 'inactive administrators use their passkeys',
    caughtBy: ['passkeys/inactive'],
    passkeys: class extends MemoryPasskeys {
      override active(administratorId: string): Row | undefined {
        return this.factors.accounts.row(administratorId);
      }
    },
  },
  {
    name: 'requests about passkeys are not checked by the rules of their fields',
    caughtBy: ['passkeys/malformed'],
    unchecked: ['ListPasskeys', 'AddPasskey', 'UsePasskey', 'RenamePasskey', 'RemovePasskey', 'RemoveAuthenticatorApp'],
  },
];
