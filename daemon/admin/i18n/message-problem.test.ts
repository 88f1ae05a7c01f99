import { expect } from 'chai';
import { messageProblem } from './message-problem.js';
import { Message } from './message.js';

function problemOf(text: string): string {
  try {
    Message.parse(text, 'en');
    return '';
  } catch (error) {
    return messageProblem(error);
  }
}

describe('admin/i18n/message-problem: errors of ICU messages in words', () => {
  for (const [text, problem] of [
    ['{', 'a { is not closed by a } (at character 1 of the text)'],
    ['ab {n', 'a { is not closed by a } (at character 4 of the text)'],
    ['{}', 'there is no name between { and } (at character 1 of the text)'],
    ['{n, plural, one {x}}', 'the form other {…} is missing (at character 20 of the text)'],
    ['{n, plural, other {} other {}}', 'a form stands twice (at character 22 of the text)'],
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
  it('shows no code of the parser, whatever is wrong (hardening: raw ICU errors)', () => {
    const problems = wrong.map(problemOf).filter((problem) => problem !== '');
    expect(problems).to.have.length.greaterThan(15);
    for (const problem of problems) expect(problem).to.not.match(/[A-Z]{3,}_|cannot be read/);
  });

  it('says that a message cannot be read where the error is none of the parser', () => {
    expect(messageProblem(new Error('x'))).to.equal('it cannot be read');
  });
});
