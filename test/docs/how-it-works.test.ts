import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/installed.js';

describe('docs/how-it-works.md', () => {
  const sections = readFileSync(join(ROOT, 'docs/how-it-works.md'), 'utf8').split(/^## /m).slice(1);

  for (const section of sections) {
    const [title = ''] = section.split('\n');
    it(`${title}: names the file of every arrow`, () => {
      const arrows = section.match(/^ {2}\w+->>\w+: /gm) ?? [];
      const steps = section.split(/^\d+\. /m).slice(1);
      expect(arrows).to.not.have.lengthOf(0);
      expect(steps).to.have.lengthOf(arrows.length);
      for (const step of steps) {
        const paths = [...step.matchAll(/`(\w+\/[^`]+)`/g)].map(([, path = '']) => path);
        expect(paths, step).to.not.have.lengthOf(0);
        for (const path of paths) expect(existsSync(join(ROOT, path)), path).to.equal(true);
      }
    });
  }
});
