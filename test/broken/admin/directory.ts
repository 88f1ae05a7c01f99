import type { AuthenticateTokenRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenRequest';
import type { AuthenticateTokenResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/AuthenticateTokenResponse';
import type { BlacklistTokenRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/BlacklistTokenRequest';
import type { CreateAdministratorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorRequest';
import type { CreateAdministratorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/CreateAdministratorResponse';
import type { FindAdministratorRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAdministratorRequest';
import type { FindAdministratorResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/FindAdministratorResponse';
import type { RecordSignInRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordSignInRequest';
import type { RecordSignInResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/RecordSignInResponse';
import type { RotateTokenRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RotateTokenRequest';
import type { SetPasswordRequest__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/SetPasswordRequest';
import type { SetPasswordResponse } from '@gatehouse/proto/generated/gatehouse/host/v1/SetPasswordResponse';
import type { TokenReference__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenReference';
import type { TokenRetirement__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/TokenRetirement';
import type { Timestamp__Output } from '@gatehouse/proto/generated/google/protobuf/Timestamp';
import { fromTimestamp } from '@gatehouse/proto/time';

export interface Row {
  readonly id: string;
  login: string;
  email: string;
  superuser: boolean;
  role?: string;
  isActive: boolean;
  passwordHash: string;
  tokenVersion: number;
  displayName?: string;
  locale?: string;
  mustChangePassword?: boolean;
  hasSecondFactor?: boolean;
  mustHaveSecondFactor?: boolean;
  /** Codes granted to the role and to the administrator. */
  permissions?: string[];
  /** Codes granted to the administrator alone. */
  own?: readonly string[];
  /** Of the record of the built-in controller. */
  version?: number;
}

export interface Role {
  readonly id: string;
  code: string;
  name: string;
  permissions: readonly string[];
  requiresSecondFactor: boolean;
  version: number;
}

/** Login of an administrator of every such host. */
export const INACTIVE = 'Retired';

interface Blacklisted {
  effectiveAt: number;
  readonly expiresAt: number;
}

/**
 * AdminDirectoryService in memory, as admin_directory.proto defines it. Each rpc is a method that a broken host can
 * replace.
 */
export class MemoryDirectory {
  readonly rows: Row[] = [
    {
      ...{ id: '1', login: INACTIVE, email: 'retired@acme.example', superuser: false, isActive: false },
      ...{ passwordHash: '', tokenVersion: 7 },
    },
  ];
  readonly roles: Role[] = [
    { id: '1', code: 'editor', name: 'Editor', permissions: [], requiresSecondFactor: false, version: 1 },
  ];
  readonly blacklist = new Map<string, Blacklisted>();
  /** The sessions that have not ended, by id, for AdminSessionService. */
  readonly sessions = new Map<string, { readonly administratorId: string }>();

  FindAdministrator({ identifier }: FindAdministratorRequest__Output): FindAdministratorResponse {
    const row = this.find(identifier);
    const mayTry = row?.isActive === true && row.passwordHash !== '';
    return mayTry ? { credentials: { administrator: row, passwordHash: row.passwordHash } } : {};
  }

  RecordSignIn(request: RecordSignInRequest__Output): RecordSignInResponse {
    const row = this.rows.find(({ id }) => id === request.administratorId);
    if (row?.passwordHash !== request.passwordHash || !row.isActive) return {};
    if (request.renewedPasswordHash !== '') row.passwordHash = request.renewedPasswordHash;
    return { administrator: row };
  }

  AuthenticateToken({ token, at }: AuthenticateTokenRequest__Output): AuthenticateTokenResponse {
    return this.verdict(given(token), msOf(at));
  }

  async RotateToken({ token, at, retirement }: RotateTokenRequest__Output): Promise<AuthenticateTokenResponse> {
    const verdict = this.verdict(given(token), msOf(at));
    if (verdict.refusal !== undefined) return verdict;
    this.retire(given(token), given(retirement));
    this.sweep(msOf(given(retirement).sweepBefore));
    return verdict;
  }

  BlacklistToken({ token, retirement }: BlacklistTokenRequest__Output): object {
    this.retire(given(token), given(retirement));
    this.sessions.delete(given(token).sessionId);
    this.sweep(msOf(given(retirement).sweepBefore));
    return {};
  }

  CreateAdministrator(request: CreateAdministratorRequest__Output): CreateAdministratorResponse {
    const { login, email, superuser, passwordHash, role } = request;
    if (this.hasLogin(login)) {
      return { refused: { reason: 'CREATE_ADMINISTRATOR_REFUSAL_LOGIN_TAKEN' } };
    }
    if (this.rows.some((row) => same(row.email, email))) {
      return { refused: { reason: 'CREATE_ADMINISTRATOR_REFUSAL_EMAIL_TAKEN' } };
    }
    const roles = this.roles.map(({ code }) => code);
    if (role !== '' && !roles.includes(role)) {
      return { refused: { reason: 'CREATE_ADMINISTRATOR_REFUSAL_ROLE_UNKNOWN', roles } };
    }
    const row: Row = { ...this.newRow(login, email), superuser, role, passwordHash };
    this.rows.push(row);
    this.refreshGrants();
    return { created: row };
  }

  SetPassword({ identifier, passwordHash }: SetPasswordRequest__Output): SetPasswordResponse {
    const row = this.find(identifier);
    if (row === undefined) return {};
    row.passwordHash = passwordHash;
    row.tokenVersion += 1;
    return { administrator: row };
  }

  Migrate(): object {
    return { applied: [] };
  }

  newRow(login: string, email: string): Row {
    const state = { superuser: false, isActive: true, passwordHash: '', tokenVersion: 0 };
    return { id: String(this.rows.length + 1), login, email, ...state };
  }

  /** Renews the permissions and the demand that administrators have by their roles. */
  refreshGrants(): void {
    for (const row of this.rows) {
      const role = this.roles.find(({ code }) => code === row.role);
      row.permissions = [...new Set([...(role?.permissions ?? []), ...(row.own ?? [])])];
      row.mustHaveSecondFactor = role?.requiresSecondFactor ?? false;
    }
  }

  hasLogin(login: string): boolean {
    return this.rows.some((row) => same(row.login, login));
  }

  find(identifier: string): Row | undefined {
    return (
      this.rows.find(({ login }) => same(login, identifier)) ?? this.rows.find(({ email }) => same(email, identifier))
    );
  }

  verdict(token: TokenReference__Output, at: number): AuthenticateTokenResponse {
    const row = this.rows.find(({ id }) => id === token.administratorId);
    if (row?.isActive !== true) return { refusal: 'TOKEN_REFUSAL_UNKNOWN' };
    if (row.tokenVersion !== token.tokenVersion) return { refusal: 'TOKEN_REFUSAL_STALE' };
    const entry = this.blacklist.get(token.tokenId);
    return (entry !== undefined && entry.effectiveAt <= at) || !this.hasSession(token)
      ? { refusal: 'TOKEN_REFUSAL_BLACKLISTED' }
      : { administrator: row };
  }

  hasSession({ sessionId, administratorId }: TokenReference__Output): boolean {
    return sessionId === '' || this.sessions.get(sessionId)?.administratorId === administratorId;
  }

  retire({ tokenId }: TokenReference__Output, retirement: TokenRetirement__Output): void {
    const effectiveAt = msOf(retirement.effectiveAt);
    const entry = this.blacklist.get(tokenId);
    if (entry === undefined) this.blacklist.set(tokenId, { effectiveAt, expiresAt: msOf(retirement.expiresAt) });
    else entry.effectiveAt = Math.min(entry.effectiveAt, effectiveAt);
  }

  sweep(before: number): void {
    for (const [tokenId, { expiresAt }] of this.blacklist) if (expiresAt < before) this.blacklist.delete(tokenId);
  }
}

export function msOf(timestamp: Timestamp__Output | null): number {
  return fromTimestamp(given(timestamp)) ?? NaN;
}

/** The value that Gatehouse always sends. */
export function given<T>(message: T | null): T {
  if (message === null) throw new Error('the request is not complete');
  return message;
}

export function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
