import { expect } from 'chai';
import { ar } from '../../../i18n/ar.js';
import { de } from '../../../i18n/de.js';
import { en } from '../../../i18n/en.js';
import { es } from '../../../i18n/es.js';
import { fr } from '../../../i18n/fr.js';
import { Message } from '../../../i18n/message.js';
import { LocalisedViews } from '../../../i18n/phrase-book.js';
import { CountedText, Text } from '../../../i18n/text.js';
import { languageBundle } from '../../routes/navigation.js';
import { formatProblem, Problems } from '../yaml/problems.js';
import { readPhrases } from './language-files.js';

function read(files: Readonly<Record<string, string>>, defaultLocale = 'en') {
  const problems = new Problems();
  const entries = Object.entries(files).map(
    ([path, text]) => [`plugins/acme/blog/lang/${path}`, Buffer.from(text)] as const,
  );
  const book = readPhrases({ files: new Map(entries) }, defaultLocale, problems);
  return { book, says: problems.sorted().map(formatProblem) };
}

const FILES = {
  'en/lang.yaml': 'posts:\n  title: Posts\n  none: None\n  counted: "{count, plural, one {post} other {posts}}"\n',
  'de/lang.yaml': 'posts:\n  title: Beiträge\n  counted: "{count, plural, one {Beitrag} other {Beiträge}}"\n',
  'de-at/lang.yaml': 'posts:\n  title: Beiträge (AT)\n',
  'fr/more.yaml': 'x: Articles\n',
};

describe('phrases', () => {
  it('are found in the locale, in the locale that it is a variant of, or in the default, in this order', () => {
    const { book, says } = read(FILES);
    expect(says).to.deep.equal([]);
    const austrian = book.in('de-at');
    expect(austrian.text('acme.blog::lang.posts.title')).to.equal('Beiträge (AT)');
    expect(austrian.counted('acme.blog::lang.posts.counted')).to.deep.equal({ one: 'Beitrag', other: 'Beiträge' });
    expect(austrian.text('acme.blog::lang.posts.none')).to.equal('None');
    expect(austrian.text('backend::lang.form.save')).to.equal('Speichern');
  });

  it('of the backend exist in English, whatever the default is', () => {
    const { book } = read({ 'it/more.yaml': 'x: Articoli\n' }, 'it');
    expect(book.in('it').text('backend::lang.form.save')).to.equal('Save');
    expect(read(FILES, 'fr').book.find('acme.blog::more.x')).not.to.equal(undefined);
  });

  it('shows a missing phrase as its key, and other text unchanged', () => {
    const translator = read(FILES).book.in('de');
    expect(translator.text('acme.blog::lang.posts.missing')).to.equal('acme.blog::lang.posts.missing');
    expect(translator.text('Tags & {Trees} :: 50 %')).to.equal('Tags & {Trees} :: 50 %');
    expect(translator.counted('Post')).to.deep.equal({ other: 'Post' });
  });

  it("uses the default's phrases for an unknown locale, so that only existing locales occupy memory", () => {
    const { book } = read(FILES);
    expect(book.in('xx')).to.equal(book.in('en'));
  });

  it('are put into a copy of a schema, which stays unchanged', () => {
    const { book } = read(FILES);
    const view = Object.freeze({
      title: new Text('acme.blog::lang.posts.title'),
      name: new CountedText('acme.blog::lang.posts.counted'),
      literal: new Text('Posts'),
      parts: [{ label: new Text('acme.blog::lang.posts.none'), size: 3, off: false, nothing: null }],
    });
    expect(book.in('de').localise(view)).to.deep.equal({
      title: 'Beiträge',
      name: { one: 'Beitrag', other: 'Beiträge' },
      literal: 'Posts',
      parts: [{ label: 'None', size: 3, off: false, nothing: null }],
    });
    expect(view.title).to.be.instanceOf(Text);
  });

  it('are put into a view once per locale', () => {
    const { book } = read(FILES);
    const views = new LocalisedViews(book);
    const view = { title: new Text('acme.blog::lang.posts.title') };
    expect(views.get(view, 'de')).to.equal(views.get(view, 'de'));
    expect(views.get(view, 'en')).to.deep.equal({ title: 'Posts' });
    expect(views.get(view, 'xx')).to.equal(views.get(view, 'en'));
  });

  it('stop startup if they are invalid, each with its line', () => {
    const { says } = read({
      'en/lang.yaml': 'a: "{count"\nb: [x]\nc: true\n"d e": x\nf:\n',
      'english!/lang.yaml': 'a: b\n',
      'zh-yue/lang.yaml': 'a: b\n',
      'en/deep/lang.yaml': 'a: b\n',
    });
    const files = 'plugins/acme/blog/lang';
    const locale = 'expected a folder such as en, pt-br or zh-hant, with codes of language, script and region';
    expect(says).to.deep.equal([
      `${files}/en/deep/lang.yaml: is not the location of a language file; expected lang/{locale}/{name}.yaml`,
      `${files}/en/lang.yaml:1:4: a: is not an ICU message: a { is not closed by a } (at character 1 of the text); expected text, with '{' for a literal brace`,
      `${files}/en/lang.yaml:2:4: b: is a list; expected a text, or a mapping of names to texts`,
      `${files}/en/lang.yaml:3:4: c: is true; expected a text, or a mapping of names to texts`,
      `${files}/en/lang.yaml:4:1: d e: is not a valid phrase name; expected letters, digits, _ and -`,
      `${files}/en/lang.yaml:5:3: f: has no value; expected a text, or a mapping of names to texts`,
      `${files}/english!/lang.yaml: english! is not a locale; ${locale}`,
      // Intl throws on it, so every page in that language would fail (Unicode TR 35, unicode_locale_id).
      `${files}/zh-yue/lang.yaml: zh-yue is not a locale; ${locale}`,
    ]);
  });

  it('are not read in a default language in which nothing can format a number', () =>
    expect(read({}, 'zh-yue').says).to.deep.equal([
      'host: default_locale: "zh-yue" is not a locale; expected en, pt-br or the like',
    ]));

  it('in an unreadable file are not also reported as missing', () => {
    const { book } = read({
      'en/lang.yaml': 'posts: {\n',
      'en/more.yaml': 'a: "{count"\nb: { c: [x] }\n',
      'de/other.yaml': 'a: {\n',
    });
    const unreadable = (key: string) => book.isUnreadable(`acme.blog::${key}`);
    for (const key of ['lang.posts.title', 'lang.anything', 'more.a', 'more.b.c'])
      expect(unreadable(key), key).to.equal(true);
    for (const key of ['more.b', 'more.b.d', 'other.a', 'langs.a']) expect(unreadable(key), key).to.equal(false);
  });

  for (const [locale, phrases] of Object.entries({ de, fr, es, ar })) {
    it(`of the backend are ICU messages with the same arguments in ${locale} as in English`, () => {
      for (const [key, english] of Object.entries(en)) {
        const translated = Message.parse(phrases[key as keyof typeof en], locale);
        expect([...translated.argumentNames].sort(), key).to.deep.equal(
          [...Message.parse(english, 'en').argumentNames].sort(),
        );
      }
    });
  }

  it('of the backend have all six plural forms of Arabic', () => {
    for (const [key, english] of Object.entries(en)) {
      if (Object.keys(Message.parse(english, 'en').forms()).length === 1) continue;
      const text = ar[key as keyof typeof en];
      for (const form of ['zero', 'one', 'two', 'few', 'many', 'other']) expect(text, key).to.contain(`${form} {`);
    }
  });

  it("are offered in the application's languages and the default, and in all of ours if it has no language files (AD-311)", () => {
    const locales = (files: Readonly<Record<string, string>>, defaultLocale?: string) =>
      [...read(files, defaultLocale).book.locales].sort();
    expect(locales({ 'fr-ca/lang.yaml': 'a: b\n' }, 'de')).to.deep.equal(['de', 'fr-ca']);
    expect(locales({})).to.deep.equal(['ar', 'de', 'en', 'es', 'fr']);
    const builtIn = 'plugins/acme/blog/';
    const files = new Map([[`${builtIn}lang/fr/lang.yaml`, Buffer.from('a: b\n')]]);
    const shop = new Map([...files, ['plugins/acme/shop/lang/de/lang.yaml', Buffer.from('a: b\n')]]);
    const offered = readPhrases({ files: shop, builtIn }, 'en', new Problems()).locales;
    expect([...offered].sort()).to.deep.equal(['de', 'en']);
  });

  it('of our own appear in the language of which the offered one is a variant', () => {
    const { book } = read({ 'fr-ca/lang.yaml': 'a: b\n' });
    expect(book.in('fr-ca').text('backend::lang.form.save')).to.equal('Enregistrer');
  });

  it('without a translation are listed for each language, also if a less specific one has them (AD-311)', () => {
    const { book } = read({ ...FILES, 'en/more.yaml': 'x: Articles\n' });
    expect(book.untranslated('de')).to.deep.equal(['acme.blog::lang.posts.none', 'acme.blog::more.x']);
    expect(book.untranslated('de-at')).to.deep.equal(['acme.blog::lang.posts.none', 'acme.blog::more.x']);
    expect(book.untranslated('en')).to.deep.equal([]);
  });
});

describe('GET /lang: the bundle', () => {
  it('contains every phrase of the backend, with plural forms for phrases with a number', () => {
    const { locale, locales, phrases } = languageBundle(read(FILES).book, 'de-at');
    expect(locale).to.equal('de-at');
    expect(locales).to.deep.equal(['de', 'de-at', 'en', 'fr']);
    expect(Object.keys(phrases)).to.deep.equal(Object.keys(en));
    expect(phrases['form.save']).to.equal('Speichern');
    expect(phrases['list.pagination']).to.equal('Einträge {from} bis {to} von {total}');
    expect(phrases['list.confirm_delete']).to.deep.equal({
      one: '{count} ausgewählten Eintrag löschen?',
      other: '{count} ausgewählte Einträge löschen?',
    });
  });

  it("is public, and contains no plugin's phrases", () => {
    expect(JSON.stringify(languageBundle(read(FILES).book, 'de'))).not.to.contain('Beiträge');
  });
});
