import { expect } from 'chai';
import { headingLevels } from './heading-levels.js';
import { parseMarkdown } from './parse-markdown.js';

describe('spa/form/markdown/heading-levels (WCAG 2.2 §1.3.1: no level is skipped)', () => {
  for (const [text, levels] of [
    ['# a\n## b\n# c', [2, 3, 2]],
    ['### a\n### b', [2, 3]],
    ['# a\n###### b\n> ## c', [2, 3, 3]],
    ['no heading', []],
  ] as const) {
    it(`${JSON.stringify(text)} has the levels ${levels.join(', ')}`, () =>
      expect([...headingLevels(parseMarkdown(text)).values()]).to.deep.equal(levels));
  }
});
