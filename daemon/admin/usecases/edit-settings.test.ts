import { expect } from 'chai';
import { AnswerTooLong } from '../../core/faults.js';
import { AdminError } from '../api/errors.js';
import type { SettingsStore } from '../ports/settings-store.js';
import { askingWith, recorded } from '../testing/asking.js';
import {
  column,
  compileSmall,
  pluginFiles,
  registrationWith,
  SETTINGS_FIELDS,
  settingsScreen,
} from '../testing/small-plugin.js';
import { createSettings } from './edit-settings.js';

const SCREEN = compileSmall(
  pluginFiles({
    [SETTINGS_FIELDS]: `
fields:
  mode: { required: true }
  secret: { type: password }
  guarded: { label: Guarded, permissions: acme.blog.publish }
  fixed: { label: Fixed, readOnly: true }`,
  }),
  registrationWith(
    {},
    {
      settings: [
        settingsScreen(
          ['mode', 'secret', 'guarded', 'fixed'].map((name) => column(name, 'string')),
          { versioned: true },
        ),
      ],
    },
  ),
).schema.settings.get('acme-blog')!;

const MODERATOR = askingWith('acme.blog.moderate');
const VALUES: Awaited<ReturnType<SettingsStore['get']>> = {
  version: 'v2',
  cells: [
    { kind: 'string', value: 'fast' },
    { kind: 'string', value: 'x' },
  ],
};
const JSON_OF_VALUES = { mode: 'fast', fixed: 'x', _version: 'v2' };
type Answer = Awaited<ReturnType<SettingsStore['update']>>;

function screen(answer: Answer = { outcome: 'written', values: VALUES }) {
  const read = recorded<Parameters<SettingsStore['get']>, typeof VALUES>(VALUES);
  const written = recorded<Parameters<SettingsStore['update']>, Answer>(answer);
  return { read, written, ...createSettings(SCREEN, { get: read.method, update: written.method }) };
}

/** A screen with an object and a list in json columns. */
const NESTED = compileSmall(
  pluginFiles({
    [SETTINGS_FIELDS]: `
fields:
  seo:
    type: nestedform
    form: { fields: { title: { label: Title }, sponsor: { permissions: acme.blog.publish } } }
  links:
    type: repeater
    form: { fields: { text: { label: Text }, note: { permissions: acme.blog.publish } } }`,
  }),
  registrationWith(
    {},
    {
      settings: [
        settingsScreen(
          ['seo', 'links'].map((name) => column(name, 'json', { nullable: true })),
          { versioned: true },
        ),
      ],
    },
  ),
).schema.settings.get('acme-blog')!;

const code = (outcome: object) => (outcome instanceof AdminError ? outcome.code : outcome);

describe('admin: settings (AD-150)', () => {
  it('returns the values that this administrator may see, and never a password', async () => {
    const { read, show } = screen();
    expect(await show(MODERATOR)).to.deep.equal(JSON_OF_VALUES);
    const [[target, columns] = []] = read.calls;
    expect(target).to.deep.equal({ caller: MODERATOR.caller, settings: 'acme-blog' });
    expect(columns?.map(({ name }) => name)).to.deep.equal(['mode', 'fixed']);
  });

  it('writes the writable fields in the body, in one call', async () => {
    const { written, update } = screen();
    const body = { mode: 'fast', guarded: 'x', fixed: 'y', Mode: 'z', secret: '', id: '1', _version: 'v1' };
    expect(await update(body, MODERATOR)).to.deep.equal(JSON_OF_VALUES);
    expect(written.calls).to.have.length(1);
    const [[, columns, expectation] = []] = written.calls;
    expect(columns?.map(({ column: { name } }) => name)).to.deep.equal(['mode']);
    expect(expectation?.expectedVersion).to.equal('v1');
    // A body without a required field keeps its value.
    expect(await update({ secret: 'new' }, MODERATOR)).to.deep.equal(JSON_OF_VALUES);
    expect(written.calls[1]?.[1].map(({ column: { name } }) => name)).to.deep.equal(['secret']);
  });

  it('keeps what a nested form does not write: under null, and every digit (AD-351)', async () => {
    const json = (value: string) => ({ kind: 'json', value }) as const;
    const seo = '{"title":"T","sponsor":"S","own":12345678901234567890}';
    const values = { version: 'v2', cells: [json(seo), json('[{"text":"L","own":1e400}]')] };
    const written = recorded<Parameters<SettingsStore['update']>, Answer>({ outcome: 'written', values });
    const { show, update } = createSettings(NESTED, {
      get: () => Promise.resolve(values),
      update: written.method,
    });
    const shown = { seo: { title: 'T' }, links: [{ _item: 0, text: 'L' }], _version: 'v2' };
    expect(await show(MODERATOR)).to.deep.equal(shown);
    await update({ seo: null, links: [{ _item: 0, text: 'M' }], _version: 'v2' }, MODERATOR);
    await update({ seo: { title: 'N' }, links: null }, MODERATOR);
    expect(written.calls.map(([, columns]) => columns.map(({ value }) => value))).to.deep.equal([
      [json('{"sponsor":"S","own":12345678901234567890}'), json('[{"text":"M","own":1e400}]')],
      [json(seo.replace('"T"', '"N"')), { kind: 'null' }],
    ]);
    // Without a version in the body, the members that are kept come from the one that was read.
    await update({ seo: null, _version: 'v1' }, MODERATOR);
    expect(written.calls.map(([, , { expectedVersion }]) => expectedVersion)).to.deep.equal(['v2', 'v2', 'v1']);
    const unversioned = createSettings(NESTED, {
      get: () => Promise.resolve({ cells: values.cells }),
      update: written.method,
    });
    await unversioned.update({ seo: { title: 'N' } }, MODERATOR);
    expect(written.calls.at(-1)?.[2]).to.have.all.keys('columns');
  });

  it('names places of a list only beside the version that they belong to (AD-351)', async () => {
    const json = (value: string) => ({ kind: 'json', value }) as const;
    const cells = [json('{}'), json('[{"text":"L","own":1}]')];
    const written = recorded<Parameters<SettingsStore['update']>, Answer>({
      outcome: 'written',
      values: { version: 'v2', cells },
    });
    const { update } = createSettings(NESTED, {
      get: () => Promise.resolve({ version: 'v2', cells }),
      update: written.method,
    });
    const links = [{ _item: 0, text: 'M' }];
    const refused = await update({ links }, MODERATOR);
    expect(code(refused)).to.equal('validation_failed');
    expect(written.calls).to.deep.equal([]);
    expect(await update({ links, _version: 'v2' }, MODERATOR)).to.have.property('links');
  });

  it('returns forbidden for a read or write without the permission, without a call', async () => {
    const { read, written, show, update } = screen();
    for (const codes of [[], ['acme.blog.publish']]) {
      expect(code(await show(askingWith(...codes)))).to.equal('forbidden');
      expect(code(await update({ mode: 1, _version: 1 }, askingWith(...codes)))).to.equal('forbidden');
    }
    expect([read.calls.length, written.calls.length]).to.deep.equal([0, 0]);
  });

  it('returns 422 for an invalid value and for an emptied required value, without a call', async () => {
    const { written, update } = screen();
    expect(await update({ mode: 1 }, MODERATOR)).to.have.nested.property('details.fields.mode[0].rule', 'string');
    expect(await update({ mode: '' }, MODERATOR)).to.have.nested.property('details.fields.mode[0].rule', 'required');
    expect(await update({ _version: 1 }, MODERATOR)).to.have.property('code', 'validation_failed');
    expect(written.calls).to.have.length(0);
  });

  it('returns a conflict with the current values that this administrator may see', async () => {
    const { update } = screen({ outcome: 'conflict', current: VALUES });
    expect(await update({ mode: 'slow', _version: 'v1' }, MODERATOR)).to.deep.equal(
      new AdminError('conflict', { current: JSON_OF_VALUES }),
    );
  });

  it('answers 413 to values that the host cannot send back (AD-54)', async () => {
    const { read } = screen();
    const tooLong = () => Promise.reject(new AnswerTooLong('too long'));
    const { update } = createSettings(SCREEN, { get: read.method, update: tooLong });
    expect(await update({ mode: 'x' }, MODERATOR)).to.deep.equal(new AdminError('payload_too_large'));
    expect(read.calls).to.deep.equal([]);
  });

  it('reports what the host refused', async () => {
    const invalid = screen({ outcome: 'invalid', errors: [{ field: 'mode', messages: ['No.'] }] });
    expect(await invalid.update({ mode: 'x' }, MODERATOR)).to.have.nested.property('details.fields.mode[0]', 'No.');
    const refused = screen({ outcome: 'refused', message: 'Locked.' });
    expect(await refused.update({ mode: 'x' }, MODERATOR)).to.deep.equal(
      new AdminError('validation_failed', { message: 'Locked.' }),
    );
  });
});
