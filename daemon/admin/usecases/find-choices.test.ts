import { expect } from 'chai';
import { MAX_LABEL_CHARACTERS } from '../api/limits.js';
import { composed } from '../api/spelling.js';
import type { OptionOrigin, OptionQuery } from '../ports/option-source.js';
import { SUPERUSER } from '../testing/asking.js';
import { hostChoices } from './find-choices.js';

const TARGET = { caller: SUPERUSER.caller, controller: 'acme.blog.posts' };
const PROVIDER: OptionOrigin = { kind: 'provider', provider: 'tags' };

/** Asks about texts, and returns what the host was asked, with what it found. */
async function ask(texts: readonly string[], origin: OptionOrigin = PROVIDER) {
  const asked: OptionQuery[] = [];
  const options = {
    options: (_target: unknown, query: OptionQuery) => {
      asked.push(query);
      return Promise.resolve({ options: [], hasMore: false });
    },
  };
  const find = await hostChoices(origin, new Set(texts), options, TARGET, SUPERUSER);
  return { asked, find };
}

describe('the choices that texts of a file stand for (AD-387, AD-394)', () => {
  it('are not asked for with texts that are longer than a label can be', async () => {
    const long = Array.from({ length: 100 }, (_, n) => String(n) + 'é'.repeat(20_000));
    const relation = { kind: 'relation' } as unknown as OptionOrigin;
    const { asked, find } = await ask(long, relation);
    expect(asked).to.deep.equal([]);
    // The problem has the beginning of the text: an answer with all of them would be longer than the file.
    expect(find(long[0]!)).to.deep.equal({
      rule: 'import_choice',
      parameters: { text: `0${'é'.repeat(79)}…` },
    });
    // The host knows the other fields of the form when it writes.
    expect((await ask(long)).find(long[0]!)).to.deep.equal({ value: long[0] });
  });

  it('are asked for with the longest label, whose letters count in their shortest spelling', async () => {
    const longest = 'e\u0301'.repeat(MAX_LABEL_CHARACTERS);
    const { asked } = await ask([longest, '\u{1F600}'.repeat(MAX_LABEL_CHARACTERS + 1)]);
    expect(asked.map(({ labels }) => labels)).to.deep.equal([[composed(longest), longest]]);
  });
});
