import type { UserBody } from '../../admin/api/answers.js';
import type { SessionKeeper } from '../api/client.js';
import type { Endpoints } from '../api/endpoints.js';
import { ApiError } from '../api/errors.js';
import type { SessionChannel } from './session-channel.js';
import { Store } from './store.js';

export type SessionState =
  /** Not known yet whether there is one. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly user: UserBody }
  /** The screen stays as it is, changes included, below the question for the password. */
  | { readonly kind: 'expired'; readonly user: UserBody; readonly why: Ending };

/** How the session of the page's administrator ended: by itself, in another tab, or because somebody else has signed in there. */
export type Ending = { readonly kind: 'ended' | 'signed-out' } | { readonly kind: 'replaced'; readonly by: UserBody };

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export interface SessionDependencies {
  readonly api: Pick<Endpoints, 'signIn' | 'signOut' | 'refresh' | 'whoAmI'>;
  readonly channel: SessionChannel;
  /** Whether the page holds changes that have not been saved. */
  readonly hasUnsaved: () => boolean;
  /** Loads the page anew. */
  readonly reload: () => void;
}

/**
 * Who is signed in. The token itself is a cookie that no script sees, and that all tabs of the browser share. What brings
 * another cookie (signing in, signing out, renewing) is done by one tab at a time, and only one thing at a time: the answer that
 * comes last would win.
 */
export class Session extends Store<SessionState> implements SessionKeeper {
  readonly #dependencies: SessionDependencies;
  #renewal: Promise<void> | undefined;
  #check: Promise<void> | undefined;
  #waiting: Waiting[] = [];
  /** Counts who has signed in and out: what was asked before says nothing about who it is now. */
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

  /** Whom the page was loaded for; undefined where nobody is signed in. */
  get believed(): string | undefined {
    const state = this.get();
    return 'user' in state ? state.user.id : undefined;
  }

  /** Once, when the page is opened. */
  async start(): Promise<void> {
    this.set({ kind: 'starting' });
    const epoch = this.#epoch;
    const present = await this.#whose();
    // Only a session that has run out can be renewed: a guest has none.
    const found = present.kind === 'none' && present.canBeRenewed ? await this.#renewed() : present;
    // Somebody has signed in or out in another tab meanwhile.
    if (epoch !== this.#epoch) return this.start();
    if (found.kind === 'user') this.set({ kind: 'signed-in', user: found.user });
    else this.set(found.kind === 'failed' ? found : { kind: 'signed-out' });
    return undefined;
  }

  /** Throws ApiError: what was wrong stands in its message. */
  async signIn(login: string, password: string): Promise<void> {
    const { data } = await this.#dependencies.channel.alone(() => this.#dependencies.api.signIn(login, password));
    this.#dependencies.channel.tell('signed-in');
    this.#began(data.user);
  }

  async signOut(): Promise<void> {
    // A session that has ended by itself, or is somebody else's by now, needs no ending. The daemon takes the cookie away then, too.
    await this.#dependencies.channel
      .alone(() => this.#dependencies.api.signOut())
      .catch((error: unknown) => {
        if (!(error instanceof ApiError && (error.status === 401 || error.code === 'administrator_changed')))
          throw error;
      });
    this.#dependencies.channel.tell('signed-out');
    this.#ended();
  }

  /** One renewal at a time, however many requests have found the session ended, or another's. */
  renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /** Asks the daemon whose session the browser has now, when the page comes to the front again. What cannot be found out changes nothing. */
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
      // One that has run out is renewed by the next request that needs it.
      if (epoch === this.#epoch && error.code === 'unauthenticated') this.#lost({ kind: 'ended' });
    }
  }

  #whose(): Promise<Whose> {
    return whose(async () => (await this.#dependencies.api.whoAmI()).data);
  }

  /** Whose session the browser has, renewed where it has run out. */
  #renewed(): Promise<Whose> {
    const { api, channel } = this.#dependencies;
    return channel.alone(async () => {
      // Another tab may have renewed it while this one waited for its turn: a second renewal would end what that one got.
      const present = await this.#whose();
      if (present.kind !== 'none' || !present.canBeRenewed) return present;
      const renewed = await whose(async () => (await api.refresh()).data.user);
      if (renewed.kind === 'user') channel.tell('signed-in');
      // Where tabs cannot take turns, another one was faster: the cookie is the one that it got by now.
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
    // Who signs out wants to leave nothing behind; what was typed here and not saved is worth a question.
    if (why.kind === 'signed-out' && !this.#dependencies.hasUnsaved()) this.#ended();
    else this.set({ kind: 'expired', user: state.user, why });
  }

  #replaced(user: UserBody, by: UserBody): void {
    this.set({ kind: 'expired', user, why: { kind: 'replaced', by } });
  }

  async #renew(): Promise<void> {
    const before = this.get();
    if (!('user' in before)) throw gone();
    const epoch = this.#epoch;
    const found = await this.#renewed();
    if (found.kind === 'failed') throw found.error;
    // An answer from before somebody signed in or out changes nothing; what has changed since decides.
    if (epoch === this.#epoch) {
      if (found.kind === 'user') this.#found(found.user);
      else this.#lost({ kind: 'ended' });
    }
    const state = this.get();
    if (!('user' in state)) throw gone();
    if (state.kind === 'signed-in') return;
    await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #began(user: UserBody): void {
    const before = this.get();
    if (before.kind === 'expired' && before.user.id !== user.id) {
      // What the page holds was loaded for somebody else, and what waits would be done in another name.
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
    for (const { reject } of this.#waiting.splice(0)) reject(gone());
  }
}

/** What an answer says about whose session the browser has. */
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

function gone(): ApiError {
  return new ApiError(401, { error: { code: 'unauthenticated', message: '', request_id: '' } });
}

/** Whoever comes back to the page is shown at once when the session has become another's meanwhile, and not with the next save. */
export function watchSession(session: Session): void {
  const check = () => {
    if (document.visibilityState === 'visible') void session.check();
  };
  window.addEventListener('focus', check);
  document.addEventListener('visibilitychange', check);
}
