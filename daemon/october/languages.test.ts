import { expect } from 'chai';
import { IntlMessageFormat } from 'intl-messageformat';
import { parse } from 'yaml';
import { Languages } from './languages.js';
import { formatHint, ImportReport } from './report.js';

function read(files: Readonly<Record<string, string>>) {
  const report = new ImportReport();
  const languages = new Languages('acme.depot', new Map(Object.entries(files)), report);
  return { languages, hints: () => report.hints.map((hint) => formatHint(hint)) };
}

describe('languages of a plugin of October or Winter CMS', () => {
  for (const text of ["it's", "'{a}'", '{', "a '' b", "}'{", "{'a'}", ':count parts | one', '#1 <b>']) {
    it(`show ${text} unchanged as an ICU message (AD-300)`, () => {
      const { languages } = read({ 'lang/en.json': JSON.stringify({ [text]: text }) });
      languages.phraseFor(text);
      const written = Object.values(
        parse(languages.write('en').get('lang/en/texts.yaml') ?? '') as Record<string, string>,
      );
      expect(new IntlMessageFormat(written[0] ?? '', 'en', undefined, { ignoreTag: true }).format()).to.equal(text);
    });
  }

  it('give each text a key of its own, and write only the texts that are used (AD-300)', () => {
    const { languages } = read({ 'lang/de.json': '{"A b": "x", "A  b!": "y", "日本": "z", "unused": "u"}' });
    expect(['A b', 'A  b!', '日本', 'other', 'A b'].map((text) => languages.phraseFor(text))).to.deep.equal([
      'acme.depot::texts.a_b',
      'acme.depot::texts.a_b_2',
      'acme.depot::texts.text',
      undefined,
      'acme.depot::texts.a_b',
    ]);
    const written = languages.write('en');
    expect(parse(written.get('lang/de/texts.yaml') ?? '')).to.deep.equal({ a_b: 'x', a_b_2: 'y', text: 'z' });
    expect(parse(written.get('lang/en/texts.yaml') ?? '')).to.deep.equal({ a_b: 'A b', a_b_2: 'A  b!', text: '日本' });
  });

  it('name what cannot be read (AD-301)', () => {
    const { hints } = read({
      'lang/en/lang.php': "<?php return ['a b' => 'x', 'ok' => 'y'];",
      'lang/de/lang.php': '<?php return [',
      'lang/nl/lang.php':
        "<?php return ['ok' => 'y',\n'theme' => ['a.b' => 'x', 'c.d' => 'y', 'e' => 'z'], 'f g' => 'x'];",
      'lang/fr/lang.php': '<?php echo 1;',
      'lang/x_y_z/lang.php': '<?php return [];',
      'lang/es.json': '[1]',
      'lang/it.json': '{',
    });
    expect(hints()).to.deep.equal([
      'lang/de/lang.php:1: is not PHP: an array has no end; correct it, and import again',
      'lang/en/lang.php:1: the phrase a b is not imported; name it with letters, digits, _ and -',
      'lang/es.json: is not a JSON object of texts; correct it, and import again',
      'lang/fr/lang.php: returns no array of texts; write its phrases into a YAML file',
      'lang/it.json: is not a JSON object of texts; correct it, and import again',
      'lang/nl/lang.php:2: the phrase a.b is not imported, nor are 2 others; name it with letters, digits, _ and -',
      'lang/x_y_z/lang.php: x_y_z is not a locale; rename the folder to a locale such as pt-br',
    ]);
  });

  it('keep names with a meaning in JavaScript as plain names (AD-302)', () => {
    const { languages } = read({
      'lang/en/lang.php': "<?php return ['__proto__' => ['x' => 'y'], 'constructor' => 'z'];",
    });
    expect(languages.has('acme.depot::lang.__proto__.x', 'en')).to.equal(true);
    expect(languages.has('acme.depot::lang.constructor', 'en')).to.equal(true);
    expect(languages.has('acme.depot::lang.toString', 'en')).to.equal(false);
    expect(languages.write('en').get('lang/en/lang.yaml')).to.contain('__proto__');
  });
});
