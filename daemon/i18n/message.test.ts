import { expect } from 'chai';
import { Message, messageProblem } from './message.js';

const forms = (text: string, locale: string) => Message.parse(text, locale).forms();

describe('ICU messages', () => {
  it('inserts values and uses the plural forms of the language', () => {
    const message = Message.parse('{count, plural, one {# Eintrag} other {# Einträge}} in {list}', 'de');
    expect(message.format({ count: 1, list: 'A' })).to.equal('1 Eintrag in A');
    expect(message.format({ count: 1234, list: 'A' })).to.equal('1.234 Einträge in A');
    expect([...message.argumentNames]).to.deep.equal(['count', 'list']);
  });

  it('shows a missing value as an empty text instead of failing', () => {
    expect(Message.parse('from {from} to {to}', 'en').format({ to: 2 })).to.equal('from  to 2');
  });

  it('leaves "<" unchanged: a label is not markup', () => {
    expect(Message.parse('<b> & {a} </i', 'en').format({ a: 1 })).to.equal('<b> & 1 </i');
  });

  it('returns one text per plural category of the locale and leaves the number to the client (AD-21)', () => {
    expect(forms('{count, plural, one {# post} other {# posts}}', 'en')).to.deep.equal({
      one: '{count} post',
      other: '{count} posts',
    });
    expect(forms('{count, plural, one {# wpis} few {# wpisy} many {# wpisów} other {# wpisu}}', 'pl')).to.deep.equal({
      one: '{count} wpis',
      few: '{count} wpisy',
      many: '{count} wpisów',
      other: '{count} wpisu',
    });
  });

  it('uses the text of "other" for categories that the phrase does not distinguish', () => {
    expect(forms('{count, plural, one {# wpis} other {# wpisu}}', 'pl')).to.include({ few: '{count} wpisu' });
  });

  it('keeps texts for exact numbers', () => {
    expect(forms('{count, plural, =0 {no posts} one {# post} other {# posts}}', 'en')).to.deep.equal({
      '=0': 'no posts',
      one: '{count} post',
      other: '{count} posts',
    });
  });

  it('returns a single form if the number makes no difference', () => {
    expect(forms('Posts in {list}', 'en')).to.deep.equal({ other: 'Posts in {list}' });
    expect(forms('{count, plural, other {投稿}}', 'ja')).to.deep.equal({ other: '投稿' });
  });

  it('throws if the text is not an ICU message', () => {
    for (const text of ['{', '{count, plural, one {a}}', '{count, plurel, other {a}}']) {
      expect(() => Message.parse(text, 'en'), text).to.throw();
    }
  });
});

function problemOf(text: string): string {
  try {
    Message.parse(text, 'en');
    return '';
  } catch (error) {
    return messageProblem(error);
  }
}

describe('explanations of invalid ICU messages', () => {
  for (const [text, problem] of [
    ['{', 'a { is not closed by a } (at character 1 of the text)'],
    ['ab {n', 'a { is not closed by a } (at character 4 of the text)'],
    ['{}', 'there is no name between { and } (at character 1 of the text)'],
    ['{n, plural, one {x}}', 'the form other {…} is missing (at character 20 of the text)'],
    ['{n, plural, other {} other {}}', 'a form appears twice (at character 22 of the text)'],
  ] as const) {
    it(`explains ${text}`, () => expect(problemOf(text)).to.equal(problem));
  }

  const wrong = [
    '{n,',
    '{a b}',
    '{n, foo}',
    '{n, }',
    '{n, number, }',
    '{n, number, ::}',
    '{n, number, ::%% %%}',
    '{n, date, ::}',
    '{n, date,  }',
    "{n, date, 'x}",
    '{n, plural}',
    '{n, plural, }',
    '{n, plural, one}',
    '{n, plural, one x}',
    '{n, plural, offset:x other {}}',
    '{n, plural, =x {a} other {}}',
    '{n, select, a}',
    '{n, select, }',
    '{n, select, a {} a {} other {}}',
    '{n, select, a {}}',
  ];
  it('never shows a text of the ICU parser (AD-21)', () => {
    const problems = wrong.map(problemOf).filter((problem) => problem !== '');
    expect(problems).to.have.length.greaterThan(15);
    for (const problem of problems) expect(problem).to.not.match(/[A-Z]{3,}_|cannot be read/);
  });

  it('reports an unreadable message for an error from outside the parser', () => {
    expect(messageProblem(new Error('x'))).to.equal('it cannot be read');
  });
});
