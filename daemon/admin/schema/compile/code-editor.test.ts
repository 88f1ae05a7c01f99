import { expect } from 'chai';
import { compileSmall, complaints, MODELS, pluginFiles } from '../../testing/small-plugin.js';

const FIELDS = `${MODELS}/post/fields.yaml`;
const field = (keys: string) => `fields:\n  title: { type: codeeditor, ${keys} }\n`;

function code(keys: string) {
  const compiled = compileSmall(pluginFiles({ [FIELDS]: field(keys) }));
  const { view } = compiled.schema.controllers.get('acme.blog.posts')!.form!.fields[0]!;
  return { settings: view.code, warnings: compiled.warnings };
}

describe("admin: schema: the keys of October's code editor (AD-366)", () => {
  for (const [keys, settings] of [
    ['language: html', {}],
    ['tabSize: 4, useSoftTabs: false', { tabSize: 4, useSoftTabs: false }],
    ['showGutter: false, codeFolding: false', { showGutter: false, codeFolding: false }],
    ['codeFolding: manual, wordWrap: fluid', { codeFolding: true, wrapWords: true }],
    ['wordWrap: off', { wrapWords: false }],
    ['wordWrap: 80', { wrapWords: true }],
    ['wrapWords: false, wordWrap: true', { wrapWords: false }],
    ['highlightActiveLine: true, showInvisibles: true', { highlightActiveLine: true, showInvisibles: true }],
  ] as const) {
    it(`${keys} gives the page ${JSON.stringify(settings)}`, () => {
      expect(code(keys)).to.deep.equal({ settings, warnings: [] });
    });
  }

  it('warns of keys that only dress the editor', () => {
    expect(code('theme: twilight, fontSize: 12, autoClosing: true').warnings).to.have.length(3);
  });

  it('explains what is wrong, where, and what it expects instead', () => {
    expect(complaints({ [FIELDS]: field('tabSize: 0, codeFolding: often') })).to.deep.equal([
      `${FIELDS}:2:39: fields.title.tabSize: is 0; expected a whole number, 1 to 16`,
      `${FIELDS}:2:55: fields.title.codeFolding: is "often"; expected true, false, manual, markbegin or markbeginend`,
    ]);
    expect(complaints({ [FIELDS]: 'fields:\n  title: { type: markdown, tabSize: 2 }\n' })).to.deep.equal([
      `${FIELDS}:2:28: fields.title.tabSize: does not go with type markdown; expected type codeeditor`,
    ]);
  });
});
