import { expect } from 'chai';
import { htmlToNodes } from '../../../daemon/admin/partials/html-to-nodes.js';
import { expectAllowed } from './filtered-nodes.js';
import { htmlCorpus } from './html-corpus.js';
import { CORNERS } from './random-corners.js';
import { RANDOM_DATA } from './random-pipeline.js';
import { mutated, randomTemplate } from './random-template.js';
import { Random } from './random.js';
import { answer, readCases } from './template-case.js';
import type { Question } from './template-case.js';

const CORPUS = new URL('../../../../test/corpora/gotemplate/cases.json', import.meta.url);

/** `answer` throws on errors that are neither syntax nor execution errors, such as a crash or a stack overflow. */
function survives(one: Question): void {
  const found = answer(one);
  if ('output' in found) expectAllowed(htmlToNodes(found.output), one.template);
}

describe('partials: no template crashes the engine, or gets markup past the filter (AD-143)', () => {
  it('random templates', () => {
    const random = new Random(11);
    for (let run = 0; run < 3000; run += 1) {
      survives({ template: randomTemplate(random, { markup: run % 2 === 0 }), data: RANDOM_DATA });
    }
  });

  for (const [corner, make] of Object.entries(CORNERS)) {
    it(`random ${corner}`, () => {
      const random = new Random(13);
      for (let run = 0; run < 500; run += 1) survives(make(random));
    });
  }

  it('randomly mutated templates of the corpus', () => {
    const random = new Random(12);
    const cases = readCases(CORPUS);
    for (let run = 0; run < 5000; run += 1) {
      const original = random.pick(cases);
      survives({ ...original, template: mutated(random, mutated(random, original.template)) });
    }
  });

  it('hostile HTML as the text of a template, and as a value in it', () => {
    const template = '<p title="{{.Data}}" class={{.Data}}><a href="{{.Data}}">{{.Data}}</a></p>';
    for (const input of [...htmlCorpus().values()].flat()) {
      survives({ template: input, data: 'null' });
      const found = answer({ template, data: JSON.stringify(input) });
      if (!('output' in found)) {
        expect(found.message, input).to.match(/longer than|units of work/);
        continue;
      }
      // The value becomes text and attribute values, but never an element.
      const [paragraph, ...more] = htmlToNodes(found.output);
      expect(more, input).to.deep.equal([]);
      expect(paragraph, input).to.have.property('tag', 'p');
      const [link, ...others] = (paragraph && 'children' in paragraph && paragraph.children) || [];
      expect(others, input).to.deep.equal([]);
      expect(link, input).to.have.property('tag', 'a');
      const texts = (link && 'children' in link && link.children) || [];
      expect(
        texts.every((node) => 'text' in node),
        input,
      ).to.equal(true);
    }
  });
});
