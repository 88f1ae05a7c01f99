import { expect } from 'chai';
import { MAX_IMPORT_PROBLEMS } from '../../api/limits.js';
import { ProblemList } from './problem-list.js';

describe('the problems of a file (AD-395)', () => {
  const texts = { problem: ({ rule }: { readonly rule: string }) => `in words: ${rule}` };

  it('have their place, and a text in the language of the reader or of the host', () => {
    const list = new ProblemList(texts);
    expect(list.body()).to.deep.equal({ problems: [], more_problems: 0 });
    list.add(2, 1, { rule: 'required' });
    list.add(null, null, 'from the host');
    expect(list.count).to.equal(2);
    expect(list.body()).to.deep.equal({
      problems: [
        { row: 2, column: 1, message: 'in words: required' },
        { row: null, column: null, message: 'from the host' },
      ],
      more_problems: 0,
    });
  });

  it('are the first 200 in an answer, with the number of the others', () => {
    expect(MAX_IMPORT_PROBLEMS).to.equal(200);
    const list = new ProblemList(texts);
    for (let row = 2; row < 2 + 205; row += 1) list.add(row, null, { rule: 'required' });
    const { problems, more_problems: more } = list.body();
    expect([list.count, problems.length, more, problems.at(-1)?.row]).to.deep.equal([205, 200, 5, 201]);
  });
});
