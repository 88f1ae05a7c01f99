import { expect } from 'chai';
import { AnswerTooLong } from '../../core/faults.js';
import { AdminError, invalid } from '../api/errors.js';
import type { RelationStore } from '../ports/relation-store.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { createRelationRecords } from './manage-relation.js';

const { relations: SCHEMAS } = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelUpdate: acme.blog.publish, modelPreview: acme.blog.access_posts }`,
    [`${CONTROLLER}/config_relation.yaml`]: `
tags:
  view: { list: { columns: { name: { searchable: true } } }, showPageNumbers: false }
  manage: { list: { columns: { name: { sortable: false } } }, recordsPerPage: 5 }
comments: { view: { list: { columns: { body: Comment } } } }`,
    [`${MODELS}/post/fields.yaml`]: `
fields:
  tags: { type: relationmanager, permissions: acme.blog.moderate }
  comments: { type: relationmanager }`,
  }),
).schema.controllers.get('acme.blog.posts')!;

const NOBODY = askingWith();
type Method<Name extends keyof RelationStore> = ReturnType<
  typeof recorded<Parameters<RelationStore[Name]>, Awaited<ReturnType<RelationStore[Name]>>>
>;

function managing(name: 'tags' | 'comments', found = true) {
  const page = {
    records: [{ id: '3', cells: [{ kind: 'string', value: 'red' }], relations: [] }],
    hasMore: false,
    total: 1,
  } as const;
  const missing = { outcome: 'notFound' } as const;
  const related: Method<'related'> = recorded(found ? { outcome: 'found', value: page } : missing);
  const candidates: Method<'candidates'> = recorded(found ? { outcome: 'found', value: page } : missing);
  const link: Method<'link'> = recorded(found ? { outcome: 'changed', count: 1 } : missing);
  const unlink: Method<'unlink'> = recorded(found ? { outcome: 'changed', count: 2 } : missing);
  const records = createRelationRecords(SCHEMAS.get(name)!, {
    related: related.method,
    candidates: candidates.method,
    link: link.method,
    unlink: unlink.method,
  });
  const calls = (): number => [related, candidates, link, unlink].reduce((sum, one) => sum + one.calls.length, 0);
  return { records, calls, related, candidates, link, unlink };
}

const code = (outcome: object) => (outcome instanceof AdminError ? outcome.code : outcome);

describe('admin: relation records (AD-72)', () => {
  it('lists the linked records in one call', async () => {
    const { records, related, calls } = managing('tags');
    const listed = await records.related('9', [['search', 'r']], SUPERUSER);
    expect(listed).to.deep.include({ rows: [{ name: 'red', id: '3' }] });
    const [[target, query] = []] = related.calls;
    expect([target?.id, target?.relation.name]).to.deep.equal(['9', 'tags']);
    expect(query).to.deep.include({ count: false, page: { number: 1, size: 20 } });
    expect(query?.search?.terms).to.deep.equal(['r']);
    expect(calls()).to.equal(1);
  });

  it("lists the candidates with their own list's query, and with the ids to resolve", async () => {
    const { records, candidates } = managing('tags');
    await records.candidates('9', [['ids[]', '3']], SUPERUSER);
    const [[, query, ids] = []] = candidates.calls;
    expect(query).to.deep.include({ count: true, page: { number: 1, size: 5 } });
    expect(ids).to.deep.equal(['3']);
  });

  it('resolves ids only of candidates (docs/admin/api.md, Queries)', async () => {
    const { records, calls } = managing('tags');
    expect(await records.related('9', [['ids[]', '3']], SUPERUSER)).to.deep.equal(
      new AdminError('validation_failed', { fields: { 'ids[]': [{ rule: 'unknown' }] } }),
    );
    expect(calls()).to.equal(0);
  });

  it('rejects sorts, searches and filters that its list does not declare', async () => {
    const { records, calls } = managing('tags');
    for (const [parameter, value] of [
      ['sort', 'name'],
      ['sort', 'id'],
      ['search', 'r'],
      ['filter[name]', 'red'],
    ] as const) {
      expect(code(await records.candidates('9', [[parameter, value]], SUPERUSER)), parameter).to.equal(
        'validation_failed',
      );
    }
    expect(calls()).to.equal(0);
  });

  it('sorts and counts exactly where its list allows it', async () => {
    const { records, related, candidates } = managing('tags');
    const query = [['total', 'exact']] as const;
    expect(await records.related('9', [...query, ['sort', '-name']], SUPERUSER)).to.have.property('rows');
    expect(await records.candidates('9', query, SUPERUSER)).to.have.property('rows');
    expect(related.calls[0]?.[1].sorts).to.have.length.of.at.least(1);
    expect(candidates.calls).to.have.length(1);
  });

  it('says what to do about a page that the host cannot send (AD-54)', async () => {
    const tooLong = () => Promise.reject(new AnswerTooLong('too long'));
    const store = { related: tooLong, candidates: tooLong } as unknown as RelationStore;
    const { related, candidates } = createRelationRecords(SCHEMAS.get('tags')!, store);
    for (const list of [related, candidates]) {
      expect(await list('9', [], SUPERUSER)).to.deep.equal(invalid('per_page', { rule: 'page_bytes' }));
    }
  });

  it('links and unlinks, and returns the count', async () => {
    const { records, link } = managing('tags');
    expect(await records.link('9', ['3', '4'], SUPERUSER)).to.deep.equal({ count: 1 });
    expect(await records.unlink('9', ['3', '4'], SUPERUSER)).to.deep.equal({ count: 2 });
    expect(link.calls.map(([target, ids]) => [target.id, ids])).to.deep.equal([['9', ['3', '4']]]);
  });

  it('unlinks nothing if the foreign key is not nullable (AD-74)', async () => {
    const { records, unlink } = managing('comments');
    expect(code(await records.unlink('9', ['3'], SUPERUSER))).to.equal('forbidden');
    expect(unlink.calls).to.have.length(0);
    expect(await records.link('9', ['3'], SUPERUSER)).to.deep.equal({ count: 1 });
  });

  it('is read-only for users who may only preview the record', async () => {
    const { records, candidates, link, unlink } = managing('tags');
    const reader = askingWith('acme.blog.moderate', 'acme.blog.access_posts');
    expect(await records.related('9', [], reader)).to.have.property('rows');
    expect(code(await records.candidates('9', [], reader))).to.equal('forbidden');
    expect(code(await records.link('9', ['3'], reader))).to.equal('forbidden');
    expect(code(await records.unlink('9', ['3'], reader))).to.equal('forbidden');
    expect([...candidates.calls, ...link.calls, ...unlink.calls]).to.deep.equal([]);
    const editor = askingWith('acme.blog.moderate', 'acme.blog.publish');
    expect(await records.link('9', ['3'], editor)).to.deep.equal({ count: 1 });
  });

  for (const [who, id, asking] of [
    ['a user without any form of the record', '9', askingWith('acme.blog.moderate')],
    ['a user without a field that shows the manager', '9', NOBODY],
    ['an impossible record id', 'a\0b', SUPERUSER],
    ['an empty record id', '', SUPERUSER],
  ] as const) {
    it(`returns 404 for ${who}, without a call`, async () => {
      const { records, calls } = managing('tags');
      expect(code(await records.related(id, [], asking))).to.equal('not_found');
      expect(code(await records.candidates(id, [], asking))).to.equal('not_found');
      expect(code(await records.link(id, ['3'], asking))).to.equal('not_found');
      expect(code(await records.unlink(id, ['3'], asking))).to.equal('not_found');
      expect(calls()).to.equal(0);
    });
  }

  it('returns 404 if the record is outside the form scope, or an id is outside the list scope', async () => {
    const { records } = managing('tags', false);
    expect(code(await records.related('9', [], SUPERUSER))).to.equal('not_found');
    expect(code(await records.candidates('9', [], SUPERUSER))).to.equal('not_found');
    expect(code(await records.link('9', ['3'], SUPERUSER))).to.equal('not_found');
    expect(code(await records.unlink('9', ['3'], SUPERUSER))).to.equal('not_found');
  });
});
