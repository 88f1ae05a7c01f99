import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SDK_GO } from '../support/sdk-go.js';
import { GO_MUTANTS } from './list.js';
import { applied } from './mutant.js';

describe('changes to the guards of the Go SDK (make go-mutants)', () => {
  it('are at least 80, with different names', () => {
    expect(GO_MUTANTS.length).to.be.at.least(80);
    expect(new Set(GO_MUTANTS.map(({ name }) => name)).size).to.equal(GO_MUTANTS.length);
  });

  it('fit the code', () => {
    for (const mutant of GO_MUTANTS) {
      const content = readFileSync(join(SDK_GO, mutant.file), 'utf8');
      expect(applied(mutant, content), mutant.name).to.not.equal(content);
    }
  });
});
