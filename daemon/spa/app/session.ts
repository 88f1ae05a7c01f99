import type { SessionBody, UserBody } from '../../admin/model/answers.js';
import { ApiError } from '../api/api-error.js';
import type { SessionKeeper } from '../api/client.js';
import type { Endpoints } from '../api/endpoints.js';
import { Store } from './store.js';

export type SessionState =
  /** Not known yet whether there is one. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'signed-in'; readonly user: UserBody }
  /** Ran out. The screen stays as it is, changes included, below the question for the password. */
  | { readonly kind: 'expired'; readonly user: UserBody };

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** Who is signed in. The token itself is a cookie that no script sees. */
export class Session extends Store<SessionState> implements SessionKeeper {
  #renewal: Promise<void> | undefined;
  #waiting: Waiting[] = [];

  constructor(private readonly api: Pick<Endpoints, 'signIn' | 'signOut' | 'refresh' | 'whoAmI'>) {
    super({ kind: 'starting' });
  }

  /** Once, when the page is opened. */
  async start(): Promise<void> {
    this.set({ kind: 'starting' });
    try {
      const { data } = await this.api.whoAmI().catch(async (error: unknown) => {
        // Only a session that has ended can be renewed: a guest has none.
        if (!(error instanceof ApiError) || error.code !== 'token_expired') throw error;
        const refreshed = await this.api.refresh();
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
    const { data } = await this.api.signIn(login, password);
    this.#began(data);
  }

  async signOut(): Promise<void> {
    // A session that has ended by itself needs no ending.
    await this.api.signOut().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    });
    this.#ended();
  }

  /** One renewal at a time, however many requests have found the session ended. */
  renew(): Promise<void> {
    this.#renewal ??= this.#renew().finally(() => {
      this.#renewal = undefined;
    });
    return this.#renewal;
  }

  async #renew(): Promise<void> {
    try {
      const { data } = await this.api.refresh();
      this.#began(data);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
      const state = this.get();
      if (state.kind !== 'signed-in' && state.kind !== 'expired') throw error;
      this.set({ kind: 'expired', user: state.user });
      await new Promise<void>((resolve, reject) => this.#waiting.push({ resolve, reject }));
    }
  }

  #began({ user }: SessionBody): void {
    const before = this.get();
    const other = before.kind === 'expired' && before.user.id !== user.id;
    // What the page holds was loaded for somebody else.
    if (other) window.location.reload();
    this.set({ kind: 'signed-in', user });
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #ended(): void {
    this.set({ kind: 'signed-out' });
    const gone = new ApiError(401, { error: { code: 'unauthenticated', message: '', request_id: '' } });
    for (const { reject } of this.#waiting.splice(0)) reject(gone);
  }
}
