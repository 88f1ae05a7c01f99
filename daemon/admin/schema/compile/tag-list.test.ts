import { expect } from 'chai';
import type { BrokenFile } from '../../testing/small-plugin.js';
import { compileSmall, complaints, MODELS, pluginFiles } from '../../testing/small-plugin.js';

const FILE = `${MODELS}/post/fields.yaml`;

function fieldOf(yaml: string) {
  const { schema } = compileSmall(pluginFiles({ [FILE]: `fields:\n  ${yaml}` }));
  return schema.controllers.get('acme.blog.posts')!.form!.fields[0]!;
}

const CASES: readonly BrokenFile[] = [
  {
    title: 'a mode that does not fit the column',
    lines: ['  settings: { type: taglist, mode: string }', '  title: { type: taglist, mode: array }'],
    says: [
      `${FILE}:2:36: fields.settings.mode: is string, but the column settings is json; expected mode: array, or a column of another type`,
      `${FILE}:3:33: fields.title.mode: is array, but the column title is string; expected mode: string, or a column of another type`,
    ],
  },
  {
    title: 'the mode of another type, and tags that are records',
    lines: ['  published_at: { type: datepicker, mode: array }', '  title: { type: taglist, mode: relation }'],
    says: [
      `${FILE}:2:43: fields.published_at.mode: is array; expected date, datetime, time`,
      `${FILE}:3:33: fields.title.mode: is "relation"; expected one of date, datetime, time, string, array; use type relation for tags that are records`,
    ],
  },
  {
    title: 'a separator for a list',
    lines: ['  settings: { type: taglist, separator: comma }'],
    says: [
      `${FILE}:2:41: fields.settings.separator: the column settings is json and holds a list; expected separator only with a text column; remove it`,
    ],
  },
  {
    title: 'texts instead of keys, which a translation would change',
    lines: ['  settings: { type: taglist, options: { a: First } }'],
    says: [
      `${FILE}:2:44: fields.settings.options.a: the tag a has another text; expected useKey: true, which stores the keys, or a list of tags`,
    ],
  },
  {
    title: 'choices that do not exist',
    lines: ['  settings: { type: taglist, useKey: true, customTags: false }'],
    says: [
      `${FILE}:2:38: fields.settings.useKey: needs options; expected a mapping of keys to texts, or the name of a provider`,
      `${FILE}:2:56: fields.settings.customTags: is false without options; expected options: the tags to choose from`,
    ],
  },
  {
    title: 'choices of a provider that the host cannot check',
    lines: ['  title: { type: taglist, options: statuses, customTags: false }'],
    says: [
      `${FILE}:2:58: fields.title.customTags: is false, but the host cannot check the tags of a text column; expected a json column, listed options, or customTags: true`,
    ],
  },
  {
    title: 'a tag that contains the separator',
    lines: ['  title: { type: taglist, options: [slow living], separator: space }'],
    says: [
      `${FILE}:2:36: fields.title.options: the tag "slow living" contains the separator; expected a json column, or another separator`,
    ],
  },
  {
    title: 'more entries than a field may have',
    lines: ['  settings: { type: taglist, maxItems: 201 }'],
    says: [`${FILE}:2:40: fields.settings.maxItems: is 201; expected a whole number, 1 to 200`],
  },
];

describe('fields.yaml: taglist (AD-345)', () => {
  for (const { title, lines, says } of CASES) {
    it(`rejects ${title}`, () => expect(complaints({ [FILE]: ['fields:', ...lines].join('\n') })).to.deep.equal(says));
  }

  it('stores a list in a json column, and a text with separators in a text column', () => {
    const list = fieldOf('settings: { type: taglist, default: [a, b] }');
    expect(list.view.tags).to.deep.equal({ separator: null, custom: true, maximum: 200 });
    expect(list.view.default).to.deep.equal(['a', 'b']);
    const text = fieldOf('title: { type: taglist, separator: space, maxItems: 3, default: [a, b] }');
    expect(text.view.tags).to.deep.equal({ separator: ' ', custom: true, maximum: 3 });
    expect(text.view.default).to.equal('a b');
  });

  it('binds the value to listed choices and to a provider only if no other tags may be written', () => {
    expect(fieldOf('settings: { type: taglist, options: [a, b] }').rules?.tags?.choices).to.equal(undefined);
    expect(fieldOf('settings: { type: taglist, options: statuses }').rules).not.to.have.property('optionProvider');
    const listed = fieldOf('settings: { type: taglist, options: [a, b], customTags: false }');
    expect([...(listed.rules?.tags?.choices ?? [])]).to.deep.equal(['a', 'b']);
    const provided = fieldOf('settings: { type: taglist, options: statuses, customTags: false }');
    expect(provided.rules?.optionProvider).to.equal('statuses');
    expect(provided.view.optionsFromServer).to.equal(true);
  });
});
