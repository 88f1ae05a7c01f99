import { expect } from 'chai';
import { compileTemplate } from '../../../daemon/admin/partials/compile-template.js';
import { PartialLimitExceeded } from '../../../daemon/admin/partials/errors.js';
import { renderTemplate } from '../../../daemon/admin/partials/render-template.js';
import { COSTLY_TEMPLATES, phraseOf } from '../../support/costly-templates.js';

/** How long each takes until then, `BENCH_SCENARIOS=partials make bench` prints. */
describe('partials: templates that do as much as they are let (docs/admin/partials.md, caps)', () => {
  for (const { what, template, data = null } of COSTLY_TEMPLATES) {
    it(`ends at a cap: ${what}`, () => {
      const compiled = compileTemplate('costly', template);
      expect(() => renderTemplate(compiled, data, phraseOf)).to.throw(PartialLimitExceeded);
    });
  }
});
