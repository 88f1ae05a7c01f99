import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Sessions, User } from '../db/users.js';
import { newSessionToken, SESSION_SECONDS } from '../db/users.js';

/** A form without the hidden field of our own pages. Nothing was changed. */
export class RefusedForm extends Error {
  constructor() {
    super('a form was submitted without a valid CSRF token');
  }
}

/** The user of the browser, signed in or not. */
export interface Visitor {
  /** Undefined if the visitor is not signed in. */
  readonly user: User | undefined;
  /** The hidden field of every form. */
  readonly csrfToken: string;
}

/**
 * Sessions and CSRF protection. The cookie holds a random token; for a signed-in user, the sessions table has its hash. The
 * CSRF token is derived from the cookie's token, so another site that makes the browser submit a form cannot know it. This
 * also covers the sign-in form, which has a cookie but no session yet.
 */
export class Visitors {
  readonly #cookieName: string;
  readonly #secure: boolean;
  readonly #visitors = new WeakMap<Request, Visitor>();

  constructor(
    private readonly sessions: Sessions,
    issuer: string,
  ) {
    this.#secure = issuer.startsWith('https:');
    // With the prefix, a browser accepts the cookie only from exactly this host. It requires https.
    this.#cookieName = this.#secure ? '__Host-notes-session' : 'notes-session';
  }

  /** Identifies the visitor, and rejects every form that was not submitted from a page of this application. */
  readonly recognize: RequestHandler = async (request, response, next: NextFunction) => {
    const cookie = readCookie(request, this.#cookieName);
    const token = cookie ?? newSessionToken();
    if (cookie === undefined) this.#setCookie(response, token);
    const user = cookie === undefined ? undefined : await this.sessions.user(cookie);
    const visitor = { user, csrfToken: csrfToken(token) };
    if (request.method === 'POST') refuseForeignForm(request, visitor.csrfToken);
    this.#visitors.set(request, visitor);
    next();
  };

  of(request: Request): Visitor {
    const visitor = this.#visitors.get(request);
    if (!visitor) throw new Error(`${request.path} is not behind Visitors.recognize`);
    return visitor;
  }

  async signIn(response: Response, user: User): Promise<void> {
    this.#setCookie(response, await this.sessions.start(user.id));
  }

  async signOut(request: Request, response: Response): Promise<void> {
    await this.sessions.end(readCookie(request, this.#cookieName) ?? '');
    response.clearCookie(this.#cookieName, this.#cookieOptions());
  }

  #setCookie(response: Response, token: string): void {
    response.cookie(this.#cookieName, token, { ...this.#cookieOptions(), maxAge: SESSION_SECONDS * 1000 });
  }

  // Lax, not Strict: an MCP client opens the authorize endpoint in the browser, and the user must still be signed in on the
  // consent page behind it.
  #cookieOptions() {
    return { httpOnly: true, sameSite: 'lax', secure: this.#secure, path: '/' } as const;
  }
}

function refuseForeignForm(request: Request, expected: string): void {
  const { origin, host } = request.headers;
  if (origin !== undefined && !(URL.canParse(origin) && new URL(origin).host === host)) throw new RefusedForm();
  const sent = (request.body as Readonly<Record<string, unknown>> | undefined)?.['csrf'];
  if (typeof sent !== 'string' || !same(sent, expected)) throw new RefusedForm();
}

function csrfToken(sessionToken: string): string {
  return createHmac('sha256', sessionToken).update('csrf').digest('base64url');
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name && value) return value;
  }
  return undefined;
}

export type SignedInHandler = (
  request: Request,
  response: Response,
  user: User,
  visitor: Visitor,
) => void | Promise<void>;

/** Wraps a handler so that it runs only for signed-in users. Others are redirected to sign in first, and then back. */
export type SignedIn = (handler: SignedInHandler) => RequestHandler;

export function signedInWith(visitors: Visitors): SignedIn {
  return (handler) => async (request, response) => {
    const visitor = visitors.of(request);
    if (visitor.user) return handler(request, response, visitor.user, visitor);
    const returnTo = request.method === 'GET' ? request.originalUrl : '/';
    response.redirect(303, `/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`);
  };
}
