import { expect } from 'chai';
import type { ViewValue } from '../model/record.js';
import { viewModel, ViewModelRefused } from './view-model.js';

const text = (value: string): ViewValue => ({ kind: 'string', value });
const list = (...items: ViewValue[]): ViewValue => ({ kind: 'list', items });
const map = (entries: Record<string, ViewValue>): ViewValue => ({
  kind: 'map',
  entries: new Map(Object.entries(entries)),
});

describe('admin: view model (AD-142)', () => {
  it('keeps integers and floats distinct', () => {
    const model = viewModel(map({ n: { kind: 'int64', value: 3n }, f: { kind: 'double', value: 3 } }));
    expect(model).to.deep.equal(
      new Map<string, unknown>([
        ['n', 3n],
        ['f', 3],
      ]),
    );
  });

  for (const [what, forbidden] of [
    ['a database model', { kind: 'record', model: 'Acme\\Blog\\Models\\Post' }],
    ['pre-escaped content', { kind: 'trustedHtml' }],
  ] as const) {
    it(`rejects ${what}, also inside lists and maps (AD-142)`, () => {
      for (const model of [forbidden, list(text('a'), forbidden), map({ a: list(map({ b: forbidden })) })]) {
        expect(() => viewModel(model)).to.throw(ViewModelRefused);
      }
    });
  }

  it('reports the position', () => {
    const model = map({ posts: list(text('a'), { kind: 'record', model: 'Post' }) });
    expect(() => viewModel(model)).to.throw('a record of the model Post at .Data.posts.1; pass only the members');
  });

  it('treats a key called __proto__ like any other', () => {
    const model = viewModel({ kind: 'map', entries: new Map([['__proto__', text('x')]]) });
    expect(model).to.deep.equal(new Map([['__proto__', 'x']]));
  });
});
