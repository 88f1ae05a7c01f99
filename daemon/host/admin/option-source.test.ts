import { expect } from 'chai';
import type { OptionOrigin, OptionQuery } from '../../admin/ports/option-source.js';
import { CALL, rejection } from '../testing/small-host.js';
import { adminHost, CALLER, CATEGORY, NAME, SENT_CALLER, VIEWS } from '../testing/blog.js';

const QUERY: OptionQuery = {
  source: { kind: 'provider', provider: 'statuses' },
  terms: [],
  ids: [],
  page: { number: 1, size: 2 },
  formValues: [],
};
const POSTS = { caller: CALLER, controller: 'acme.blog.posts' };

describe('host: option source (admin_record.proto: ListOptions)', () => {
  it('sends the purpose of the choices and their source', async () => {
    const host = await adminHost({ ListOptions: () => ({ options: [{ value: 'a', label: 'A' }], hasMore: true }) });
    const { options } = host.link.admin;
    const scope = { name: 'published', values: [{ kind: 'string', value: 'x' } as const] };
    const sources: OptionOrigin[] = [
      { kind: 'relation', relation: CATEGORY, label: NAME, scope },
      { kind: 'model', model: 'Category', label: NAME },
      { kind: 'provider', provider: 'statuses' },
    ];
    for (const source of sources) {
      const formValues = [{ column: VIEWS, value: { kind: 'int64', value: 1n } as const }];
      const page = await options.options(POSTS, { ...QUERY, source, terms: ['n'], formValues }, CALL);
      expect(page).to.deep.equal({ options: [{ value: 'a', label: 'A' }], hasMore: true });
    }
    await options.options({ caller: CALLER, settings: 'acme-blog' }, { ...QUERY, ids: ['a'] }, CALL);
    const common = {
      caller: SENT_CALLER,
      form: 'controller',
      controller: 'acme.blog.posts',
      terms: ['n'],
      ids: [],
      labels: [],
      page: { number: 1, size: 2 },
      formValues: [{ column: 'views', value: { int64Value: '1', value: 'int64Value' } }],
    };
    expect(host.requests).to.deep.equal([
      {
        ...common,
        source: 'relation',
        relation: {
          relation: 'category',
          labelColumn: 'name',
          scope: { name: 'published', values: [{ stringValue: 'x', value: 'stringValue' }], valuesOf: '' },
        },
      },
      { ...common, source: 'model', model: { model: 'Category', labelColumn: 'name', scope: null } },
      { ...common, source: 'provider', provider: 'statuses' },
      {
        caller: SENT_CALLER,
        form: 'settings',
        settings: 'acme-blog',
        source: 'provider',
        provider: 'statuses',
        terms: [],
        ids: ['a'],
        labels: [],
        page: { number: 1, size: 2 },
        formValues: [],
      },
    ]);
    await host.stop();
  });

  it('takes the meanings of choices, and reports others as a contract violation (AD-466)', async () => {
    let colors: readonly string[] = [];
    const host = await adminHost({
      ListOptions: () => ({ options: colors.map((color) => ({ value: `the ${color}`, label: 'A', color })) }),
    });
    const asked = (...given: readonly string[]) => {
      colors = given;
      return host.link.admin.options.options(POSTS, { ...QUERY, page: { number: 1, size: 9 } }, CALL);
    };
    const tones = ['neutral', 'info', 'success', 'warning', 'danger'] as const;
    expect((await asked(...tones, '')).options).to.deep.equal([
      ...tones.map((color) => ({ value: `the ${color}`, label: 'A', color })),
      { value: 'the ', label: 'A' },
    ]);
    expect((await rejection(asked('#ff0000'))).message).to.contain('options[0].color');
    await host.stop();
  });

  for (const [what, values, problem] of [
    ['more choices than the page size', ['a', 'b', 'c'], 'has 3 choices'],
    ['a choice without a value', [''], 'options[0].value must not be empty'],
    ['a duplicate choice', ['a', 'a'], 'options must not repeat a value'],
    ['a choice that was not requested', ['a', 'z'], 'is not one of the requested ids'],
  ] as const) {
    it(`reports ${what} as a contract violation`, async () => {
      const host = await adminHost({ ListOptions: () => ({ options: values.map((value) => ({ value })) }) });
      const ids = what === 'a choice that was not requested' ? ['a', 'b'] : [];
      const error = await rejection(host.link.admin.options.options(POSTS, { ...QUERY, ids }, CALL));
      expect(error.message).to.contain(problem);
      await host.stop();
    });
  }
});
