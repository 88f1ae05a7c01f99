import { ENGINES, newPostgresShop, POSTGRES_LOCALES } from './databases.js';
import { linksBehindOthers, linksFromBothSides, readsBesideWrites } from './records-at-once.js';
import { recordCase } from './records-case.js';
import { recordComparisons } from './records-comparisons.js';
import { recordDependentChoices } from './records-dependent.js';
import { recordLinks } from './records-links.js';
import { recordQueries } from './records-queries.js';
import { recordScopes } from './records-scopes.js';
import { recordSurroundings } from './records-surroundings.js';
import { recordValues } from './records-values.js';
import { recordWrites } from './records-writes.js';
import { EVERY_TEST } from '../../support/every-test.js';
import type { Way } from '../sdk-host-link.js';
import type { Subject } from './subject.js';
import { openSubject } from './subject.js';

const WAYS: readonly Way[] = ['the stream', 'the stream socket', 'HTTP', 'HTTP with JSON'];

/** Each way once, since the way and the database do not know of each other. `make every-test` runs every way on each database. */
const SUBJECTS = ENGINES.flatMap(({ engine, openShop }) =>
  WAYS.filter((way) => EVERY_TEST || (way === 'the stream socket') === (engine === 'PostgreSQL')).map((way) => {
    return { engine, openShop, way };
  }),
);

for (const { engine, openShop, way } of SUBJECTS) {
  describe(`the SDK's records on ${engine} through ${way} (admin_record.proto)`, () => {
    let subject: Subject;
    const current = (): Subject => subject;
    const start = async (): Promise<void> => void (subject = await openSubject(await openShop(), way));
    const stop = (): Promise<void> => subject.close();

    describe('comparisons', () => {
      before(start);
      after(stop);
      recordComparisons(current);
    });

    // HTTP with JSON takes the same way, with the greater difference in the values.
    if (!EVERY_TEST && way === 'HTTP') return;
    describe('writes, each on its own database', () => {
      beforeEach(start);
      afterEach(stop);
      describe('values', () => recordValues(current));
      describe('lists', () => recordQueries(current));
      describe('writes', () => recordWrites(current));
      describe('case', () => recordCase(current));
      describe('scopes', () => recordScopes(current));
      describe('links', () => recordLinks(current));
      describe('concurrent links from both sides', () => linksFromBothSides(current));
      describe('dependent choices', () => recordDependentChoices(current));
      describe('options, relation managers, settings, actions and partials', () => recordSurroundings(current));
    });
  });
}

describe("the SDK's links after those of another transaction, on PostgreSQL (admin_record.proto: Link, UpdateRecord)", () => {
  let subject: Subject;
  beforeEach(async () => void (subject = await openSubject(await newPostgresShop())));
  afterEach(() => subject.close());
  linksBehindOthers(() => subject);
});

describe("the SDK's reads during writes, on PostgreSQL (admin_record.proto: GetRecord, ListRecords, ListRelated)", () => {
  let subject: Subject;
  beforeEach(async () => void (subject = await openSubject(await newPostgresShop())));
  afterEach(() => subject.close());
  readsBesideWrites(() => subject);
});

for (const { locale, openShop } of POSTGRES_LOCALES) {
  describe(`the SDK's searches in a PostgreSQL database of ${locale} (admin_query.proto)`, () => {
    let subject: Subject;
    beforeEach(async () => void (subject = await openSubject(await openShop())));
    afterEach(() => subject.close());
    recordCase(() => subject);
  });
}
