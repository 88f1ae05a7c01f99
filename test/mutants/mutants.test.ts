import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './list.js';
import { judge } from './mutant.js';

const HOSTS_PAGE = readFileSync(fileURLToPath(new URL('../../../docs/hosts.md', import.meta.url)), 'utf8');
/** The comments and fields of a file of the contract, as one line. */
function sentencesIn(file: string): string {
  const path = new URL(`../../../proto/gatehouse/host/v1/${file}`, import.meta.url);
  return flat(readFileSync(fileURLToPath(path), 'utf8').replaceAll(/^\s*\/\//gm, ' '));
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The rest runs with `make proofs`. Odd, so that the sample moves through the groups of similar mutants. */
const EVERY = 31;

describe('hosts that each break one sentence of the contract (docs/hosts.md, Mutants)', () => {
  it('are at least 150, with different names', () => {
    expect(MUTANTS.length).to.be.at.least(150);
    expect(new Set(MUTANTS.map(({ name }) => name)).size).to.equal(MUTANTS.length);
  });

  it('are listed with a reason if check-host cannot notice them', () => {
    for (const { name, invisible } of MUTANTS) {
      if (invisible !== undefined) expect(HOSTS_PAGE, name).to.contain(name);
    }
  });

  it('are as many as the page says', () => {
    const visible = MUTANTS.filter(({ invisible }) => invisible === undefined);
    expect(HOSTS_PAGE).to.contain(`There are ${MUTANTS.length} hosts, of which ${visible.length} can be noticed`);
  });

  it('break sentences that the contract has', () => {
    for (const { name, breaks } of MUTANTS) {
      if (breaks === undefined) continue;
      const [, file = '', words = ''] = /^(\S+): "(.*)"$/.exec(breaks) ?? [];
      expect(sentencesIn(file), name).to.contain(flat(words));
    }
  });

  for (const mutant of MUTANTS.filter(({ invisible }, n) => n % EVERY === 7 && invisible === undefined)) {
    it(`check-host notices: ${mutant.name}`, async () => {
      expect((await judge(mutant)).noticedBy).to.not.deep.equal([]);
    });
  }
});
