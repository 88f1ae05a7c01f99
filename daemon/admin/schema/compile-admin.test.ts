import { expect } from 'chai';
import { compileTemplate } from '../partials/template.js';
import {
  compileSmall,
  complaints,
  CONTROLLER,
  MODELS,
  pluginFiles,
  registrationWith,
} from '../testing/small-plugin.js';
import { problemsOfFiles } from './compile-admin.js';
import { Problems } from './yaml/problems.js';

const PARTIAL = `${CONTROLLER}/_stats.htm`;
const WITH_PARTIAL = {
  [`${CONTROLLER}/config_list.yaml`]:
    'list: ~/plugins/acme/blog/models/post/columns.yaml\nmodelClass: Acme\\Blog\\Models\\Post\nheaderPartial: stats\n',
};

const problems = (changes: Parameters<typeof pluginFiles>[0]) =>
  problemsOfFiles(pluginFiles(changes), (source, file) => compileTemplate(file, source), new Problems());

describe('admin: files alone: problems that do not depend on the registration', () => {
  it('finds nothing wrong in a valid plugin', () => expect(problems({})).to.deep.equal([]));

  it('finds invalid YAML, keys, phrases and templates, in file order', () => {
    const found = problems({
      [`${CONTROLLER}/config_form.yaml`]: 'name: [',
      [`${CONTROLLER}/config_list.yaml`]: 'titel: Posts',
      [PARTIAL]: '{{if}}',
      [`${MODELS}/post/columns.yaml`]: 'columns:\n  title: { lable: Title }',
      'plugins/acme/blog/lang/en/lang.yaml': 'a: "{"',
    });
    for (const words of [
      'config_form.yaml:1',
      'titel',
      '_stats.htm:1',
      'lable',
      'lang.yaml:1:4: a: is not an ICU message',
    ]) {
      expect(
        found.filter((line) => line.includes(words)),
        words,
      ).to.have.length.greaterThan(0);
    }
    expect(found).to.deep.equal([...found].sort());
  });

  it('keeps the problems that reading the files found', () => {
    const found = new Problems();
    found.add({ file: 'plugins/acme', line: 0, column: 0, key: '' }, 'is a symbolic link');
    expect(problemsOfFiles(pluginFiles(), (source, file) => compileTemplate(file, source), found)).to.deep.equal([
      'plugins/acme: is a symbolic link',
    ]);
  });
});

describe('admin: schema: features of October that Gatehouse does not have', () => {
  const registration = registrationWith({ suppliesPartialData: true });

  for (const source of [
    '<p><?= $count ?></p>',
    '<p>\n  <?php echo 1 ?>',
    '<?PHP foreach ($a as $b): ?>',
    '<? if ($a): ?>',
    '<?$a?>',
  ]) {
    it(`rejects a partial in PHP: ${JSON.stringify(source)}`, () => {
      const [only, ...more] = complaints({ ...WITH_PARTIAL, [PARTIAL]: source }, registration);
      expect(more).to.deep.equal([]);
      const at = source.includes('\n') ? '2:3' : `1:${String(source.indexOf('<?') + 1)}`;
      expect(only).to.contain(`${PARTIAL}:${at}: contains PHP, which is not executed`);
      expect(only).to.contain('docs/admin/partials.md');
    });
  }

  for (const source of ['<p>{% if a %}</p>', '<p>{%- for b in a %}', '<p>{# note #}']) {
    it(`rejects a partial in Twig: ${source}`, () => {
      const [only, ...more] = complaints({ ...WITH_PARTIAL, [PARTIAL]: source }, registration);
      expect(more).to.deep.equal([]);
      expect(only).to.contain(`${PARTIAL}:1:4: contains Twig, which is not executed`);
    });
  }

  it('accepts any partial without PHP or Twig', () => {
    const source = '<p>1 <2 ?> <? {{.Data.x}} <?xml ?> <?phpx {% 5 %} {#}</p>';
    expect(complaints({ ...WITH_PARTIAL, [PARTIAL]: source }, registration)).to.deep.equal([]);
  });

  it('warns of language files that Gatehouse does not read, and says where the phrases belong', () => {
    const files = {
      ...pluginFiles(),
      unread: [
        'plugins/acme/blog/lang/de/lang.php',
        'plugins/acme/blog/lang/de/posts.json',
        'plugins/acme/blog/lang/fr.json',
      ],
    };
    expect(compileSmall(files).warnings).to.deep.equal([
      'plugins/acme/blog/lang/de/lang.php: is not read; move the phrases to plugins/acme/blog/lang/de/lang.yaml',
      'plugins/acme/blog/lang/de/posts.json: is not read; move the phrases to plugins/acme/blog/lang/de/posts.yaml',
      'plugins/acme/blog/lang/fr.json: is not read; move the phrases to plugins/acme/blog/lang/fr/lang.yaml',
    ]);
  });

  it('does not report a list as missing if its file exists but is invalid', () => {
    const navigation = [
      {
        code: 'posts',
        label: 'Posts',
        icon: '',
        order: 1,
        permissions: [],
        children: [],
        target: { kind: 'controller', controller: 'acme.blog.posts' } as const,
      },
    ];
    const said = complaints({ [`${CONTROLLER}/config_list.yaml`]: 'list: [' }, registrationWith({}, { navigation }));
    expect(said.join('\n')).to.contain('config_list.yaml:1').and.to.not.contain('has no list');
  });
});

describe('admin: schema: one mistake does not hide others (AD-2)', () => {
  const FIELDS = `${MODELS}/post/fields.yaml`;
  const COLUMNS = `${MODELS}/post/columns.yaml`;
  /** The beginning of each message: its place and its key. */
  const places = (changes: Parameters<typeof complaints>[0]) =>
    complaints(changes).map((line) =>
      line.slice(line.lastIndexOf('/') + 1).replace(/^([^:]+:\d+:\d+: [^:]+):.*$/, '$1'),
    );

  it('of a missing key of a config file: those of its definitions', () => {
    expect(
      places({
        [`${CONTROLLER}/config_form.yaml`]:
          'form: ~/plugins/acme/blog/models/post/fields.yaml\nupdate: { form: { fields: { body: {} } } }\nmodelClass: Acme\\Blog\\Models\\Post',
        [`${CONTROLLER}/config_list.yaml`]: 'list: { columns: { body: Text } }\nfilter: config_filter.yaml',
        [`${CONTROLLER}/config_filter.yaml`]: 'scopes:\n  state: {}\n',
        [FIELDS]: 'fields:\n  titel: { lable: x }\n',
      }),
    ).to.deep.equal([
      'config_filter.yaml:2:3: scopes.state',
      'config_form.yaml:1:1: name',
      'config_form.yaml:2:29: update.form.fields.body',
      'config_list.yaml:1:1: modelClass',
      'config_list.yaml:1:20: list.columns.body',
      'fields.yaml:2:3: fields.titel',
      'fields.yaml:2:12: fields.titel.lable',
    ]);
  });

  it('of a misspelled type: those of the keys beside it', () => {
    expect(
      places({
        [COLUMNS]:
          'columns:\n  title: { type: dattetime, formt: x, align: middle }\n  slug: { type: image, path: x }\n',
      }),
    ).to.deep.equal([
      'columns.yaml:2:18: columns.title.type',
      'columns.yaml:2:29: columns.title.formt',
      'columns.yaml:2:46: columns.title.align',
      'columns.yaml:3:17: columns.slug.type',
    ]);
  });

  it('of a column, field or filter that the model does not have: those of its texts and permissions', () => {
    const wrong = '{ label: acme.blog::lang.nope, permissions: acme.blog.nope }';
    expect(
      places({
        [COLUMNS]: `columns:\n  body: ${wrong}\n`,
        [FIELDS]: `fields:\n  body: ${wrong}\n`,
        [`${CONTROLLER}/config_filter.yaml`]: `scopes:\n  body: ${wrong}\n`,
      }),
    ).to.deep.equal(
      ['config_filter.yaml scopes', 'columns.yaml columns', 'fields.yaml fields'].flatMap((one) => {
        const [file = '', part = ''] = one.split(' ');
        return [
          `${file}:2:3: ${part}.body`,
          `${file}:2:18: ${part}.body.label`,
          `${file}:2:53: ${part}.body.permissions`,
        ];
      }),
    );
  });
});
