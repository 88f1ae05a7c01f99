import type { SessionBody, UserBody } from '../../admin/model/answers.js';
import { ApiError } from '../api/api-error.js';
import type { SessionKeeper } from '../api/client.js';
import type { Endpoints } from '../api/endpoints.js';
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

export interface SessionNeeds {
  readonly api: Pick<Endpoints, 'signIn' | 'signOut' | 'refresh' | 'whoAmI'>;
  readonly channel: SessionChannel;
  /** Whether the page holds changes that have not been saved. */
  readonly hasUnsaved: () => boolean;
}

/** Who is signed in. The token itself is a cookie that no script sees, and that all tabs of the browser share. */
export class Session extends Store<SessionState> implements SessionKeeper {
  readonly #needs: SessionNeeds;
  #renewal: Promise<void> | undefined;
  #check: Promise<void> | undefined;
  #waiting: Waiting[] = [];

  constructor(needs: SessionNeeds) {
    super({ kind: 'starting' });
    this.#needs = needs;
    needs.channel.listen((news) => {
      if (news === 'signed-out') this.#lost({ kind: 'signed-out' });
      else void this.check();
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
    try {
      const { data } = await this.#needs.api.whoAmI().catch(async (error: unknown) => {
        // Only a session that has ended can be renewed: a guest has none.
        if (!(error instanceof ApiError) || error.code !== 'token_expired') throw error;
        const refreshed = await this.#needs.api.refresh();
        return { data: refreshed.data.user };
      });
      this.set({ kind: 'signed-in', user: data });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.set(error.status === 401 ? { kind: 'signed-out' } : { kind: 'failed', error });
    }
  }

  /** Throws ApiError: what was wrong stands in its message. */
  async signIn(login: string, password: string): Promise<void> {
    const { data } = await this.#needs.api.signIn(login, password);
    this.#needs.channel.tell('signed-in');
    this.#began(data);
  }

  async signOut(): Promise<void> {
    // A session that has ended by itself, or is somebody else's by now, needs no ending.
    await this.#needs.api.signOut().catch((error: unknown) => {
      if (!(error instanceof ApiError && (error.status === 401 || error.code === 'administrator_changed'))) throw error;
    });
    this.#needs.channel.tell('signed-out');
    this.#ended();
  }

  /** One renewal at a time, however many requests have found the session ended, or another's. */
  renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  /**
   * Asks the daemon whose session the browser has now: when the page comes to the front again, and when another tab has signed
   * in. What cannot be found out changes nothing.
   */
  check(): Promise<void> {
    this.#check ??= this.#ask().finally(() => {
      this.#check = undefined;
    });
    return this.#check;
  }

  async #ask(): Promise<void> {
    if (this.get().kind === 'starting') return;
    try {
      const { data } = await this.#needs.api.whoAmI();
      this.#found(data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // One that has run out is renewed by the next request that needs it.
      if (error.code === 'unauthenticated') this.#lost({ kind: 'ended' });
    }
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
    if (why.kind === 'signed-out' && !this.#needs.hasUnsaved()) this.#ended();
    else this.set({ kind: 'expired', user: state.user, why });
  }

  #replaced(user: UserBody, by: UserBody): void {
    this.set({ kind: 'expired', user, why: { kind: 'replaced', by } });
  }

  async #renew(): Promise<void> {
    const before = this.get();
    if (!('user' in before)) throw gone();
    try {
      const { data } = await this.#needs.api.refresh();
      if (data.user.id === before.user.id) {
        this.#began(data);
        return;
      }
      this.#replaced(before.user, data.user);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      if (before.kind === 'signed-in') this.set({ kind: 'expired', user: before.user, why: { kind: 'ended' } });
    }
    await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  #began({ user }: SessionBody): void {
    const before = this.get();
    // What the page holds was loaded for somebody else.
    if (before.kind === 'expired' && before.user.id !== user.id) window.location.reload();
    this.#resume(user);
  }

  #resume(user: UserBody): void {
    this.set({ kind: 'signed-in', user });
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #ended(): void {
    this.set({ kind: 'signed-out' });
    for (const { reject } of this.#waiting.splice(0)) reject(gone());
  }
}

function gone(): ApiError {
  return new ApiError(401, { error: { code: 'unauthenticated', message: '', request_id: '' } });
}
