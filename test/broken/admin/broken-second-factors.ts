import type { RemoveSecondFactorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RemoveSecondFactorRequest';
import type { SetSecondFactorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetSecondFactorRequest';
import type { SetSecondFactorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SetSecondFactorResponse';
import { setImmediate } from 'node:timers/promises';
import { MemorySecondFactors } from './second-factors.js';

interface BrokenSecondFactors {
  readonly name: string;
  readonly caughtBy: readonly string[];
  readonly factors?: typeof MemorySecondFactors;
  readonly unchecked?: readonly string[];
}

/** Hosts with one fault in the second factors of administrators, and the checks that detect it. */
export const BROKEN_SECOND_FACTORS: readonly BrokenSecondFactors[] = [
  {
    name: 'a second factor leaves the sessions that were opened without it',
    caughtBy: ['second-factors/set'],
    factors: class extends MemorySecondFactors {
      override SetSecondFactor(request: SetSecondFactorRequest__Output): SetSecondFactorResponse {
        const row = this.accounts.row(request.administratorId);
        const before = row?.tokenVersion;
        const answer = super.SetSecondFactor(request);
        if (row !== undefined && before !== undefined) row.tokenVersion = before;
        return answer;
      }
    },
  },
  {
    name: 'a second factor is replaced without the first',
    caughtBy: ['second-factors/set'],
    factors: class extends MemorySecondFactors {
      override SetSecondFactor(request: SetSecondFactorRequest__Output): SetSecondFactorResponse {
        this.kept.delete(request.administratorId);
        return super.SetSecondFactor(request);
      }
    },
  },
  {
    name: 'a code is accepted twice if it is used at the same time',
    caughtBy: ['second-factors/use'],
    factors: class extends MemorySecondFactors {
      override beforeWrite(): Promise<void> {
        return setImmediate().then(() => setImmediate());
      }
    },
  },
  {
    name: 'a code is accepted with any secret',
    caughtBy: ['second-factors/use', 'second-factors/recovery-codes'],
    factors: class extends MemorySecondFactors {
      override isBound(): boolean {
        return true;
      }
    },
  },
  {
    name: 'earlier recovery codes keep working',
    caughtBy: ['second-factors/recovery-codes'],
    factors: class extends MemorySecondFactors {
      override recoveryCodes(before: readonly string[], given: readonly string[]): string[] {
        return [...before, ...given];
      }
    },
  },
  {
    name: 'every administrator removes the second factors of all others',
    caughtBy: ['second-factors/remove'],
    factors: class extends MemorySecondFactors {
      override RemoveSecondFactor(request: RemoveSecondFactorRequest__Output): SetSecondFactorResponse {
        return super.RemoveSecondFactor({ ...request, removedBy: '' });
      }
    },
  },
  {
    name: 'a superuser only ends the sessions of a colleague with a second factor',
    caughtBy: ['second-factors/manage-colleague'],
    factors: class extends MemorySecondFactors {
      override RemoveSecondFactor(request: RemoveSecondFactorRequest__Output): SetSecondFactorResponse {
        const { administratorId, removedBy } = request;
        const row = this.accounts.row(administratorId);
        const isColleague = removedBy !== '' && removedBy !== administratorId && row?.isActive === true;
        if (!isColleague || !this.accounts.mayManage(row, removedBy)) return super.RemoveSecondFactor(request);
        return this.accounts.raised(row);
      }
    },
  },
  {
    name: 'requests about second factors are not checked by the rules of their fields',
    caughtBy: ['second-factors/malformed'],
    unchecked: ['GetSecondFactor', 'SetSecondFactor', 'UseSecondFactor', 'SetRecoveryCodes', 'RemoveSecondFactor'],
  },
];
