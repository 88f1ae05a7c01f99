import { expect } from 'chai';
import { MAX_LABEL_CHARACTERS } from '../api/limits.js';
import { composed } from '../api/spelling.js';
import type { Option, OptionPage } from '../model/record.js';
import type { OptionOrigin, OptionQuery } from '../ports/option-source.js';
import { SUPERUSER } from '../testing/asking.js';
import type { ImportableField } from '../model/schema/importable.js';
import { permittedForms } from '../schema/permitted/form.js';
import { compileSmall, MODELS, pluginFiles } from '../testing/small-plugin.js';
import { hostChoices, hostOrigin, listedChoices } from './find-choices.js';

const TARGET = { caller: SUPERUSER.caller, controller: 'acme.blog.posts' };
const RELATION = { kind: 'relation' } as unknown as OptionOrigin;
const PROVIDER: OptionOrigin = { kind: 'provider', provider: 'tags' };

/** Asks about texts, and returns what the host was asked, with what it found. */
async function ask(
  texts: readonly string[],
  origin: OptionOrigin = PROVIDER,
  answer: (query: OptionQuery) => OptionPage = () => ({ options: [], hasMore: false }),
) {
  const asked: OptionQuery[] = [];
  const options = {
    options: (target: unknown, query: OptionQuery) => {
      expect(target).to.equal(TARGET);
      asked.push(query);
      return Promise.resolve(answer(query));
    },
  };
  const find = await hostChoices(origin, new Set(texts), options, TARGET, SUPERUSER);
  return { asked, find };
}

describe('the choices that texts of a file stand for (AD-387, AD-394)', () => {
  it('are not asked for with texts that are longer than a label can be', async () => {
    const long = Array.from({ length: 100 }, (_, n) => String(n) + 'é'.repeat(20_000));
    const { asked, find } = await ask(long, RELATION);
    expect(asked).to.deep.equal([]);
    // The problem has the beginning of the text: an answer with all of them would be longer than the file.
    expect(find(long[0]!)).to.deep.equal({
      rule: 'import_choice',
      parameters: { text: `0${'é'.repeat(79)}…` },
    });
    // The host knows the other fields of the form when it writes.
    expect((await ask(long)).find(long[0]!)).to.deep.equal({ value: long[0] });
  });

  it('are asked for with the longest label, whose letters count in their shortest spelling', async () => {
    const longest = 'e\u0301'.repeat(MAX_LABEL_CHARACTERS);
    const { asked } = await ask([longest, '\u{1F600}'.repeat(MAX_LABEL_CHARACTERS + 1)]);
    expect(asked.map(({ labels }) => labels)).to.deep.equal([[composed(longest), longest]]);
  });

  it('are asked for by value and by label, without the other fields of the form', async () => {
    const { asked } = await ask(['1', 'Cafe\u0301'], RELATION);
    const query = { source: RELATION, terms: [], page: { number: 1, size: 200 }, formValues: [] };
    expect(asked).to.deep.equal([
      { ...query, ids: ['1', 'Cafe\u0301'], labels: [] },
      { ...query, ids: [], labels: ['1', 'Caf\u00e9', 'Cafe\u0301'] },
    ]);
  });

  it('are asked for in questions of 100 texts', async () => {
    const { asked } = await ask(Array.from({ length: 101 }, (_, n) => `t${n}`));
    expect(asked.map(({ ids, labels }) => [ids.length, labels?.length])).to.deep.equal([
      [100, 0],
      [0, 100],
      [1, 0],
      [0, 1],
    ]);
    // No id has a control character.
    expect((await ask(['a\u0000'])).asked.map(({ ids }) => ids)).to.deep.equal([[]]);
  });

  it('are read on at most five pages', async () => {
    const more = (last: number) => async () => {
      const { asked } = await ask(['x'], RELATION, ({ page, ids }) => ({
        options: [],
        hasMore: ids.length === 0 && page.number < last,
      }));
      return asked.filter(({ ids }) => ids.length === 0).map(({ page }) => page);
    };
    const pages = [1, 2, 3, 4, 5].map((number) => ({ number, size: 200 }));
    expect(await more(3)()).to.deep.equal(pages.slice(0, 3));
    expect(await more(9)()).to.deep.equal(pages);
  });

  /** The choice for a text, if the application has these. */
  const meaningOf = async (text: string, choices: readonly Option[], origin: OptionOrigin = RELATION) => {
    const { find } = await ask([text], origin, ({ ids, labels = [] }) => ({
      options: choices.filter(({ value, label }) => (ids.length > 0 ? ids.includes(value) : labels.includes(label))),
      hasMore: false,
    }));
    return find(text);
  };

  it('are a related record by its id or by its label, unless both or several fit', async () => {
    const ada = { value: '1', label: 'Ada' };
    const problem = (rule: string, text: string) => ({ rule, parameters: { text } });
    expect(await meaningOf('1', [ada])).to.deep.equal({ value: '1' });
    expect(await meaningOf('Ada', [ada])).to.deep.equal({ value: '1' });
    expect(await meaningOf('Bob', [ada])).to.deep.equal(problem('import_choice', 'Bob'));
    expect(await meaningOf('ada', [ada])).to.deep.equal(problem('import_choice', 'ada'));
    const namesakes = [ada, { value: '2', label: 'Ada' }];
    expect(await meaningOf('Ada', namesakes)).to.deep.equal(problem('import_ambiguous', 'Ada'));
    expect(await meaningOf('1', [ada, { value: '2', label: '1' }])).to.deep.equal(problem('import_ambiguous', '1'));
    expect(await meaningOf('1', [{ value: '1', label: '1' }])).to.deep.equal({ value: '1' });
    // The label is stored in the other spelling.
    expect(await meaningOf('Caf\u00e9', [{ value: '3', label: 'Cafe\u0301' }])).to.deep.equal({ value: '3' });
  });

  it('are a choice of a provider by its value before its label, or else the text, which the host knows (AD-389)', async () => {
    const choices = [
      { value: 'a', label: 'b' },
      { value: 'b', label: 'c' },
    ];
    expect(await meaningOf('b', choices, PROVIDER)).to.deep.equal({ value: 'b' });
    expect(await meaningOf('c', choices, PROVIDER)).to.deep.equal({ value: 'b' });
    expect(await meaningOf('d', choices, PROVIDER)).to.deep.equal({ value: 'd' });
    const twice = [...choices, { value: 'x', label: 'c' }];
    expect(await meaningOf('c', twice, PROVIDER)).to.have.property('rule', 'import_ambiguous');
  });
});

describe('the choices that the YAML lists, and those of the host (AD-389)', () => {
  const { form } = compileSmall(
    pluginFiles({
      [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { label: Title }
  status: { type: dropdown, options: { draft: Not yet, live: Published } }
  rating: { type: dropdown, options: { "1.5": Good } }
  slug: { type: dropdown, options: statuses }
  settings: { type: taglist, mode: array, customTags: false, options: [red, Blue] }
  author: { type: relation, scope: active }
  tags: { type: relation }`,
    }),
  ).schema.controllers.get('acme.blog.posts')!;
  const fields = permittedForms.get(form!, SUPERUSER.permissions).create!.writable;
  const field = (name: string) => fields.get(name)! as ImportableField;
  const find = (name: string, text: string) => listedChoices(field(name), ({ source }) => source)?.(text);

  it('are found by value, in the spelling of the column, or by label without regard to case', () => {
    expect(find('status', 'draft')).to.deep.equal({ value: 'draft' });
    expect(find('status', ' published ')).to.deep.equal({ value: 'live' });
    expect(find('status', 'NOT  YET')).to.deep.equal({ value: 'draft' });
    expect(find('status', 'gone')).to.deep.equal({ rule: 'import_choice', parameters: { text: 'gone' } });
    expect(find('rating', '1.50')).to.deep.equal({ value: '1.5' });
    expect(find('settings', 'red')).to.deep.equal({ value: 'red' });
    expect(find('settings', 'blue')).to.deep.equal({ value: 'Blue' });
    expect(find('settings', 'green')).to.have.property('rule', 'import_choice');
    for (const name of ['title', 'slug', 'author']) expect(find(name, 'draft'), name).to.equal(undefined);
  });

  it('come from a provider, or from a relation within its scope', () => {
    expect(hostOrigin(field('slug'))).to.deep.equal({ kind: 'provider', provider: 'statuses' });
    const author = hostOrigin(field('author'));
    expect(author).to.deep.include({ kind: 'relation', scope: { name: 'active', values: [] } });
    expect(author).to.have.nested.property('relation.name', 'author');
    expect(author).to.have.nested.property('label.name', 'name');
    expect(hostOrigin(field('tags'))).to.not.have.property('scope');
    for (const name of ['title', 'status', 'settings']) expect(hostOrigin(field(name)), name).to.equal(undefined);
  });
});
