import { expect } from 'chai';
import { Message } from './message.js';

const forms = (text: string, locale: string) => Message.parse(text, locale).forms();

describe('ICU messages', () => {
  it('fills in values, with plural forms of the language', () => {
    const message = Message.parse('{count, plural, one {# Eintrag} other {# Einträge}} in {list}', 'de');
    expect(message.format({ count: 1, list: 'A' })).to.equal('1 Eintrag in A');
    expect(message.format({ count: 1234, list: 'A' })).to.equal('1.234 Einträge in A');
    expect([...message.argumentNames]).to.deep.equal(['count', 'list']);
  });

  it('shows a value that nobody gives as nothing, rather than failing', () => {
    expect(Message.parse('from {from} to {to}', 'en').format({ to: 2 })).to.equal('from  to 2');
  });

  it('leaves "<" alone: a label is no markup', () => {
    expect(Message.parse('<b> & {a} </i', 'en').format({ a: 1 })).to.equal('<b> & 1 </i');
  });

  it('gives one text per plural category of the locale, with the number left to the client', () => {
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

  it('gives categories that the phrase does not distinguish the text of "other"', () => {
    expect(forms('{count, plural, one {# wpis} other {# wpisu}}', 'pl')).to.include({ few: '{count} wpisu' });
  });

  it('keeps texts for exact numbers', () => {
    expect(forms('{count, plural, =0 {no posts} one {# post} other {# posts}}', 'en')).to.deep.equal({
      '=0': 'no posts',
      one: '{count} post',
      other: '{count} posts',
    });
  });

  it('has a single form where the number makes no difference', () => {
    expect(forms('Posts in {list}', 'en')).to.deep.equal({ other: 'Posts in {list}' });
    expect(forms('{count, plural, other {投稿}}', 'ja')).to.deep.equal({ other: '投稿' });
  });

  it('throws where the text is no ICU message', () => {
    for (const text of ['{', '{count, plural, one {a}}', '{count, plurel, other {a}}']) {
      expect(() => Message.parse(text, 'en'), text).to.throw();
    }
  });
});
