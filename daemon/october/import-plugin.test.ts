import { expect } from 'chai';
import { parse } from 'yaml';
import { problemsOfFiles } from '../admin/schema/compile-admin.js';
import { Problems } from '../admin/schema/yaml/problems.js';
import { compileTemplate } from '../admin/partials/template.js';
import { importPlugin } from './import-plugin.js';
import { formatHint, formatRequirement, ImportReport } from './report.js';
import { DEPOT } from './testing/depot-plugin.js';

function importing(changes: Readonly<Record<string, string>> = {}, id?: string) {
  const report = new ImportReport();
  const plugin = importPlugin({ files: new Map(Object.entries({ ...DEPOT, ...changes })) }, id, report);
  const read = (path: string): unknown => parse(plugin.files.get(path) ?? '');
  return { plugin, report, read, hints: report.hints.map((hint) => formatHint(hint)) };
}

describe('import of a plugin of October or Winter CMS', () => {
  const { plugin, report, read, hints } = importing();

  it('takes the id from the namespace, and writes the files in the layout of Gatehouse (AD-300)', () => {
    expect(plugin.id).to.equal('acme.depot');
    expect(plugin.controllers).to.deep.equal(['acme.depot.parts']);
    expect([...plugin.files.keys()].sort()).to.deep.equal([
      'controllers/parts/config_form.yaml',
      'controllers/parts/config_list.yaml',
      'controllers/parts/config_relation.yaml',
      'lang/de/lang.yaml',
      'lang/de/texts.yaml',
      'lang/en/lang.yaml',
      'lang/en/texts.yaml',
      'models/move/columns.yaml',
      'models/part/columns.yaml',
      'models/part/fields.yaml',
      'models/part/scopes.yaml',
      'models/setting/fields.yaml',
    ]);
  });

  it('writes files in which the compiler finds no error (AD-300)', () => {
    const files = new Map([...plugin.files].map(([path, text]) => [`plugins/acme/depot/${path}`, Buffer.from(text)]));
    const compile = (source: string, file: string) => compileTemplate(file, source);
    expect(problemsOfFiles({ files }, compile, new Problems())).to.deep.equal([]);
  });

  it('edits a list: paths, toolbar, keys that have no effect; comments stay (AD-300)', () => {
    expect(plugin.files.get('controllers/parts/config_list.yaml')).to.match(/^# The parts of the depot\n/);
    expect(read('controllers/parts/config_list.yaml')).to.deep.equal({
      list: '~/plugins/acme/depot/models/part/columns.yaml',
      filter: '~/plugins/acme/depot/models/part/scopes.yaml',
      modelClass: 'Acme\\Depot\\Models\\Part',
      title: 'acme.depot::texts.parts_in_stock',
      recordUrl: 'acme/depot/parts/update/:id',
      noRecordsMessage: 'backend::lang.list.no_records',
      defaultSort: { column: 'name', direction: 'asc' },
      toolbar: { buttons: ['create', 'delete'], search: { prompt: 'Find it' } },
    });
  });

  it('edits columns: types, counts, relations (AD-300)', () => {
    expect(read('models/part/columns.yaml')).to.deep.equal({
      columns: {
        name: { label: 'acme.depot::texts.name', searchable: true },
        shelf: { relation: 'shelf' },
        moves_count: { label: 'Moves', relation: 'moves', relationCount: true },
        checked_at: { type: 'timesince' },
        retired_at: { type: 'datetime' },
        state: { type: 'text' },
        picture: { type: 'text' },
      },
    });
  });

  it('edits fields: types, choices, references to removed fields (AD-300)', () => {
    expect(read('models/part/fields.yaml')).to.deep.equal({
      fields: { name: { label: 'acme.depot::texts.name' }, hint_text: { type: 'text' } },
      tabs: {
        fields: {
          shelf: { type: 'relation', tab: 'Details', emptyOption: 'None' },
          grade: { type: 'radio', tab: 'Details', options: 'getGradeOptions' },
          color: { type: 'dropdown', options: 'listColors' },
          active: { type: 'switch', default: true },
          text: { type: 'richeditor', toolbarButtons: 'bold' },
          body: { type: 'markdown' },
          _moves: { type: 'relationmanager', relation: 'moves' },
          _line: { type: 'section' },
          maker: { type: 'relation', trigger: { action: 'disable', field: 'active', condition: 'checked' } },
          specs: {
            type: 'nestedform',
            form: { fields: { weight: { type: 'number' }, kind: { type: 'text' }, photo: { type: 'text' } } },
          },
        },
      },
      secondaryTabs: { fields: { more: { type: 'text' } } },
    });
  });

  it('edits filters: SQL that compares a column, scopes, choices (AD-300)', () => {
    expect(read('models/part/scopes.yaml')).to.deep.equal({
      scopes: {
        active: { type: 'switch' },
        when: { type: 'daterange', valueFrom: 'checked_at' },
        worn: { type: 'checkbox', scope: 'worn' },
        state: { scope: 'byState', options: { new: 'New', old: 'Old' } },
        maker: { modelClass: 'Acme\\Depot\\Models\\Maker', nameFrom: 'name' },
      },
    });
  });

  it('edits relation managers (AD-300)', () => {
    expect(read('controllers/parts/config_relation.yaml')).to.deep.equal({
      moves: {
        label: 'Moves',
        view: { toolbarButtons: 'add|remove', list: '~/plugins/acme/depot/models/move/columns.yaml' },
      },
    });
  });

  it('makes phrases of languages in PHP and of the texts that JSON files translate (AD-300)', () => {
    expect(read('lang/en/lang.yaml')).to.deep.equal({ limit: "Most parts, as '{'count'}'" });
    expect(read('lang/de/lang.yaml')).to.deep.equal({ limit: 'Höchstzahl' });
    expect(read('lang/en/texts.yaml')).to.deep.equal({ name: 'Name', parts_in_stock: 'Parts in stock' });
    expect(read('lang/de/texts.yaml')).to.deep.equal({ name: 'Bezeichnung', parts_in_stock: 'Lagerbestand' });
  });

  it('writes 0 and 1 as true and false, and leaves out a tab outside of tabs (AD-300)', () => {
    const edited = importing({
      'controllers/parts/config_list.yaml': [
        'list: $/acme/depot/models/part/columns.yaml',
        'modelClass: Acme\\Depot\\Models\\Part',
        'showSorting: 0',
        'showSetup: 1',
      ].join('\n'),
      'models/part/columns.yaml': 'columns:\n    name: { label: Name, searchable: 1, sortable: 0 }\n',
      'models/part/fields.yaml': 'fields:\n    name: { label: Name, required: 1, tab: Details }\n',
    });
    expect(edited.read('controllers/parts/config_list.yaml')).to.include({ showSorting: false });
    expect(edited.read('models/part/columns.yaml')).to.deep.equal({
      columns: { name: { label: 'acme.depot::texts.name', searchable: true, sortable: false } },
    });
    expect(edited.read('models/part/fields.yaml')).to.deep.equal({
      fields: { name: { label: 'acme.depot::texts.name', required: true } },
    });
    expect(edited.report.edits.get('numbers written as true or false')).to.equal(4);
    expect(edited.hints.filter((hint) => /true|false|tab/.test(hint))).to.deep.equal([]);
  });

  it('removes paths to pages that are code of the plugin, with a hint (AD-300, AD-301)', () => {
    const edited = importing({
      'controllers/parts/config_list.yaml': [
        'list: $/acme/depot/models/part/columns.yaml',
        'modelClass: Acme\\Depot\\Models\\Part',
        'recordUrl: acme/depot/parts/show/:id',
      ].join('\n'),
      'controllers/parts/config_form.yaml': [
        'name: Part',
        'form: $/acme/depot/models/part/fields.yaml',
        'modelClass: Acme\\Depot\\Models\\Part',
        'defaultRedirect: acme/depot/shelves',
        'create: { redirect: "acme/depot/parts/update/:id", redirectClose: acme/other/parts/show }',
        'update: { redirect: acme/depot/parts, redirectClose: acme/depot/parts/update }',
      ].join('\n'),
    });
    expect(edited.read('controllers/parts/config_list.yaml')).not.to.have.property('recordUrl');
    expect(edited.read('controllers/parts/config_form.yaml')).to.deep.include({
      create: { redirect: 'acme/depot/parts/update/:id', redirectClose: 'acme/other/parts/show' },
      update: { redirect: 'acme/depot/parts' },
    });
    const said = (key: string, path: string) =>
      `${key} leads to ${path}, which is no list and no form here; it is removed; lead to one`;
    expect(edited.hints.filter((hint) => hint.includes(' leads to '))).to.deep.equal([
      `controllers/parts/config_form.yaml:4: ${said('defaultRedirect', 'acme/depot/shelves')}`,
      `controllers/parts/config_form.yaml:6: ${said('redirectClose', 'acme/depot/parts/update')}`,
      `controllers/parts/config_list.yaml:3: ${said('recordUrl', 'acme/depot/parts/show/:id')}`,
    ]);
  });

  it('says what is left to do, with the file and line of the source (AD-301)', () => {
    expect(hints).to.deep.equal([
      'controllers/parts/_list_toolbar.php: the toolbar runs onCountSelected; register actions in the host (count_selected), and name them in toolbar.buttons',
      'controllers/parts/config_list.yaml: listConfig names several files; a controller has one; register a controller for each of the others',
      'controllers/parts/config_list.yaml:9: the list is a tree, or has an order by hand; the list is flat; add the order as a column, and sort by it',
      'controllers/parts/config_list.yaml:11: customViewPath replaces the list by a view in PHP; the list shows its columns',
      'controllers/parts/config_list.yaml:12: recordOnClick: is not supported; JavaScript is not allowed; use recordUrl, a toolbar action, or a widget with its own asset; it is removed',
      'controllers/parts/config_list.yaml:17: the phrase backend::lang.list.find_it does not exist here; the text is "Find it"; write the phrase into a language file',
      'controllers/parts/config_relation.yaml:5: the buttons create do not exist here; give the related model a controller with a form; add then also offers New, and rows open in a panel',
      'controllers/parts/config_reorder.yaml: has no equivalent here; add the order as a column, and sort by it',
      "lang/en/lang.php:5: date('Y') is code, not a text; write the text into the YAML file",
      'models/part/columns.yaml:3: shelf selects SQL: concat(hall, row); it shows the label column of the relation; for another text, register a computed column in the host',
      'models/part/columns.yaml:6: retired_at shows whether there is a date as a switch; the list shows the date; let the host compute a bool for a switch',
      'models/part/columns.yaml:8: picture has the type image; the list shows the value as text',
      'models/part/columns.yaml:9: size[width] is a value inside of another one; register a computed column in the host, and name it here',
      'models/part/fields.yaml:3: notify is never saved by its model; offer what it does as an action or a hook of the host',
      'models/part/fields.yaml:13: body has the type Acme\\Depot\\FormWidgets\\MarkdownBox; the form shows the Markdown editor of Gatehouse',
      'models/part/fields.yaml:14: files has the type fileupload; attached files are not columns; keep them in the application for now',
      'models/part/fields.yaml:15: extra[note] is a value inside of a JSON column; give it a column of its own, or show the whole column with type codeeditor',
      'models/part/fields.yaml:17: _help shows a partial in PHP; write a template and its data (docs/admin/partials.md)',
      'models/part/fields.yaml:23: the trigger of maker has the effect fill[none], which does not exist here; it keeps disable',
      'models/part/fields.yaml:24: tabs.fields.maker.changeHandler: is not supported; code that runs when a value changes is a widget; choices follow other fields with dependsOn; it is removed',
      'models/part/fields.yaml:30: tabs.fields.specs.form.fields.weight.wearOut: has no equivalent here; it is removed',
      'models/part/fields.yaml:31: kind has choices from a method; the form shows the value as text; list its options',
      'models/part/fields.yaml:32: photo has the type mediafinder; the form shows the path as text',
      'models/part/fields.yaml:33: owner has the type recordfinder; specs has values only; use a dropdown with a list of options',
      'models/part/fields.yaml:36: more has the type mediafinder; the form shows the path as text',
      'models/part/scopes.yaml:8: worn filters by the SQL uses > 100 or age > 5; register a query scope worn in the host',
      'models/setting/fields.yaml:3: owner has the type relation; a settings screen has values only; use a dropdown with an option provider',
    ]);
  });

  it('lists what the host has to register (AD-301)', () => {
    expect(report.requirements.flatMap(formatRequirement)).to.deep.equal([
      'controller acme.depot.parts, model Acme\\Depot\\Models\\Part',
      '  permissions: acme.depot.parts',
      '  columns: name, hint_text, grade, color, active, text, body, specs, more, checked_at, retired_at, picture',
      '  relations: shelf, maker, moves',
      '  option providers: getGradeOptions, listColors',
      '  actions to register for toolbar buttons: count_selected',
      '  computed columns: state',
      '  query scopes: worn, byState',
      '  columns of related models: moves.moved_at, moves.amount',
      'settings screen acme_depot, fields ~/plugins/acme/depot/models/setting/fields.yaml',
      '  columns: limit',
    ]);
  });

  it('lists a scope of a relation field with the related model, which has it (AD-301)', () => {
    const { report: edited } = importing({
      'models/part/fields.yaml': 'fields:\n    shelf: { type: relation, scope: free }\n',
    });
    const [parts] = edited.requirements;
    expect(parts && formatRequirement(parts)).to.include('  query scopes of related models: shelf.free');
    expect([...(parts?.names.get('query scopes') ?? [])]).not.to.include('free');
  });

  it('rejects a plugin without lists, forms and settings, which has nothing to import (AD-300)', () => {
    const files = new Map([
      ['Plugin.php', '<?php namespace Acme\\Depot;'],
      ['lang/en/lang.php', "<?php return ['a' => 'A'];"],
    ]);
    expect(() => importPlugin({ files }, undefined, new ImportReport())).to.throw(
      'acme.depot has no controllers or settings with YAML files',
    );
  });

  it('takes an id for a plugin without a namespace, and no other one (AD-300)', () => {
    expect(importing({ 'Plugin.php': '' }, 'acme.depot').plugin.id).to.equal('acme.depot');
    expect(() => importing({}, 'acme.store')).to.throw('Plugin.php is acme.depot; import it without --as');
    expect(() => importing({ 'Plugin.php': '<?php return 1;' })).to.throw('name the plugin with --as');
  });

  for (const [what, text] of [
    ['YAML that is none', 'list: ['],
    ['anchors', 'list: &a {}\nfilter: *a'],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['a tag', 'list: !php/object x'],
    ['a list in place of a mapping', '- list'],
    ['a text', 'list'],
    ['nothing', ''],
  ] as const) {
    it(`imports the other files when one has ${what} (AD-302)`, () => {
      const { plugin: rest } = importing({ 'controllers/parts/config_list.yaml': text });
      expect([...rest.files.keys()]).to.include('controllers/parts/config_form.yaml');
      expect([...rest.files.keys()]).to.not.include('controllers/parts/config_list.yaml');
    });
  }

  it('reads a file once for all keys that it removes, however many there are (AD-302)', () => {
    const unknown = Array.from({ length: 2000 }, (_, n) => `    unknown${n}: {a: [1]}\n`).join('');
    const columns = `columns:\n  name:\n    label: Weight\n${unknown}    type: text\n`;
    const { plugin: rest, hints: said } = importing({ 'models/part/columns.yaml': columns });
    expect(rest.files.get('models/part/columns.yaml')).to.equal(
      'columns:\n  name:\n    label: Weight\n    type: text\n',
    );
    expect(said.filter((line) => /columns\.name\.unknown\d/.test(line)).length).to.equal(2000);
  });

  it('never names a file outside of the plugin (AD-303)', () => {
    const { plugin: rest, hints: said } = importing({
      'controllers/parts/config_list.yaml':
        'modelClass: A\nlist: $/../../../etc/passwd.yaml\nfilter: ~/plugins/acme/depot/../../x.yaml\n',
    });
    expect([...rest.files.keys()].filter((path) => path.includes('..'))).to.deep.equal([]);
    expect(said.join('\n')).to.contain('list: $/../../../etc/passwd.yaml is not a file of this plugin');
  });
});
