import { expect } from 'chai';
import { de } from '../i18n/phrases/de.js';
import { en } from '../i18n/phrases/en.js';
import { ADMIN_ERROR_STATUS } from '../model/admin-error.js';
import { VALIDATION_RULES } from '../model/field-problem.js';

describe('admin/routes/error-texts', () => {
  for (const [language, phrases] of Object.entries({ en, de })) {
    it(`every error code and every validation rule has its words: ${language}`, () => {
      const wanted = [
        ...Object.keys(ADMIN_ERROR_STATUS).map((code) => `errors.${code}`),
        ...VALIDATION_RULES.map((rule) => `validation.${rule}`),
      ];
      expect(wanted.filter((key) => !Object.hasOwn(phrases, key))).to.deep.equal([]);
    });
  }
});
