import { ENGINES } from './databases.js';
import { recordQueries } from './records-queries.js';
import { recordSurroundings } from './records-surroundings.js';
import { recordValues } from './records-values.js';
import { recordWrites } from './records-writes.js';
import type { Subject } from './subject.js';
import { openSubject } from './subject.js';

for (const { engine, open } of ENGINES) {
  describe(`the SDK's records on ${engine} (admin_record.proto)`, () => {
    let subject: Subject;
    const current = (): Subject => subject;

    beforeEach(async () => {
      subject = await openSubject(await open());
    });
    afterEach(() => subject.close());

    describe('values', () => recordValues(current));
    describe('lists', () => recordQueries(current));
    describe('writes', () => recordWrites(current));
    describe('around them', () => recordSurroundings(current));
  });
}
