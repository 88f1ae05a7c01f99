import { expect } from 'chai';
import { markAsRecord, TrustedHtml, type ViewModel } from '@gatehouse/host/admin';
import type { ApiAnswer, ApiClient } from '../../support/admin/client.js';
import { expectOk, expectRefused } from '../../support/admin/expect.js';
import { STATS, undecided } from '../../support/admin/shop.js';
import { eventually } from '../../support/eventually.js';
import { startAdminStack, type AdminStack } from '../../support/admin-stack.js';

const ITEMS = '/acme/shop/items';

describe('partials (AD-140 to AD-148)', () => {
  let stack: AdminStack;
  let editor: ApiClient;
  before(async () => {
    stack = await startAdminStack({ shared: true, errorsExpected: true });
    editor = await stack.signIn('editor');
  });
  after(() => stack.stop());
  afterEach(() => Object.assign(stack.decisions, undecided()));

  const partial = (path: string, client = editor): Promise<ApiAnswer> => client.get(`${ITEMS}/partials/${path}`);
  const show = (viewModel: ViewModel): Promise<ApiAnswer> => {
    stack.decisions.viewModel = () => viewModel;
    return partial('history');
  };

  it("a header partial has no record; its phrases are in the request's language (AD-140, AD-141)", async () => {
    const seen: unknown[] = [];
    stack.decisions.viewModel = (name, recordId) => {
      seen.push([name, recordId]);
      return STATS;
    };
    const { data } = expectOk(await partial('stats'));
    expect(data[0])
      .to.include({ tag: 'dl' })
      .and.deep.include({ attributes: { class: 'app-stats' } });
    expect(JSON.stringify(data)).to.contain('"text":"In stock"').and.contain('"text":"7"');
    expect((await partial('stats', editor.with({ 'accept-language': 'de' }))).body).to.contain('Auf Lager');
    expect(seen).to.deep.equal([
      ['stats', undefined],
      ['stats', undefined],
    ]);
    expectRefused(await partial('stats?id=1'), 404, 'not_found');
  });

  it("writes numbers in the request's language (AD-462)", async () => {
    stack.decisions.viewModel = () => ({ stats: [{ label: 'x', value: 1234567 }] });
    expect((await partial('stats')).body).to.contain('"text":"1,234,567"');
    const inGerman = await partial('stats', editor.with({ 'accept-language': 'de' }));
    expect(inGerman.body).to.contain('"text":"1.234.567"');
  });

  it('a form partial renders the record of ?id=, within the form scope (AD-140)', async () => {
    expect((await partial('history')).body).to.contain('No item');
    expect((await partial('history?id=1')).body).to.contain('Item 1');
    for (const id of ['7', '999', 'x', '', '1&id=2'])
      expectRefused(await partial(`history?id=${id}`), 404, 'not_found');
  });

  it('returns 404 for undeclared partials: other names, paths, files', async () => {
    for (const name of [
      'none',
      '_stats',
      'stats.htm',
      '..%2fstats',
      '%2e%2e%2fstats',
      '__proto__',
      'STATS',
      'margin',
    ]) {
      expectRefused(await partial(name), 404, 'not_found');
    }
  });

  it('renders view model values as text, whatever they look like (AD-148)', async () => {
    const { data } = expectOk(await show({ text: '<script>alert(1)</script><img src=x onerror=alert(1)>&amp;' }));
    const texts = (data as { text?: string }[]).map(({ text }) => text ?? '').join('');
    expect(texts).to.contain('<script>alert(1)</script>').and.contain('&amp;');
    expect(JSON.stringify(data)).not.to.contain('"tag":"script"').and.not.contain('"tag":"img"');
  });

  it('treats keys that are special in JavaScript like any other, and reads nothing from a prototype', async () => {
    const hostile = JSON.parse('{"__proto__":{"text":"polluted"},"constructor":"c","toString":"t"}') as ViewModel;
    const { data } = expectOk(await show(hostile));
    expect(JSON.stringify(data)).not.to.contain('polluted').and.not.contain('function');
    expect(JSON.stringify(expectOk(await show({ text: 'clean' })).data)).not.to.contain('polluted');
  });

  describe('returns the generic 500 for a rejected view model, and logs controller and partial (AD-142, AD-147)', () => {
    const record = (): object => markAsRecord({ title: 'Atlas' }, 'Acme\\Shop\\Models\\Item');
    const REFUSED: Readonly<Record<string, () => unknown>> = {
      'a record': record,
      'a record in an object': () => ({ text: record() }),
      'a record in a list': () => ({ text: [record()] }),
      'a record deep inside, in a part that the template never reads': () => ({
        text: 'x',
        more: { list: [{ deep: [record()] }] },
      }),
      'HTML that claims to be safe': () => ({ text: new TrustedHtml('<b>x</b>') }),
      'HTML that claims to be safe, in a list': () => ({ text: '', list: [[new TrustedHtml('<b>x</b>')]] }),
    };
    for (const [what, make] of Object.entries(REFUSED)) {
      it(what, async () => {
        const before = stack.gatehouse.log().length;
        const answer = await show(make() as ViewModel);
        expectRefused(answer, 500, 'internal_error');
        expect(answer.body).not.to.match(/Atlas|<b>/);
        await eventually(() => {
          const log = stack.gatehouse.log().slice(before);
          expect(log).to.contain('the partial history of acme.shop.items failed to render');
        });
      });
    }
  });

  describe('caps: never a truncated tree (AD-147)', () => {
    const stats = (count: number, label = 'x'): ViewModel => ({
      stats: Array.from({ length: count }, () => ({ label, value: 1 })),
    });
    async function header(viewModel: ViewModel): Promise<ApiAnswer> {
      stack.decisions.viewModel = () => viewModel;
      return partial('stats');
    }

    it('renders 2000 nodes, and rejects more (AD-147)', async () => {
      expectOk(await header(stats(100)));
      expectRefused(await header(stats(1000)), 500, 'internal_error');
    });

    it('limits output to 64 KiB (AD-147)', async () => {
      expectOk(await show({ text: 'x'.repeat(60_000) }));
      expectRefused(await show({ text: 'x'.repeat(70_000) }), 500, 'internal_error');
    });

    it('limits the view model to depth 32, whatever part of it the template shows', async () => {
      const nested = (depth: number): ViewModel => (depth === 0 ? 'x' : [nested(depth - 1)]);
      expectOk(await show({ text: '', more: nested(31) }));
      expectRefused(await show({ text: '', more: nested(32) }), 500, 'internal_error');
    });

    it('work: a template that ranges over ranges ends at the cap, and the daemon continues', async () => {
      const rows = (count: number): ViewModel => ({ text: '', rows: Array.from({ length: count }, () => 1) });
      expectOk(await show(rows(20)));
      const answers = await Promise.all([show(rows(5000)), show(rows(5000)), stack.guest.get('/lang')]);
      for (const answer of answers.slice(0, 2)) expectRefused(answer, 500, 'internal_error');
      expectOk(answers[2]);
    });

    it('an answer too large for a message', async () => {
      for (const length of [3_000_000, 6_000_000]) {
        expectRefused(await show({ text: 'x'.repeat(length) }), 500, 'internal_error');
      }
      expectOk(await show({ text: 'as before' }));
    });

    it('an error in the view model: the application throws', async () => {
      stack.decisions.viewModel = () => {
        throw new Error('select * from internals');
      };
      const answer = await partial('history');
      expectRefused(answer, 500, 'internal_error');
      expect(answer.body).not.to.contain('internals');
    });
  });
});
