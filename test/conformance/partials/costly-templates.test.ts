import { expect } from 'chai';
import { compileTemplate, renderTemplate } from '../../../daemon/admin/partials/template.js';
import { PartialLimitExceeded } from '../../../daemon/admin/partials/runtime/limits.js';
import { COSTLY_TEMPLATES, LANGUAGE } from '../../support/costly-templates.js';

/** `BENCH_SCENARIOS=partials make bench` prints how long each takes. */
describe('partials: templates that do as much work as the limits allow (docs/admin/partials.md, caps)', () => {
  for (const { what, template, data = null } of COSTLY_TEMPLATES) {
    it(`ends at a cap: ${what}`, () => {
      const compiled = compileTemplate('costly', template);
      expect(() => renderTemplate(compiled, data, LANGUAGE)).to.throw(PartialLimitExceeded);
    });
  }
});
