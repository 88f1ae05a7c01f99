import { expect } from 'chai';
import { readPluginFiles } from '../assets/plugin-files.js';
import { languageBundle } from '../i18n/bundle.js';
import { compileAdmin } from './compile-admin.js';
import { permittedForms } from './permitted/form.js';
import { permittedLists } from './permitted/list.js';
import { permittedNavigation } from './permitted/navigation.js';
import { permittedRelations } from './permitted/relation.js';
import { permittedSettings } from './permitted/settings.js';
import { formatProblem, Problems, SchemaError } from './problems.js';
import { BLOG_REGISTRATION } from './testing/blog-registration.js';

/** The demonstration plugin as it lies in the repository. */
function compileBlog() {
  const problems = new Problems();
  const files = readPluginFiles('.', problems);
  try {
    return compileAdmin({
      registration: BLOG_REGISTRATION,
      files,
      prefix: '/backend',
      compileTemplate: (source) => source,
      problems,
    });
  } catch (error) {
    if (error instanceof SchemaError) throw new Error(error.problems.map(formatProblem).join('\n'));
    throw error;
  }
}

describe('x', () => {
  it('y', () => {
    const c = compileBlog();
    const posts = c.schema.controllers.get('acme.blog.posts')!;
    const all = { hasAll: () => true, hasAny: () => true };
    const l = permittedLists.get(posts.list!, all);
    console.log(JSON.stringify(c.phrases.in('de').localise(l.view), null, 1).slice(0, 6000));
    const f = permittedForms.get(posts.form!, all);
    console.log(JSON.stringify(c.phrases.in('de').localise(f.view), null, 0).slice(0, 9000), [
      ...f.update!.writable.keys(),
    ]);
    console.log(JSON.stringify(languageBundle(c.phrases, 'de')).slice(0, 1500));
    console.log(JSON.stringify(permittedNavigation(c.schema.navigation, all)), permittedRelations, permittedSettings);
    expect(1).to.equal(1);
  });
});
