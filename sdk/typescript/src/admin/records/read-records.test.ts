import { expect } from 'chai';
import { idOf } from './read-records.js';

describe("a record's id (admin_record.proto, Record)", () => {
  it('is the text of its primary key', () => expect(idOf({ gatehouse_id: '7' })).to.equal('7'));

  for (const raw of [null, undefined, 7, '']) {
    it(`is never ${JSON.stringify(raw)}`, () => {
      expect(() => idOf({ gatehouse_id: raw })).to.throw('a record has no primary key');
    });
  }
});
