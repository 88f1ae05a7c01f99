import { expect } from 'chai';
import { AdminError } from '../api/errors.js';
import type { Cell } from '../model/column.js';
import type { Actions } from '../ports/actions.js';
import { compileSmall, CONTROLLER, MODELS, pluginFiles, registrationWith } from '../testing/small-plugin.js';
import { createRunAction } from './run-action.js';
import { askingWith, recorded, SUPERUSER } from '../testing/asking.js';

const POSTS = compileSmall(
  pluginFiles({
    [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
toolbar: { buttons: [create, delete, publish] }`,
    [`${CONTROLLER}/config_form.yaml`]: `
name: Post
form: ~/plugins/acme/blog/models/post/fields.yaml
modelClass: Acme\\Blog\\Models\\Post
permissions: { modelUpdate: acme.blog.moderate }`,
    [`${MODELS}/post/fields.yaml`]: `
fields:
  title: { required: true }
  rating: { type: number }
  published: { type: switch }
  meter: { type: widget, widget: acme-blog-meter, action: measure, fill: [title, rating, published] }
  late: { type: widget, widget: acme-blog-late, action: measure, fill: [], context: update }
  guarded: { type: widget, widget: acme-blog-guarded, action: publish, fill: [] }`,
  }),
  registrationWith({ assets: { scripts: ['js/meter.js'], styles: [] } }),
).schema.controllers.get('acme.blog.posts')!;

const NOBODY = askingWith();
type Answer = Awaited<ReturnType<Actions['run']>>;

function running(answer: Answer = { outcome: 'done', message: 'Done.', fill: [] }) {
  const { calls, method } = recorded<Parameters<Actions['run']>, Answer>(answer);
  return { calls, ...createRunAction(POSTS, { run: method }) };
}

function filled(...fill: readonly (readonly [string, Cell])[]) {
  return running({ outcome: 'done', message: '', fill: fill.map(([column, value]) => ({ column, value })) });
}

const code = (outcome: object) => (outcome instanceof AdminError ? outcome.code : outcome);

describe('admin: run action: toolbar (AD-101)', () => {
  it('runs a registered action with an empty body, and never fills anything', async () => {
    const { calls, toolbar } = filled(['title', { kind: 'string', value: 'x' }]);
    expect(await toolbar('publish', {}, SUPERUSER)).to.deep.equal({ message: '', fill: {} });
    expect(calls.map(([target, invocation]) => [target.controller, invocation])).to.deep.equal([
      ['acme.blog.posts', { action: 'publish', values: [] }],
    ]);
  });

  it('returns 404 for an action that is not a button of this list: built-in, of a widget, or unknown (AD-101)', async () => {
    const { calls, toolbar } = running();
    for (const name of ['create', 'delete', 'measure', 'nothing', 'constructor', '__proto__', '']) {
      expect(code(await toolbar(name, {}, SUPERUSER)), name).to.equal('not_found');
    }
    expect(calls).to.have.length(0);
  });

  it('returns 404 for an action that runs on many records', async () => {
    const files = pluginFiles({
      [`${CONTROLLER}/config_list.yaml`]: `
list: ~/plugins/acme/blog/models/post/columns.yaml
modelClass: Acme\\Blog\\Models\\Post
toolbar: { buttons: [{ name: publish, selection: required }] }`,
    });
    const actions = [{ name: 'publish', label: 'Publish', permissions: [], onRecords: true }];
    const posts = compileSmall(files, registrationWith({ actions })).schema.controllers.get('acme.blog.posts')!;
    const { toolbar } = createRunAction(posts, { run: () => expect.fail('it was run') });
    expect(code(await toolbar('publish', {}, SUPERUSER))).to.equal('not_found');
  });

  it("needs the action's own permission (AD-100)", async () => {
    const { calls, toolbar } = running();
    expect(code(await toolbar('publish', {}, NOBODY))).to.equal('forbidden');
    expect(calls).to.have.length(0);
    expect(await toolbar('publish', {}, askingWith('acme.blog.publish'))).to.deep.include({ message: 'Done.' });
  });

  it('rejects a body that is not empty (AD-103)', async () => {
    const { calls, toolbar } = running();
    const body = JSON.parse('{"record_id":"1","__proto__":{}}') as Record<string, unknown>;
    const refused = await toolbar('publish', body, SUPERUSER);
    expect(refused).to.be.instanceOf(AdminError);
    expect(Object.keys((refused as AdminError).details.fields ?? {})).to.deep.equal(['record_id', '__proto__']);
    expect(calls).to.have.length(0);
  });

  it('returns 422 in the words of the action that refuses', async () => {
    const { toolbar } = running({ outcome: 'refused', message: 'Not today.' });
    expect(await toolbar('publish', {}, SUPERUSER)).to.deep.equal(
      new AdminError('validation_failed', { message: 'Not today.' }),
    );
  });
});

describe('admin: run action: widget (AD-102)', () => {
  it("passes on the record and the form's values of the declared columns, typed", async () => {
    const { calls, widget } = running();
    await widget('meter', { record_id: '9', title: 'T', rating: null }, SUPERUSER);
    const [[, invocation] = []] = calls;
    expect(invocation).to.deep.include({ action: 'measure', recordId: '9' });
    expect(invocation?.values.map(({ column, value }) => [column.name, value.kind])).to.deep.equal([
      ['title', 'string'],
      ['rating', 'null'],
    ]);
  });

  it('accepts an unfinished form without a required value', async () => {
    const { calls, widget } = running();
    expect(await widget('meter', { title: null }, SUPERUSER)).to.deep.include({ message: 'Done.' });
    expect(calls[0]?.[1]).not.to.have.property('recordId');
  });

  it('returns 404 if the context hides the widget', async () => {
    const { calls, widget } = running();
    expect(code(await widget('late', {}, SUPERUSER))).to.equal('not_found');
    expect(calls).to.have.length(0);
    expect(await widget('late', { record_id: '9' }, SUPERUSER)).to.deep.include({ message: 'Done.' });
  });

  it('returns the same 404 for a hidden widget, a field that is not a widget, and an unknown field', async () => {
    const { calls, widget } = running();
    const unknown = await widget('nothing', {}, NOBODY);
    for (const name of ['guarded', 'title', 'measure', '__proto__', 'constructor']) {
      expect(await widget(name, {}, NOBODY), name).to.deep.equal(unknown);
    }
    expect(code(unknown)).to.equal('not_found');
    expect(calls).to.have.length(0);
  });

  it('returns 404 for a controller without a form', async () => {
    const files = pluginFiles({ [`${CONTROLLER}/config_form.yaml`]: undefined });
    const posts = compileSmall(files).schema.controllers.get('acme.blog.posts')!;
    const { widget } = createRunAction(posts, { run: () => expect.fail('it was run') });
    expect(code(await widget('meter', {}, SUPERUSER))).to.equal('not_found');
  });

  it('returns forbidden on a form that this administrator may not use', async () => {
    expect(code(await running().widget('meter', { record_id: '9' }, NOBODY))).to.equal('forbidden');
  });

  it('accepts a record_id that is a number, like bodies with ids', async () => {
    const { calls, widget } = running();
    await widget('meter', { record_id: 9, title: 'T' }, SUPERUSER);
    expect(calls[0]?.[1]).to.deep.include({ recordId: '9' });
  });

  for (const recordId of [null, 9.5, 2 ** 53, '', ['9'], { id: '9' }, 'a\0b', true]) {
    it(`returns 404 for record_id ${JSON.stringify(recordId)}, and never uses the create form`, async () => {
      const { calls, widget } = running();
      expect(code(await widget('late', { record_id: recordId }, SUPERUSER))).to.equal('not_found');
      expect(calls).to.have.length(0);
    });
  }

  it('rejects unknown keys, case variants and undeclared columns (AD-103)', async () => {
    const { calls, widget } = running();
    for (const key of ['Title', 'slug', 'id', 'views', 'constructor']) {
      const refused = await widget('meter', { [key]: 1 }, SUPERUSER);
      expect(refused).to.deep.equal(new AdminError('validation_failed', { fields: { [key]: [{ rule: 'unknown' }] } }));
    }
    expect(calls).to.have.length(0);
  });

  it('reports the values that do not fit their columns', async () => {
    expect(await running().widget('meter', { title: 1, rating: 'x', published: { a: 1 } }, SUPERUSER)).to.deep.equal(
      new AdminError('validation_failed', {
        fields: { title: [{ rule: 'string' }], rating: [{ rule: 'decimal' }], published: [{ rule: 'bool' }] },
      }),
    );
  });

  it("returns 422 on the field for an action's validation error (AD-105)", async () => {
    const { widget } = running({ outcome: 'invalid', errors: [{ field: 'title', messages: ['Too long.'] }] });
    expect(await widget('meter', {}, SUPERUSER)).to.deep.equal(
      new AdminError('validation_failed', { fields: { title: ['Too long.'] } }),
    );
  });

  it('returns 404 if the form scope hides the record', async () => {
    expect(code(await running({ outcome: 'notFound' }).widget('meter', { record_id: '9' }, SUPERUSER))).to.equal(
      'not_found',
    );
  });
});

describe('admin: run action: fill (AD-104)', () => {
  const fillOf = async (value: Cell, column = 'title') => {
    const answer = await filled([column, value]).widget('meter', {}, SUPERUSER);
    return answer instanceof AdminError ? answer : answer.fill;
  };

  it('contains only the declared keys', async () => {
    for (const column of ['slug', 'id', 'views', 'Title', '__proto__', 'constructor']) {
      expect(await fillOf({ kind: 'string', value: 'x' }, column)).to.deep.equal({});
    }
  });

  for (const [cell, json] of [
    [{ kind: 'string', value: 'x' }, 'x'],
    [{ kind: 'null' }, null],
    [{ kind: 'bool', value: false }, false],
    [{ kind: 'int64', value: 0n }, 0],
    [{ kind: 'double', value: 1.5 }, 1.5],
    [{ kind: 'json', value: '"x"' }, 'x'],
  ] as const) {
    it(`keeps the scalar ${JSON.stringify(json)}`, async () => {
      expect(await fillOf(cell)).to.deep.equal({ title: json });
    });
  }

  for (const cell of [
    { kind: 'double', value: NaN },
    { kind: 'double', value: Infinity },
    { kind: 'double', value: -Infinity },
    { kind: 'json', value: '[1]' },
    { kind: 'json', value: '{"a":1}' },
  ] as const) {
    it(`drops ${cell.value}, and keeps the other values`, async () => {
      const { widget } = filled(['title', cell], ['published', { kind: 'bool', value: true }]);
      expect(await widget('meter', {}, SUPERUSER)).to.deep.equal({ message: '', fill: { published: true } });
    });
  }

  it('throws on a defective value instead of dropping it like a value without a JSON scalar', async () => {
    const refused = await fillOf({ kind: 'timestamp', value: Number.NaN }).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(RangeError);
  });

  it('returns an integer that no JSON number holds as text, digit for digit (AD-48)', async () => {
    expect(await fillOf({ kind: 'int64', value: 2n ** 53n + 1n })).to.deep.equal({ title: '9007199254740993' });
  });
});
