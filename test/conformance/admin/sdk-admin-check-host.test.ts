import { expect } from 'chai';
import { CHECKS } from '../../../daemon/hostcheck/list.js';
import { failures, formatResult } from '../../../daemon/hostcheck/report.js';
import { runHostCheck } from '../../../daemon/hostcheck/run.js';
import { ENGINES } from './databases.js';
import { seed } from './records-support.js';
import { TOKEN } from '../sdk-host-link.js';
import { openSubject } from './subject.js';

const SUBJECTS = ENGINES.flatMap(({ engine, open }) =>
  (['the stream', 'HTTP', 'HTTP with JSON'] as const).map((way) => ({ engine, open, way })),
);

for (const { engine, open, way } of SUBJECTS) {
  it(`gatehouse check-host passes the SDK's admin backend on ${engine} through ${way} (HC-15)`, async function () {
    this.timeout(180_000);
    const subject = await openSubject(await open(), way);
    const { db } = subject;
    const { id: category_id } = await db
      .insertInto('categories')
      .values({ name: 'Tools' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const titles = Array.from({ length: 12 }, (_, n) => `Item ${String(n)}`);
    const seeded = await seed(
      subject,
      titles.map((title, n) => ({ title, stock: n % 3, category_id })),
    );
    for (const id of seeded) {
      const tag = await db.insertInto('tags').values({ name: id }).returning('id').executeTakeFirstOrThrow();
      await db
        .insertInto('item_tag')
        .values({ item_id: Number(id), tag_id: tag.id })
        .execute();
      await db
        .insertInto('reviews')
        .values({ item_id: Number(id), body: `Of ${id}` })
        .execute();
    }
    const report = await runHostCheck({ ...subject.at, token: TOKEN });
    expect(failures(report).map(formatResult)).to.deep.equal([]);
    const names = report.results.map(({ name }) => name);
    const hasStreams = way === 'the stream';
    for (const { name, on } of CHECKS.filter(({ on }) => on === 'admin' || (on === 'admin-stream' && hasStreams))) {
      expect(names).to.include(name);
      if (on === 'admin' && hasStreams) expect(names).to.include(`${name} (stream)`);
    }
    await subject.close();
  });
}
