import { constantPhrases, type ConstantPhrase } from './constant-phrases.js';
import { escapeTemplates } from './escape/escape-templates.js';
import { compileBody } from './execute/compile-body.js';
import type { TemplateBody } from './execute/template-body.js';
import { FUNCTION_NAMES } from './functions/builtins.js';
import { parseTemplate } from './syntax/parse-template.js';
import { Source } from './syntax/source.js';
import { wellFormed } from './values/go-string.js';

/** A template that is ready to be rendered, any number of times and by any number of requests at once. */
export interface CompiledTemplate {
  readonly name: string;
  readonly body: TemplateBody;
  /** Phrases that it asks for whatever the data: whether they exist is for who knows the phrases to say. */
  readonly phrases: readonly ConstantPhrase[];
}

/**
 * Compiles the source of a partial, a template in the language of Go's html/template. All that can be wrong with it
 * whatever the data, escaping included, is thrown as a TemplateSyntaxError here, so that it stops startup.
 *
 * @param name the partial's name: what messages begin with, and the name of the template itself to its own source
 */
export function compileTemplate(name: string, text: string): CompiledTemplate {
  const source = new Source(name, wellFormed(text));
  const definitions = parseTemplate(source, FUNCTION_NAMES);
  const { root, bodies } = escapeTemplates(source, definitions);
  const compiled = new Map<string, TemplateBody>();
  const find = (key: string): TemplateBody => {
    const body = compiled.get(key);
    if (!body) throw new Error(`a template is called that was not escaped: ${key}`);
    return body;
  };
  for (const [key, nodes] of bodies) compiled.set(key, compileBody(source, nodes, find));
  return { name, body: find(root), phrases: constantPhrases(source, definitions) };
}
