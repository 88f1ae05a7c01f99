import { expect } from 'chai';
import { PartialLimitExceeded } from '../../../daemon/admin/partials/runtime/limits.js';
import { htmlToNodes } from '../../../daemon/admin/partials/html-to-nodes.js';
import { expectAllowed } from './filtered-nodes.js';
import { htmlCorpus } from './html-corpus.js';
import { randomHtml } from './random-html.js';
import { mutated } from './random-template.js';
import { Random } from './random.js';

/** False if the filter rejected the whole input because of a cap. Any other error is a defect, and is thrown. */
function filtered(input: string): boolean {
  try {
    expectAllowed(htmlToNodes(input), input);
    return true;
  } catch (error) {
    if (error instanceof PartialLimitExceeded) return false;
    throw error;
  }
}

describe('partials: for any HTML, the filter outputs only the allowlist (AD-145)', () => {
  const corpus = htmlCorpus();

  it('there are at least 2,141 inputs', () => {
    expect([...corpus.values()].flat().length).to.be.at.least(2141);
  });

  for (const [path, inputs] of corpus) {
    it(`${path}: ${inputs.length} inputs`, () => {
      for (const input of inputs) filtered(input);
    });
  }

  it('randomly mutated inputs', () => {
    const random = new Random(1);
    const inputs = [...corpus.values()].flat();
    for (let run = 0; run < 3000; run += 1) filtered(mutated(random, random.pick(inputs)));
  });

  it('random tags, attributes and URLs', () => {
    const random = new Random(2);
    let accepted = 0;
    for (let run = 0; run < 4000; run += 1) if (filtered(randomHtml(random))) accepted += 1;
    expect(accepted).to.be.greaterThan(3000);
  });
});
