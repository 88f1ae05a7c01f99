import type { CodeNeededBody, SessionBody, SuccessBody, UserBody } from '../../admin/api/answers.js';
import type { AssertedCredential } from '../../admin/api/passkeys.js';
import type { SessionKeeper } from '../api/client.js';
import type { Endpoints } from '../api/endpoints.js';
import { ApiError, noSession } from '../api/errors.js';
import type { SessionChannel } from './session-channel.js';
import { Store } from './store.js';

export type SessionState =
  /** It is not known yet whether there is a session. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly user: UserBody }
  /** The screen and its unsaved changes stay below the password dialog. */
  | { readonly kind: 'expired'; readonly user: UserBody; readonly why: Ending };

/** How the session of the page's administrator ended: it expired, another tab signed out, or another user signed in there. */
export type Ending = { readonly kind: 'ended' | 'signed-out' } | { readonly kind: 'replaced'; readonly by: UserBody };

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export interface SessionDependencies {
  readonly api: Pick<Endpoints, 'signIn' | 'signInWithCode' | 'signInWithPasskey' | 'signOut' | 'refresh' | 'whoAmI'>;
  readonly channel: SessionChannel;
  /** Whether the page holds unsaved changes. */
  readonly hasUnsaved: () => boolean;
  /** Reloads the page. */
  readonly reload: () => void;
  /** False if the browser blocks cookies, and over plain HTTP, for which browsers keep no cookie with the attribute Secure. */
  readonly keepsCookies: boolean;
}

/**
 * Tracks who is signed in. The token is a cookie that scripts cannot read and that all tabs share. Actions that change the
 * cookie (signing in, signing out, renewing, changing the password) run in one tab at a time and one after the other, because the last answer
 * would win.
 */
export class Session extends Store<SessionState> implements SessionKeeper {
  readonly #dependencies: SessionDependencies;
  #renewal: Promise<void> | undefined;
  #check: Promise<void> | undefined;
  #waiting: Waiting[] = [];
  /** Counts sign-ins and sign-outs. An answer to an earlier request says nothing about the current session. */
  #epoch = 0;

  constructor(dependencies: SessionDependencies) {
    super({ kind: 'starting' });
    this.#dependencies = dependencies;
    dependencies.channel.listen((news) => {
      this.#epoch += 1;
      if (news === 'signed-out') this.#lost({ kind: 'signed-out' });
      else void this.#ask();
    });
  }

  /** Id of the administrator that the page was loaded for; undefined if no one is signed in. */
  get believed(): string | undefined {
    const state = this.get();
    return 'user' in state ? state.user.id : undefined;
  }

  /** Runs once, when the page opens. */
  async start(): Promise<void> {
    this.set({ kind: 'starting' });
    const epoch = this.#epoch;
    const present = await this.#whose();
    // Only an expired session can be renewed. A guest has none.
    const found = present.kind === 'none' && present.canBeRenewed ? await this.#renewed() : present;
    // A sign-in or sign-out happened in another tab in the meantime.
    if (epoch !== this.#epoch) return this.start();
    if (found.kind === 'user') this.set({ kind: 'signed-in', user: found.user });
    else this.set(found.kind === 'failed' ? found : { kind: 'signed-out' });
    return undefined;
  }

  /**
   * Throws ApiError, whose message says what was wrong.
   *
   * @returns what the second step needs, if there is one
   */
  async signIn(login: string, password: string): Promise<CodeNeededBody | undefined> {
    const { api, channel } = this.#dependencies;
    const { data } = await channel.alone(() => api.signIn(login, password));
    if ('second_factor' in data) return data;
    await this.#entered(data);
    return undefined;
  }

  /** Throws ApiError, whose message says what was wrong. */
  async signInWithCode(ticket: string, code: string): Promise<void> {
    const { api, channel } = this.#dependencies;
    await this.#entered((await channel.alone(() => api.signInWithCode(ticket, code))).data);
  }

  /** Throws ApiError, whose message says what was wrong. */
  async signInWithPasskey(ticket: string, credential: AssertedCredential): Promise<void> {
    const { api, channel } = this.#dependencies;
    await this.#entered((await channel.alone(() => api.signInWithPasskey(ticket, credential))).data);
  }

  /** Throws `no_cookie` if the browser has dropped the session: otherwise the page would ask for the password again and again. */
  async #entered({ user }: SessionBody): Promise<void> {
    if (!this.#dependencies.keepsCookies && (await this.#whose()).kind === 'none') throw unkept();
    this.#dependencies.channel.tell('signed-in');
    this.#began(user);
  }

  /** The administrator has changed the own account. */
  updated(user: UserBody): void {
    if (this.believed === user.id) this.#resume(user);
  }

  /**
   * Sends a request that ends the administrator's sessions and answers with a new one. It must not renew the session itself. With an
   * expired token it has done nothing, and is repeated after a renewal.
   *
   * @param isRepeated also if the session has ended. Otherwise an earlier attempt may have ended it, whose answer was lost.
   */
  async replace(request: () => Promise<SuccessBody<SessionBody>>, isRepeated: boolean): Promise<void> {
    const { channel } = this.#dependencies;
    const sent = () => channel.alone(request);
    const { data } = await sent().catch(async (error: unknown) => {
      if (!(error instanceof ApiError && error.wantsSession)) throw error;
      if (!isRepeated && error.code !== 'token_expired') {
        // Without a session, or with that of another administrator, the page asks for a sign-in.
        void this.check();
        throw error;
      }
      await this.renew();
      return sent();
    });
    channel.tell('signed-in');
    this.updated(data.user);
  }

  async signOut(): Promise<void> {
    // A session that has expired or belongs to another user needs no sign-out.
    const refusal = await this.#dependencies.channel
      .alone(() => this.#dependencies.api.signOut())
      .then(
        () => undefined,
        (error: unknown) => {
          if (error instanceof ApiError && error.wantsSession) return error;
          throw error;
        },
      );
    // The daemon leaves another user's session alone, so that the other tabs stay signed in.
    if (refusal?.code !== 'administrator_changed') this.#dependencies.channel.tell('signed-out');
    this.#ended();
  }

  /** Renews once, however many requests have found the session ended or replaced. */
  renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Checks whose session the browser has when the page comes to the front again. A failed check changes nothing. */
  check(): Promise<void> {
    this.#check ??= this.#ask().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  async #ask(): Promise<void> {
    if (this.get().kind === 'starting') return;
    const epoch = this.#epoch;
    try {
      const { data } = await this.#dependencies.api.whoAmI();
      if (epoch === this.#epoch) this.#found(data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The next request that needs an expired session renews it.
      if (epoch === this.#epoch && error.code === 'unauthenticated') this.#lost({ kind: 'ended' });
    }
  }

  #whose(): Promise<Whose> {
    return whose(async () => (await this.#dependencies.api.whoAmI()).data);
  }

  /** Whose session the browser has, after renewing it if it has expired. */
  #renewed(): Promise<Whose> {
    const { api, channel } = this.#dependencies;
    return channel.alone(async () => {
      // Another tab may have renewed it while this one waited for its turn. A second renewal would end the other tab's
      // session.
      const present = await this.#whose();
      if (present.kind !== 'none' || !present.canBeRenewed) return present;
      const renewed = await whose(async () => (await api.refresh()).data.user);
      if (renewed.kind === 'user') channel.tell('signed-in');
      // If tabs cannot take turns, another one may have been faster. The cookie is then from that renewal.
      return renewed.kind === 'none' ? this.#whose() : renewed;
    });
  }

  #found(user: UserBody): void {
    const state = this.get();
    if (!('user' in state)) this.set({ kind: 'signed-in', user });
    else if (state.user.id !== user.id) this.#replaced(state.user, user);
    else if (state.kind === 'expired' || JSON.stringify(state.user) !== JSON.stringify(user)) this.#resume(user);
  }

  #lost(why: Ending): void {
    const state = this.get();
    if (state.kind !== 'signed-in') return;
    // A user who signs out wants to leave nothing behind. If there is unsaved input, ask first.
    if (why.kind === 'signed-out' && !this.#dependencies.hasUnsaved()) this.#ended();
    else this.set({ kind: 'expired', user: state.user, why });
  }

  #replaced(user: UserBody, by: UserBody): void {
    this.set({ kind: 'expired', user, why: { kind: 'replaced', by } });
  }

  async #renew(): Promise<void> {
    const before = this.get();
    if (!('user' in before)) throw noSession();
    const epoch = this.#epoch;
    const found = await this.#renewed();
    if (found.kind === 'failed') throw found.error;
    // Ignore an answer from before the last sign-in or sign-out.
    if (epoch === this.#epoch) {
      if (found.kind === 'user') this.#found(found.user);
      else {
        this.#lost({ kind: 'ended' });
        // The other tabs have the same session, and would notice only with their next request.
        this.#dependencies.channel.tell('ended');
      }
    }
    const state = this.get();
    if (!('user' in state)) throw noSession();
    if (state.kind === 'signed-in') return;
    await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #began(user: UserBody): void {
    const before = this.get();
    if (before.kind === 'expired' && before.user.id !== user.id) {
      // The page holds data of another user, and waiting requests would run under the new user's name.
      this.#giveUp();
      this.#dependencies.reload();
      return;
    }
    this.#resume(user);
  }

  #resume(user: UserBody): void {
    this.#epoch += 1;
    this.set({ kind: 'signed-in', user });
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #ended(): void {
    this.#epoch += 1;
    this.set({ kind: 'signed-out' });
    this.#giveUp();
  }

  #giveUp(): void {
    for (const { reject } of this.#waiting.splice(0)) reject(noSession());
  }
}

/** The owner of the browser's session according to an answer. */
type Whose =
  | { readonly kind: 'user'; readonly user: UserBody }
  | { readonly kind: 'none'; readonly canBeRenewed: boolean }
  | { readonly kind: 'failed'; readonly error: ApiError };

async function whose(ask: () => Promise<UserBody>): Promise<Whose> {
  try {
    return { kind: 'user', user: await ask() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status !== 401) return { kind: 'failed', error };
    return { kind: 'none', canBeRenewed: error.code === 'token_expired' };
  }
}

function unkept(): ApiError {
  return new ApiError(0, { error: { code: 'no_cookie', message: '', request_id: '' } });
}

/**
 * Checks the session when the user returns to the page, so that a change of users is noticed immediately and not at the
 * next save. Also a page that the browser has kept as it was while the tab showed another site (bfcache): it got no message of the
 * other tabs, and not every browser says that it is visible again.
 */
export function watchSession(session: Session): void {
  const check = () => {
    if (document.visibilityState === 'visible') void session.check();
  };
  window.addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) check();
  });
}
