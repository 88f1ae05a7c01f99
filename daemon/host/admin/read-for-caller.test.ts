import { expect } from 'chai';
import type { Administrator } from '../../admin/model/administrator.js';
import { ExpectedSession, SessionChanged } from '../../admin/model/administrator.js';
import type { Ports } from '../../admin/ports/ports.js';
import { ContractViolation } from '../../core/faults.js';
import type { AdminHost } from '../testing/blog.js';
import {
  ADA,
  adminHosts,
  CALLER,
  CATEGORY,
  LIST,
  NAME,
  POST,
  READ_POST,
  SELECTION,
  SENT_CALLER,
  TAGS,
} from '../testing/blog.js';
import { CALL, rejection } from '../testing/small-host.js';

const TOKEN = { administratorId: '1', tokenVersion: 4, tokenId: 'jti', sessionId: 's' };
const READ_ADA: Administrator = {
  ...{ id: '1', login: 'ada', email: 'ada@example.test', displayName: 'Ada', role: 'editor' },
  ...{ superuser: false, permissions: ['acme.blog.*'], locale: 'en', tokenVersion: 4 },
};
const TARGET = { controller: 'acme.blog.posts', id: '7' };
const QUERY = { ...LIST, selection: { columns: [], relations: [] } };

type Read = (admin: Ports, session: ExpectedSession | undefined) => Promise<unknown>;

const get: Read = (admin, session) => admin.records.get(targetOf(session), SELECTION, 'form', CALL);

/** Every read that can verify a session, with a sound answer. */
const READS: readonly (readonly [rpc: string, answer: object, read: Read])[] = [
  ['ListRecords', { page: {} }, (admin, session) => admin.records.list(targetOf(session), QUERY, CALL)],
  ['GetRecord', { record: POST }, get],
  [
    'ListOptions',
    {},
    (admin, session) =>
      admin.options.options(
        targetOf(session),
        {
          source: { kind: 'relation', relation: CATEGORY, label: NAME },
          terms: [],
          ids: [],
          page: LIST.page,
          formValues: [],
        },
        CALL,
      ),
  ],
  [
    'ListRelated',
    { page: {} },
    (admin, session) => admin.relations.related({ ...targetOf(session), relation: TAGS }, QUERY, CALL),
  ],
  [
    'ListCandidates',
    { page: {} },
    (admin, session) => admin.relations.candidates({ ...targetOf(session), relation: TAGS }, QUERY, [], CALL),
  ],
  [
    'GetSettings',
    { values: {} },
    (admin, session) => admin.settings.get({ ...targetOf(session), settings: 'acme-blog' }, [], CALL),
  ],
];

function targetOf(session: ExpectedSession | undefined) {
  return { ...TARGET, caller: { ...CALLER, ...(session && { session }) } };
}

describe('host: a read that verifies the session of its caller (admin_caller.proto: AdminCaller.session)', () => {
  const start = adminHosts();
  const host = (rpc: string, answer: object): Promise<AdminHost> => start(rpc, () => answer);

  const expected = (): ExpectedSession => new ExpectedSession(TOKEN, 1500, READ_ADA);

  for (const [rpc, answer, read] of READS) {
    it(`${rpc} sends the token, and confirms the session by the answer`, async () => {
      const { link, requests } = await host(rpc, { ...answer, session: { administrator: ADA } });
      const session = expected();
      await read(link.admin, session);
      expect(session.isConfirmed).to.equal(true);
      const sent = { token: TOKEN, at: { seconds: '1', nanos: 500_000_000 } };
      expect(requests)
        .to.have.nested.property('[0].caller')
        .that.deep.equals({ ...SENT_CALLER, session: sent });
    });

    it(`${rpc} reads nothing for a token that the host refuses, and counts no violation`, async () => {
      const started = await host(rpc, { session: { refusal: 'TOKEN_REFUSAL_BLACKLISTED' } });
      const session = expected();
      expect(await rejection(read(started.link.admin, session))).to.be.instanceOf(SessionChanged);
      expect(session.isConfirmed).to.equal(false);
      expect(started.violations).to.deep.equal([]);
    });

    it(`${rpc} without a session sends none`, async () => {
      const { link, requests } = await host(rpc, answer);
      await read(link.admin, undefined);
      expect(requests).to.have.nested.property('[0].caller').that.deep.equals(SENT_CALLER);
    });
  }

  it('rejects for an administrator who has changed', async () => {
    const { link } = await host('GetRecord', { record: POST, session: { administrator: { ...ADA, role: 'author' } } });
    expect(await rejection(get(link.admin, expected()))).to.be.instanceOf(SessionChanged);
  });

  it('returns what the host read', async () => {
    const { link } = await host('GetRecord', { record: POST, session: { administrator: ADA } });
    expect(await get(link.admin, expected())).to.deep.equal(READ_POST);
  });

  for (const [what, session, answer, problem] of [
    ['no session for a caller with one', expected(), {}, 'session must be set'],
    ['a session for a caller without one', undefined, { session: { administrator: ADA } }, 'session must not be set'],
    ['an empty session', expected(), { session: {} }, 'session.outcome'],
    ['an unknown refusal', expected(), { session: { refusal: 17 } }, 'refusal'],
    ['another administrator', expected(), { session: { administrator: { ...ADA, id: '2' } } }, 'administrator.id'],
    [
      'another token version',
      expected(),
      { session: { administrator: { ...ADA, tokenVersion: 5 } } },
      'administrator.token_version',
    ],
  ] as const) {
    it(`reports an answer that breaks the contract: ${what}`, async () => {
      const { link } = await host('GetRecord', { record: POST, ...answer });
      const error = await rejection(get(link.admin, session));
      expect(error).to.be.instanceOf(ContractViolation);
      expect(String(error)).to.contain(problem);
    });
  }
});
