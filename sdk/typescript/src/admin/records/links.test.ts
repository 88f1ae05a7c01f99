import type { RelationChange__Output } from '@gatehouse/proto/generated/gatehouse/host/v1/RelationChange';
import { expect } from 'chai';
import { InvalidField } from '../../wire/fields.js';
import { planRelations } from './links.js';

type Given = Parameters<typeof planRelations>;

/** Of what is refused before the database is asked, so that there is none. */
async function refusal(change: Partial<RelationChange__Output>, relations?: object): Promise<unknown> {
  const changes = [{ relation: 'category', ids: [], scope: null, ...change }];
  const controller = { model: {}, relations } as unknown as Given[1];
  return planRelations({} as Given[0], controller, changes, undefined, {} as Given[4]).catch((error: unknown) => error);
}

const RELATIONS = { category: { kind: 'belongsTo', model: {}, foreignKey: 'category_id' }, parts: { kind: 'hasMany' } };

describe('relations that a form writes (admin_record.proto: RelationChange)', () => {
  for (const [what, change, relations] of [
    ['one that the controller does not have', { relation: 'maker' }, RELATIONS],
    ['one that every object has', { relation: 'constructor' }, RELATIONS],
    ['any of a controller without relations', {}, undefined],
    ['a has-many relation', { relation: 'parts' }, RELATIONS],
  ] as const) {
    it(`are not ${what}`, async () => {
      const error = await refusal(change, relations);
      expect(error).to.be.instanceOf(InvalidField);
      expect(String(error)).to.contain('relations.relation is not a relation that a form can write');
    });
  }

  it('lead to one record where the record belongs to one', async () => {
    const error = await refusal({ ids: ['1', '2'] }, RELATIONS);
    expect(error).to.be.instanceOf(InvalidField);
    expect(String(error)).to.contain('relations.ids has several ids for a belongs-to relation');
  });
});
