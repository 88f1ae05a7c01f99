import { ENGINES } from './databases.js';
import { recordComparisons } from './records-comparisons.js';
import { recordDependentChoices } from './records-dependent.js';
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
    const start = async (): Promise<void> => void (subject = await openSubject(await open()));
    const stop = (): Promise<void> => subject.close();

    describe('comparisons', () => {
      before(start);
      after(stop);
      recordComparisons(current);
    });

    describe('what is written, on a database of its own each', () => {
      beforeEach(start);
      afterEach(stop);
      describe('values', () => recordValues(current));
      describe('lists', () => recordQueries(current));
      describe('writes', () => recordWrites(current));
      describe('dependent choices', () => recordDependentChoices(current));
      describe('around them', () => recordSurroundings(current));
    });
  });
}
