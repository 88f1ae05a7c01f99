import { expect } from 'chai';
import type { SessionBody, SuccessBody, UserBody } from '../../admin/api/answers.js';
import type { AssertedCredential } from '../../admin/api/passkeys.js';
import type { ErrorCode } from '../api/errors.js';
import { ApiError } from '../api/errors.js';
import type { SessionNews } from './session-channel.js';
import { Session } from './session.js';

const ADA: UserBody = {
  id: '7',
  login: 'ada',
  email: 'ada@example.test',
  name: 'Ada',
  role: null,
  superuser: false,
  permissions: [],
  locale: null,
};
const BORIS: UserBody = { ...ADA, id: '8', login: 'boris', name: 'Boris' };

function refusal(code: ErrorCode): ApiError {
  const status = code === 'administrator_changed' ? 409 : code === 'network' ? 0 : 401;
  return new ApiError(status, { error: { code, message: code, request_id: '' } });
}

interface Request {
  readonly name: 'signIn' | 'signInWithCode' | 'signInWithPasskey' | 'signOut' | 'refresh' | 'whoAmI' | 'replace';
  readonly answer: (user: UserBody | ApiError | null) => Promise<void>;
}

/** A daemon that answers when the test says so, because these tests depend on the order of answers. */
function setUp({ hasUnsaved = false, keepsCookies = true } = {}) {
  const requests: Request[] = [];
  const told: SessionNews[] = [];
  let reloads = 0;
  let hear: (news: SessionNews) => void = () => undefined;
  let last: Promise<unknown> = Promise.resolve();

  function asked<Body>(name: Request['name'], bodyOf: (user: UserBody) => Body): Promise<SuccessBody<Body>> {
    return new Promise((resolve, reject) => {
      requests.push({
        name,
        async answer(user) {
          if (user instanceof ApiError) reject(user);
          else resolve({ success: true, data: bodyOf(user ?? ADA), meta: undefined });
          await turn();
        },
      });
    });
  }
  const sessionOf = (user: UserBody): SessionBody => ({ expires_in: 60, user });

  const session = new Session({
    api: {
      signIn: (_login, password) =>
        password === 'with code'
          ? asked('signIn', () => ({ second_factor: 'ticket', expires_in: 300 }))
          : asked('signIn', sessionOf),
      signInWithCode: () => asked('signInWithCode', sessionOf),
      signInWithPasskey: () => asked('signInWithPasskey', sessionOf),
      refresh: () => asked('refresh', sessionOf),
      whoAmI: () => asked('whoAmI', (user) => user),
      signOut: () => asked('signOut', () => null),
    },
    channel: {
      tell: (news) => void told.push(news),
      listen: (listener) => (hear = listener),
      alone(work) {
        const done = last.then(work);
        last = done.catch(() => undefined);
        return done;
      },
    },
    hasUnsaved: () => hasUnsaved,
    reload: () => (reloads += 1),
    keepsCookies,
  });

  return {
    session,
    told,
    /** A change of the password, or the end of the other sessions. */
    replace: () => asked('replace', sessionOf),
    reloads: () => reloads,
    hear: async (news: SessionNews) => {
      hear(news);
      await turn();
    },
    /** The oldest unanswered request, which must have this name. */
    async next(name: Request['name']): Promise<Request> {
      await turn();
      const request = requests.shift();
      expect(request?.name).to.equal(name);
      return request!;
    },
    pending: () => requests.map(({ name }) => name),
  };
}

/** Waits until all code that was waiting for an answer has run. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

async function signedIn(options = {}) {
  const page = setUp(options);
  const started = page.session.start();
  await (await page.next('whoAmI')).answer(ADA);
  await started;
  expect(page.session.get()).to.deep.equal({ kind: 'signed-in', user: ADA });
  return page;
}

/** Watches a promise from the start and returns its outcome. */
function outcomeOf(promise: Promise<unknown>): () => string {
  let outcome = 'waits';
  promise.then(
    () => (outcome = 'resolved'),
    (error: unknown) => (outcome = error instanceof ApiError ? `rejected: ${error.code}` : 'rejected'),
  );
  return () => outcome;
}

describe('the session of a page (docs/decisions/single-page-application.md; docs/admin/api.md, Sign-in)', () => {
  describe('a browser that drops the cookie of a page over plain HTTP (AD-112)', () => {
    async function guest() {
      const page = setUp({ keepsCookies: false });
      const started = page.session.start();
      await (await page.next('whoAmI')).answer(refusal('unauthenticated'));
      await started;
      return page;
    }

    for (const step of ['signIn', 'signInWithCode'] as const) {
      it(`${step}: says so, and does not ask for the password again and again`, async () => {
        const { session, next, told } = await guest();
        const signing = step === 'signIn' ? session.signIn('ada', 'p') : session.signInWithCode('ticket', '123456');
        const entered = outcomeOf(signing);
        await (await next(step)).answer(ADA);
        await (await next('whoAmI')).answer(refusal('unauthenticated'));
        expect(entered()).to.equal('rejected: no_cookie');
        expect(session.get()).to.deep.equal({ kind: 'signed-out' });
        expect(told).to.deep.equal([]);
      });
    }

    it('signs in if the browser keeps it, or if no answer says that it does not', async () => {
      for (const answer of [ADA, refusal('network')]) {
        const { session, next } = await guest();
        const entered = session.signIn('ada', 'p');
        await (await next('signIn')).answer(ADA);
        await (await next('whoAmI')).answer(answer);
        await entered;
        expect(session.get()).to.deep.equal({ kind: 'signed-in', user: ADA });
      }
    });
  });

  describe('late answers', () => {
    it("waits for a running renewal before signing out, because the renewal's cookie would otherwise arrive afterwards", async () => {
      const { session, next, pending } = await signedIn();
      const renewal = outcomeOf(session.renew());
      await (await next('whoAmI')).answer(refusal('token_expired'));
      const refresh = await next('refresh');
      const left = session.signOut();
      await turn();
      expect(pending()).to.deep.equal([]);
      await refresh.answer(ADA);
      expect(renewal()).to.equal('resolved');
      await (await next('signOut')).answer(null);
      await left;
      expect(session.get()).to.deep.equal({ kind: 'signed-out' });
    });

    it('rejects a renewal that waited for a sign-out', async () => {
      const { session, next } = await signedIn();
      const left = session.signOut();
      const signOut = await next('signOut');
      const renewal = outcomeOf(session.renew());
      await signOut.answer(null);
      await left;
      await (await next('whoAmI')).answer(refusal('unauthenticated'));
      expect(renewal()).to.equal('rejected: unauthenticated');
      expect(session.get()).to.deep.equal({ kind: 'signed-out' });
    });

    it('ignores an identity check from before the sign-out', async () => {
      const { session, next } = await signedIn();
      const checked = session.check();
      const whoAmI = await next('whoAmI');
      const left = session.signOut();
      await (await next('signOut')).answer(null);
      await left;
      await whoAmI.answer(ADA);
      await checked;
      expect(session.get()).to.deep.equal({ kind: 'signed-out' });
    });

    it('ignores a renewal if another tab signs out while it is running', async () => {
      const { session, next, hear } = await signedIn();
      const renewal = outcomeOf(session.renew());
      await (await next('whoAmI')).answer(refusal('token_expired'));
      const refresh = await next('refresh');
      await hear('signed-out');
      await refresh.answer(ADA);
      expect(renewal()).to.equal('rejected: unauthenticated');
      expect(session.get()).to.deep.equal({ kind: 'signed-out' });
    });

    it('checks again if another tab signs in during the first check', async () => {
      const { session, next, hear } = setUp();
      const started = session.start();
      const first = await next('whoAmI');
      await hear('signed-in');
      await first.answer(refusal('unauthenticated'));
      await (await next('whoAmI')).answer(ADA);
      await started;
      expect(session.get()).to.deep.equal({ kind: 'signed-in', user: ADA });
    });
  });

  describe('a request that replaces the session (AD-125)', () => {
    it('takes turns with renewals, whose late answer would end the new session, and tells the other tabs', async () => {
      const { session, next, pending, replace, told } = await signedIn();
      const replaced = session.replace(replace, false);
      const request = await next('replace');
      const renewal = outcomeOf(session.renew());
      expect(pending()).to.deep.equal([]);
      await request.answer({ ...ADA, name: 'Countess' });
      await replaced;
      expect([session.get(), told]).to.deep.equal([
        { kind: 'signed-in', user: { ...ADA, name: 'Countess' } },
        ['signed-in'],
      ]);
      await (await next('whoAmI')).answer({ ...ADA, name: 'Countess' });
      expect([renewal(), pending()]).to.deep.equal(['resolved', []]);
    });

    it('is repeated after the renewal of an expired token, with which it has done nothing (AD-203)', async () => {
      for (const isRepeated of [false, true]) {
        const { session, next, replace } = await signedIn();
        const outcome = outcomeOf(session.replace(replace, isRepeated));
        await (await next('replace')).answer(refusal('token_expired'));
        await (await next('whoAmI')).answer(refusal('token_expired'));
        await (await next('refresh')).answer(ADA);
        await (await next('replace')).answer(ADA);
        expect(outcome()).to.equal('resolved');
      }
    });

    it('is not repeated after an end of the session that it may have caused itself, and the page asks for a sign-in (AD-203)', async () => {
      const { session, next, pending, replace } = await signedIn();
      const outcome = outcomeOf(session.replace(replace, false));
      await (await next('replace')).answer(refusal('unauthenticated'));
      await (await next('whoAmI')).answer(refusal('unauthenticated'));
      expect([outcome(), pending()]).to.deep.equal(['rejected: unauthenticated', []]);
      expect(session.get()).to.deep.equal({ kind: 'expired', user: ADA, why: { kind: 'ended' } });
    });
  });

  describe('simultaneous renewal in several tabs', () => {
    it('uses the session that another tab has renewed and does not renew it again', async () => {
      const { session, next, told, pending } = await signedIn();
      const renewal = outcomeOf(session.renew());
      await (await next('whoAmI')).answer(ADA);
      expect(renewal()).to.equal('resolved');
      expect([told, pending()]).to.deep.equal([[], []]);
    });

    it('checks the owner of the cookie if tabs cannot take turns and another tab renewed first', async () => {
      const { session, next } = await signedIn();
      const renewal = outcomeOf(session.renew());
      await (await next('whoAmI')).answer(refusal('token_expired'));
      await (await next('refresh')).answer(refusal('unauthenticated'));
      await (await next('whoAmI')).answer(ADA);
      expect(renewal()).to.equal('resolved');
      expect(session.get()).to.deep.equal({ kind: 'signed-in', user: ADA });
    });

    it('resumes when another tab reports a renewal after this tab found the session ended', async () => {
      const { session, next, hear } = await signedIn();
      const renewal = outcomeOf(session.renew());
      await (await next('whoAmI')).answer(refusal('unauthenticated'));
      expect(session.get().kind).to.equal('expired');
      expect(renewal()).to.equal('waits');
      await hear('signed-in');
      await (await next('whoAmI')).answer(ADA);
      expect(session.get()).to.deep.equal({ kind: 'signed-in', user: ADA });
      expect(renewal()).to.equal('resolved');
    });

    it('tells the other tabs that the session has ended, and asks when another tab tells it (AD-252)', async () => {
      const { session, next, told } = await signedIn();
      const renewal = outcomeOf(session.renew());
      await (await next('whoAmI')).answer(refusal('unauthenticated'));
      expect([renewal(), session.get().kind, told]).to.deep.equal(['waits', 'expired', ['ended']]);
      const other = await signedIn();
      await other.hear('ended');
      await (await other.next('whoAmI')).answer(refusal('unauthenticated'));
      expect([other.session.get().kind, other.told]).to.deep.equal(['expired', []]);
    });

    it('tells the other tabs about a renewal', async () => {
      const { session, next, told } = await signedIn();
      const renewal = session.renew();
      await (await next('whoAmI')).answer(refusal('token_expired'));
      await (await next('refresh')).answer(ADA);
      await renewal;
      expect(told).to.deep.equal(['signed-in']);
    });
  });

  it('reloads the page and rejects waiting requests when a different user signs in', async () => {
    const { session, next, reloads } = await signedIn();
    const renewal = outcomeOf(session.renew());
    await (await next('whoAmI')).answer(refusal('unauthenticated'));
    const entered = session.signIn('boris', 'x');
    await (await next('signIn')).answer(BORIS);
    await entered;
    expect(renewal()).to.equal('rejected: unauthenticated');
    expect(reloads()).to.equal(1);
    expect(session.believed).to.equal(ADA.id);
  });

  it('is signed in only after the code, if one is needed (AD-256)', async () => {
    const { session, next, told } = setUp();
    const entered = session.signIn('ada', 'with code');
    await (await next('signIn')).answer(ADA);
    const needed = { second_factor: 'ticket', expires_in: 300 };
    expect([await entered, session.get().kind, told]).to.deep.equal([needed, 'starting', []]);
    const finished = session.signInWithCode('ticket', '123456');
    await (await next('signInWithCode')).answer(ADA);
    await finished;
    expect([session.get(), told]).to.deep.equal([{ kind: 'signed-in', user: ADA }, ['signed-in']]);
  });

  it('is signed in with a passkey in place of a code (AD-521)', async () => {
    const { session, next, told } = setUp();
    const finished = session.signInWithPasskey('ticket', {} as AssertedCredential);
    await (await next('signInWithPasskey')).answer(ADA);
    await finished;
    expect([session.get(), told]).to.deep.equal([{ kind: 'signed-in', user: ADA }, ['signed-in']]);
  });

  it('resumes waiting requests when the same administrator signs in again', async () => {
    const { session, next, reloads } = await signedIn();
    const renewal = outcomeOf(session.renew());
    await (await next('whoAmI')).answer(refusal('unauthenticated'));
    const entered = session.signIn('ada', 'x');
    await (await next('signIn')).answer(ADA);
    await entered;
    expect([renewal(), reloads(), session.get().kind]).to.deep.equal(['resolved', 0, 'signed-in']);
  });

  it("does not tell the other tabs that they are signed out if the browser has another administrator's session (AD-203)", async () => {
    const { session, next, told } = await signedIn();
    const left = session.signOut();
    await (await next('signOut')).answer(refusal('administrator_changed'));
    await left;
    expect([session.get().kind, told]).to.deep.equal(['signed-out', []]);
  });

  for (const code of ['token_expired', 'unauthenticated'] as const) {
    it(`signs out when the daemon answers ${code}`, async () => {
      const { session, next, told } = await signedIn();
      const left = session.signOut();
      await (await next('signOut')).answer(refusal(code));
      await left;
      expect([session.get().kind, told]).to.deep.equal(['signed-out', ['signed-out']]);
    });
  }

  it('stays signed in if the sign-out gets no answer', async () => {
    const { session, next } = await signedIn();
    const left = outcomeOf(session.signOut());
    await (await next('signOut')).answer(refusal('network'));
    expect([left(), session.get().kind]).to.deep.equal(['rejected: network', 'signed-in']);
  });

  it('after a sign-out in another tab, asks for the password if there is unsaved input and otherwise signs out', async () => {
    for (const [hasUnsaved, kind] of [
      [true, 'expired'],
      [false, 'signed-out'],
    ] as const) {
      const { session, hear } = await signedIn({ hasUnsaved });
      await hear('signed-out');
      expect(session.get().kind).to.equal(kind);
    }
  });
});
