import { expect } from 'chai';
import { InvalidField } from '../../wire/fields.js';
import type { Choice } from '../model/controller.js';
import type { AdminContext, AnyTables } from '../model/model.js';
import { providerOptions } from './options.js';

const CHOICES: readonly Choice[] = [
  { value: 'eur', label: 'Euro', color: 'success' },
  { value: 'usd', label: 'Dollar' },
  { value: 'cad', label: 'Canadian Dollar' },
  { value: 'chf', label: 'Franken' },
];
const CONTEXT = {} as AdminContext<AnyTables>;
const EVERY = { terms: [], ids: [], labels: [], page: { number: 1, size: 10 } };

describe('choices of a provider (admin_record.proto, ListOptions)', () => {
  const asked: unknown[] = [];
  const providers = {
    currencies: (request: object, context: object) => {
      asked.push(request, context);
      return CHOICES;
    },
  };
  const options = (query: object = {}) =>
    providerOptions(providers, 'currencies', { country: 'de' }, { ...EVERY, ...query }, CONTEXT);
  const values = async (query: object) => ((await options(query)).options ?? []).map(({ value }) => value);

  it('are in its own order, with their color', async () => {
    expect(await options()).to.deep.equal({
      options: CHOICES.map(({ value, label, color = '' }) => ({ value, label, color })),
      hasMore: false,
    });
    expect(asked).to.deep.equal([{ values: { country: 'de' } }, CONTEXT]);
  });

  it('are those with the ids, the labels and all of the terms', async () => {
    expect(await values({ ids: ['chf', 'eur', 'no'] })).to.deep.equal(['eur', 'chf']);
    expect(await values({ labels: ['Dollar', 'euro'] })).to.deep.equal(['usd']);
    expect(await values({ terms: ['DOLLAR'] })).to.deep.equal(['usd', 'cad']);
    expect(await values({ terms: ['dollar', 'can'] })).to.deep.equal(['cad']);
    expect(await values({ ids: ['usd', 'cad'], labels: ['Dollar', 'Euro'], terms: ['o'] })).to.deep.equal(['usd']);
  });

  it('come in pages, each of which says whether more follow', async () => {
    for (const [number, size, expected, hasMore] of [
      [1, 3, ['eur', 'usd', 'cad'], true],
      [2, 3, ['chf'], false],
      [1, 4, ['eur', 'usd', 'cad', 'chf'], false],
      [2, 2, ['cad', 'chf'], false],
      [3, 2, [], false],
    ] as const) {
      const page = await options({ page: { number, size } });
      expect([(page.options ?? []).map(({ value }) => value), page.hasMore]).to.deep.equal([expected, hasMore]);
    }
  });

  it('have labels of at most 500 characters', async () => {
    const long = { long: () => [{ value: 'x', label: 'x'.repeat(501) }] };
    const { options: [choice] = [] } = await providerOptions(long, 'long', {}, EVERY, CONTEXT);
    expect(choice?.label).to.equal(`${'x'.repeat(499)}…`);
  });

  it('come from a registered provider only', async () => {
    for (const name of ['countries', 'toString', '__proto__', ''])
      expect(await providerOptions(providers, name, {}, EVERY, CONTEXT).catch((error: unknown) => error), name)
        .to.be.instanceOf(InvalidField)
        .with.property('field', 'option_provider');
  });
});
