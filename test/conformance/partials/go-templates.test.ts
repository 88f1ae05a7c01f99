import { expect } from 'chai';
import { answer, readCases } from './template-case.js';
import type { TemplateCase } from './template-case.js';

const CORPORA = new URL('../../../../test/corpora/', import.meta.url);

/** The reference behavior is Go's (AD-143). */
describe('partials: the same result as Go for each template (AD-143)', () => {
  for (const folder of ['gotemplate', 'gotemplate-random', 'gotemplate-static']) {
    const features = new Map<string, TemplateCase[]>();
    for (const one of readCases(new URL(`${folder}/cases.json`, CORPORA))) {
      features.set(one.feature, [...(features.get(one.feature) ?? []), one]);
    }

    describe(folder, () => {
      for (const [feature, cases] of features) {
        it(`${feature}: ${cases.length} cases`, () => {
          for (const one of cases) {
            const { message, ...found } = { message: '', ...answer(one) };
            const wanted = one.ok ? { output: one.output } : { stage: one.stage };
            expect(found, `${one.id} ${one.template} ${message}`).to.deep.equal(wanted);
          }
        });
      }
    });
  }
});
