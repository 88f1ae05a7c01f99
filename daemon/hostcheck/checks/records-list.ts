import { CALL } from '../admin/ports.js';
import { firstRecords, PAGE_SIZE, pageOf, survey } from '../admin/survey.js';
import type { Check } from '../check.js';
import { expectSame, expectThat } from '../failure.js';

export const recordsList: Check = {
  name: 'records/list-pages',
  citation: 'admin_record.proto: ListRecords; admin_query.proto: AdminListQuery',
  on: 'admin',
  run: async (subject) => {
    for (const surveyed of await survey(subject)) {
      const { target, selection } = surveyed;
      const list = (number: number, size: number, count = false) =>
        subject.admin.records.list(target, pageOf(selection, { page: { number, size }, count }), CALL);
      const first = (await firstRecords(subject.admin, surveyed)).map(({ id }) => id);
      const about = `of ${target.controller}`;

      const single = await Promise.all(first.map(async (_id, n) => (await list(n + 1, 1)).records.map(({ id }) => id)));
      const ties = 'Order by the primary key last, always: pages must neither repeat nor skip a record.';
      expectSame(`pages of one ${about}`, single.flat(), first, ties);
      expectSame(`ids ${about}, each once`, new Set(first).size, first.length, ties);

      const { total = NaN, hasMore } = await list(1, PAGE_SIZE, true);
      const counted = 'The total is of all that matches; has_more tells whether it goes on after this page.';
      expectThat(total >= first.length, `a total ${about} of at least ${first.length}`, String(total), counted);
      expectSame(`has_more ${about} with a count`, hasMore, total > first.length, counted);
      expectSame(`has_more ${about} without a count`, (await list(1, PAGE_SIZE)).hasMore, hasMore, counted);

      const upTo = { page: { number: 1, size: 1 }, count: true, countAtMost: 1 };
      const some = await subject.admin.records.list(target, pageOf(selection, upTo), CALL);
      const stopped =
        'With count_at_most, count to the end, or stop there and say with total_exceeded that more match.';
      const allowed = total > 1 ? [{ totalOver: 1 }, { total }] : [{ total }];
      const got = some.totalOver === undefined ? { total: some.total } : { totalOver: some.totalOver };
      expectThat(
        allowed.some((one) => JSON.stringify(one) === JSON.stringify(got)),
        `a total ${about}, counted to 1 at least: ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`,
        JSON.stringify(got),
        stopped,
      );

      const past = await list(1_000_000, 200);
      const empty = 'A page past the end is an empty page.';
      expectSame(`a page past the end ${about}`, { ...past, records: past.records.length }, NOTHING, empty);
    }
  },
};

const NOTHING = { records: 0, hasMore: false };
