import { expect } from 'chai';
import { idOf } from './read-records.js';

describe("a record's id (admin_record.proto, Record)", () => {
  const page = { name: 'Page' };
  for (const id of ['7', 'x'.repeat(255), '\u{1f600}'.repeat(255)]) {
    it(`is the text of its primary key, as ${id.slice(0, 4)}…`, () => {
      expect(idOf({ gatehouse_id: id }, page)).to.equal(id);
    });
  }

  for (const raw of [null, undefined, 7, '', 'x'.repeat(256), Buffer.from([0xff])]) {
    it(`is never ${JSON.stringify(raw)}, and the host's log says of which model, and what to do`, () => {
      expect(() => idOf({ gatehouse_id: raw }, page)).to.throw(
        'a record of Page has a primary key that cannot be an id: a text of 1 to 255 characters, or a whole number; leave such records out with a list scope',
      );
    });
  }
});
