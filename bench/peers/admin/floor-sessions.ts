import type Database from 'better-sqlite3';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

interface Claims {
  readonly sub: number;
  /** Token version of the administrator. */
  readonly tv: number;
  readonly jti: string;
  readonly sid: string;
  /** Seconds. */
  readonly exp: number;
}

interface SessionRow {
  readonly is_activated: number;
  readonly is_superuser: number;
  readonly token_version: number;
  readonly permissions: string;
  readonly role_permissions: string | null;
  readonly effective_at: number | null;
  readonly session_id: string | null;
}

const PERMISSION = 'bench.shop.access';
const HEADER = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const TTL_SECONDS = 3600;
/** As many as Gatehouse remembers. */
const MAX_VERIFIED = 1000;

/**
 * Sessions of the floor, with what Gatehouse checks for each request: signature and age of the token, whether the
 * administrator is active, token version, blacklist, session and permission. Like Gatehouse, it verifies the signature of a
 * token once; everything that a revocation changes is read each time.
 */
export class FloorSessions {
  readonly #secret = randomBytes(32);
  readonly #verified = new Map<string, Claims>();
  readonly #find: Database.Statement<[string, string, number], SessionRow>;
  readonly #open: Database.Statement<[string, number, number, number, number, number]>;

  constructor(database: Database.Database) {
    this.#find = database.prepare(
      `select u.is_activated, u.is_superuser, u.token_version, u.permissions, r.permissions as role_permissions,
          b.effective_at, s.session_id
        from backend_users u
          left join backend_user_roles r on r.id = u.role_id
          left join backend_jwt_blacklist b on b.token_id = ?
          left join backend_sessions s on s.session_id = ? and s.user_id = u.id
        where u.id = ?`,
    );
    this.#open = database.prepare(
      `insert into backend_sessions
        (session_id, user_id, token_version, browser, system, network, opened_at, used_at, expires_at)
        values (?, ?, ?, '', '', '', ?, ?, ?)`,
    );
  }

  /** A token for an administrator who has just signed in. Call it in a transaction. */
  open(sub: number, tv: number): string {
    const now = Date.now();
    const sid = randomBytes(16).toString('hex');
    this.#open.run(sid, sub, tv, now, now, now + TTL_SECONDS * 1000);
    const claims: Claims = {
      sub,
      tv,
      jti: randomBytes(16).toString('hex'),
      sid,
      exp: Math.floor(now / 1000) + TTL_SECONDS,
    };
    const signed = `${HEADER}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
    return `${signed}.${this.#signatureOf(signed).toString('base64url')}`;
  }

  /** The status of the refusal; undefined if the administrator may use the shop. */
  refusal(authorization = ''): 401 | 403 | undefined {
    const now = Date.now();
    const claims = this.#claimsOf(authorization.slice('Bearer '.length));
    if (claims === undefined || claims.exp * 1000 <= now) return 401;
    const row = this.#find.get(claims.jti, claims.sid, claims.sub);
    if (row?.is_activated !== 1 || row.token_version !== claims.tv || row.session_id === null) return 401;
    if (row.effective_at !== null && row.effective_at <= now) return 401;
    const permissions = JSON.parse(row.permissions) as string[];
    const ofRole = JSON.parse(row.role_permissions ?? '[]') as string[];
    const isAllowed = row.is_superuser === 1 || permissions.includes(PERMISSION) || ofRole.includes(PERMISSION);
    return isAllowed ? undefined : 403;
  }

  #claimsOf(token: string): Claims | undefined {
    const known = this.#verified.get(token);
    if (known !== undefined) return known;
    const end = token.lastIndexOf('.');
    const presented = Buffer.from(token.slice(end + 1), 'base64url');
    const expected = this.#signatureOf(token.slice(0, Math.max(0, end)));
    if (presented.length !== expected.length || !timingSafeEqual(presented, expected)) return undefined;
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    if (this.#verified.size >= MAX_VERIFIED) this.#verified.clear();
    this.#verified.set(token, claims);
    return claims;
  }

  #signatureOf(signed: string): Buffer {
    return createHmac('sha256', this.#secret).update(signed).digest();
  }
}
