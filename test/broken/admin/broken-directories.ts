import type { AuthenticateTokenResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { RecordSignInRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordSignInRequest';
import type { RecordSignInResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordSignInResponse';
import type { RotateTokenRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RotateTokenRequest';
import type { SetPasswordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetPasswordRequest';
import type { SetPasswordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SetPasswordResponse';
import type { TokenReference__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenReference';
import type { TokenRetirement__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenRetirement';
import type { Row } from './directory.js';
import { given, MemoryDirectory, msOf } from './directory.js';
import type { BrokenAdminHost } from './broken-host.js';

/** The defect and the checks that detect it. The defect is the one method that this host replaces. */
export const BROKEN_DIRECTORIES: readonly BrokenAdminHost[] = [
  {
    name: 'a read accepts a token that AuthenticateToken refuses',
    caughtBy: ['sessions/reads'],
    authenticates: ({ token }, { rows }) => ({
      administrator: rows.find(({ id }) => id === token?.administratorId) ?? null,
    }),
  },
  {
    name: 'a read authenticates at its own time, and so accepts a blacklisted token',
    caughtBy: ['sessions/reads'],
    authenticates: (session, directory) => directory.AuthenticateToken({ ...session, at: { seconds: '0', nanos: 0 } }),
  },
  {
    name: 'a write with a session takes place',
    caughtBy: ['sessions/only-in-reads'],
    ignoresSessionsOfWrites: true,
  },
  {
    name: 'two logins that differ only in case are accepted',
    caughtBy: ['directory/create'],
    directory: class extends MemoryDirectory {
      override hasLogin(login: string): boolean {
        return this.rows.some((row) => row.login === login);
      }
    },
  },
  {
    name: 'a login matches only in the case in which it is stored',
    caughtBy: ['directory/find', 'directory/set-password'],
    directory: class extends MemoryDirectory {
      override find(identifier: string): Row | undefined {
        return this.rows.find(({ login, email }) => login === identifier || email === identifier);
      }
    },
  },
  {
    name: 'white space around a login is ignored',
    caughtBy: ['directory/find'],
    directory: class extends MemoryDirectory {
      override find(identifier: string): Row | undefined {
        return super.find(identifier.trim());
      }
    },
  },
  {
    name: 'a sign-in is recorded although the password changed in the meantime',
    caughtBy: ['directory/record-sign-in'],
    directory: class extends MemoryDirectory {
      override RecordSignIn({ administratorId }: RecordSignInRequest__Output): RecordSignInResponse {
        return { administrator: this.rows.find(({ id }) => id === administratorId) ?? null };
      }
    },
  },
  {
    name: 'a new password leaves earlier sessions valid',
    caughtBy: ['directory/set-password'],
    directory: class extends MemoryDirectory {
      override SetPassword(request: SetPasswordRequest__Output): SetPasswordResponse {
        const answer = super.SetPassword(request);
        if (answer.administrator) answer.administrator.tokenVersion = 0;
        return answer;
      }
    },
  },
  {
    name: 'only older token versions count as stale',
    caughtBy: ['directory/authenticate'],
    directory: class extends MemoryDirectory {
      override verdict(token: TokenReference__Output, at: number): AuthenticateTokenResponse {
        const row = this.rows.find(({ id }) => id === token.administratorId);
        return super.verdict({ ...token, tokenVersion: Math.min(token.tokenVersion, row?.tokenVersion ?? 0) }, at);
      }
    },
  },
  {
    name: 'a token is accepted at the exact moment from which it is invalid',
    caughtBy: ['directory/authenticate', 'directory/rotate'],
    directory: class extends MemoryDirectory {
      override verdict(token: TokenReference__Output, at: number): AuthenticateTokenResponse {
        return super.verdict(token, at - 1);
      }
    },
  },
  {
    name: 'the latest blacklisting wins',
    caughtBy: ['directory/blacklist-earliest', 'directory/rotate'],
    directory: class extends MemoryDirectory {
      override retire(token: TokenReference__Output, retirement: TokenRetirement__Output): void {
        this.blacklist.delete(token.tokenId);
        super.retire(token, retirement);
      }
    },
  },
  {
    name: 'rotations read first and write afterwards',
    caughtBy: ['directory/rotate-under-concurrency'],
    directory: class extends MemoryDirectory {
      override async RotateToken(request: RotateTokenRequest__Output): Promise<AuthenticateTokenResponse> {
        const verdict = this.verdict(given(request.token), msOf(request.at));
        await new Promise((resolve) => setTimeout(resolve, 50));
        if (verdict.refusal === undefined) this.retire(given(request.token), given(request.retirement));
        return verdict;
      }
    },
  },
  {
    name: 'a rotated token stays valid',
    caughtBy: ['directory/rotate', 'directory/rotate-under-concurrency'],
    directory: class extends MemoryDirectory {
      override async RotateToken({ token, at }: RotateTokenRequest__Output): Promise<AuthenticateTokenResponse> {
        return this.verdict(given(token), msOf(at));
      }
    },
  },
  {
    name: 'the blacklist is never swept',
    caughtBy: ['directory/sweep'],
    directory: class extends MemoryDirectory {
      override sweep(): void {
        // Does nothing: the table grows without limit.
      }
    },
  },
  {
    name: 'a rotation does not sweep the blacklist',
    caughtBy: ['directory/sweep'],
    directory: class extends MemoryDirectory {
      override async RotateToken({
        token,
        at,
        retirement,
      }: RotateTokenRequest__Output): Promise<AuthenticateTokenResponse> {
        const verdict = this.verdict(given(token), msOf(at));
        if (verdict.refusal === undefined) this.retire(given(token), given(retirement));
        return verdict;
      }
    },
  },
  {
    name: 'a rejected rotation sweeps the blacklist',
    caughtBy: ['directory/sweep'],
    directory: class extends MemoryDirectory {
      override async RotateToken(request: RotateTokenRequest__Output): Promise<AuthenticateTokenResponse> {
        const answer = await super.RotateToken(request);
        this.sweep(msOf(given(request.retirement).sweepBefore));
        return answer;
      }
    },
  },
  {
    name: 'a sweep of the blacklist also removes entries that expire at that exact moment',
    caughtBy: ['directory/sweep'],
    directory: class extends MemoryDirectory {
      override sweep(before: number): void {
        super.sweep(before + 1);
      }
    },
  },
  {
    name: 'every migration runs every time',
    caughtBy: ['directory/migrate'],
    directory: class extends MemoryDirectory {
      override Migrate(): object {
        return { applied: ['0001_create_backend_users'] };
      }
    },
  },
  {
    name: 'it executes calls whose deadline has passed',
    caughtBy: ['directory/deadline-rolls-back'],
    ignoresDeadlines: true,
  },
];
