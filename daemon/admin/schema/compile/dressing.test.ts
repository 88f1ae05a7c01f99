import { expect } from 'chai';
import { compileSmall, complaints, CONTROLLER, MODELS, pluginFiles } from '../../testing/small-plugin.js';

const LIST = `${CONTROLLER}/config_list.yaml`;
const FORM = `${CONTROLLER}/config_form.yaml`;
const FILTER = `${CONTROLLER}/config_filter.yaml`;
const RELATION = `${CONTROLLER}/config_relation.yaml`;
const COLUMNS = `${MODELS}/post/columns.yaml`;
const FIELDS = `${MODELS}/post/fields.yaml`;
const ADVICE = 'it only changes the look of pages in October and Winter CMS; you can remove it';

/** Every place in which October and Winter CMS have keys for the looks alone. */
const DRESSED: Readonly<Record<string, string>> = {
  [LIST]: [
    `list: ~/${COLUMNS}`,
    'modelClass: Acme\\Blog\\Models\\Post',
    'showSetup: true',
    'toolbar: { cssClass: wide, buttons: [create] }',
  ].join('\n'),
  [FORM]: [
    'name: Post',
    `form: ~/${FIELDS}`,
    'modelClass: Acme\\Blog\\Models\\Post',
    'design: { displayMode: sidebar }',
    'update: { breadcrumb: Posts }',
  ].join('\n'),
  [FILTER]: 'scopes:\n  published: { type: switch, cssClass: wide }\n',
  [RELATION]: [
    'comments:',
    '  popupSize: huge',
    `  view: { list: ~/${MODELS}/comment/columns.yaml, showCheckboxes: true }`,
  ].join('\n'),
  [COLUMNS]: 'columns:\n  title: { label: Title, headCssClass: wide }\n',
  [FIELDS]: [
    'fields:',
    '  title: { span: adaptive, cssClass: wide }',
    '  comments: { type: relationmanager }',
    'tabs:',
    '  icons: { Text: icon-pencil }',
    '  fields:',
    '    slug: { type: markdown, mode: split, stretch: true }',
  ].join('\n'),
};

const dressed = () => compileSmall(pluginFiles(DRESSED));

describe('admin: schema: keys that only dress the pages of October and Winter CMS', () => {
  it('warns once of each of them, and starts (AD-3)', () => {
    expect(dressed().warnings).to.deep.equal([
      `${FILTER}:2:30: scopes.published.cssClass: has no effect; ${ADVICE}`,
      `${FORM}:4:1: design: has no effect; ${ADVICE}`,
      `${FORM}:5:11: update.breadcrumb: has no effect; ${ADVICE}`,
      `${LIST}:3:1: showSetup: has no effect; ${ADVICE}`,
      `${LIST}:4:12: toolbar.cssClass: has no effect; ${ADVICE}`,
      `${RELATION}:2:3: comments.popupSize: has no effect; ${ADVICE}`,
      `${RELATION}:3:66: comments.view.showCheckboxes: has no effect; ${ADVICE}`,
      `${COLUMNS}:2:26: columns.title.headCssClass: has no effect; ${ADVICE}`,
      `${FIELDS}:2:18: fields.title.span: is adaptive; Gatehouse shows the field in full width`,
      `${FIELDS}:2:28: fields.title.cssClass: has no effect; ${ADVICE}`,
      `${FIELDS}:5:3: tabs.icons: has no effect; ${ADVICE}`,
      `${FIELDS}:7:29: tabs.fields.slug.mode: has no effect with type markdown; ${ADVICE}`,
      `${FIELDS}:7:42: tabs.fields.slug.stretch: has no effect; ${ADVICE}`,
    ]);
  });

  it('gives the page the same schema as without them (AD-3)', () => {
    const plain = Object.fromEntries(
      Object.entries(DRESSED).map(([file, text]) => [
        file,
        text
          .replaceAll(/,? ?(cssClass|headCssClass|stretch): (wide|true)(, )?/g, '')
          .replaceAll(/^(showSetup|design|update):.*$/gm, '')
          .replaceAll(/^ +(popupSize|icons):.*$/gm, '')
          .replace(', showCheckboxes: true', '')
          .replace('span: adaptive', 'span: full')
          .replace(', mode: split', ''),
      ]),
    );
    const { schema, warnings } = compileSmall(pluginFiles(plain));
    expect(warnings).to.deep.equal([]);
    expect(JSON.stringify([...dressed().schema.controllers.values()])).to.equal(
      JSON.stringify([...schema.controllers.values()]),
    );
  });

  it('still rejects the same key where it has an effect, and reports it with the errors (AD-3)', () => {
    expect(
      complaints({
        ...DRESSED,
        [FIELDS]: 'fields:\n  title: { mode: date, cssClass: wide }\n  slug: { conditions: x }\n',
      }),
    ).to.deep.equal([
      `${FIELDS}:2:12: fields.title.mode: does not go with type text; expected type taglist, datepicker`,
      `${FIELDS}:3:11: fields.slug.conditions: is not supported; raw SQL is not allowed; name a column (valueFrom), or a query scope that the host registers (scope)`,
    ]);
  });
});

describe('admin: schema: the partial of a toolbar (AD-12)', () => {
  const base = [`list: ~/${COLUMNS}`, 'modelClass: Acme\\Blog\\Models\\Post'];
  const compiled = (toolbar: string) =>
    compileSmall(
      pluginFiles({ [LIST]: [...base, toolbar].join('\n'), [`${CONTROLLER}/_summary.htm`]: '<p>{{.Data.Text}}</p>' }),
    ).schema.controllers.get('acme.blog.posts')!;

  it("is a text in place of the buttons, as in October's files (AD-11)", () => {
    const { list, partials } = compiled('toolbar: { buttons: summary }');
    expect(list?.view.toolbarPartial).to.equal('summary');
    expect(list?.toolbar).to.deep.equal([]);
    expect(partials.get('summary')).to.include({ inHeader: true });
  });

  it('goes with buttons under a key of its own (AD-12)', () => {
    const { list } = compiled('toolbar: { buttons: [create, publish], partial: summary }');
    expect(list?.view.toolbarPartial).to.equal('summary');
    expect(list?.toolbar.map(({ name }) => name)).to.deep.equal(['create', 'publish']);
  });

  it('is null in a list without one (AD-12)', () => {
    expect(compiled('toolbar: { buttons: [create] }').list?.view.toolbarPartial).to.equal(null);
  });
});
