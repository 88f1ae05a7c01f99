import type { LanguageFn } from 'lowlight';
import { lazyPart } from '../../ui/lazy-part.js';

type Load = () => Promise<{ readonly default: LanguageFn }>;

const XML: Load = () => import('highlight.js/lib/languages/xml');
const CSS: Load = () => import('highlight.js/lib/languages/css');
const JAVASCRIPT: Load = () => import('highlight.js/lib/languages/javascript');

/**
 * What a grammar is made of: a page holds styles and scripts. By the names that plugins give a language; one that is not here
 * is edited all the same, without colours.
 */
const GRAMMARS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  html: { xml: XML, css: CSS, javascript: JAVASCRIPT },
  htm: { xml: XML, css: CSS, javascript: JAVASCRIPT },
  xml: { xml: XML },
  svg: { xml: XML },
  css: { css: CSS },
  scss: { scss: () => import('highlight.js/lib/languages/scss') },
  less: { less: () => import('highlight.js/lib/languages/less') },
  javascript: { javascript: JAVASCRIPT },
  js: { javascript: JAVASCRIPT },
  typescript: { typescript: () => import('highlight.js/lib/languages/typescript') },
  json: { json: () => import('highlight.js/lib/languages/json') },
  yaml: { yaml: () => import('highlight.js/lib/languages/yaml') },
  markdown: { markdown: () => import('highlight.js/lib/languages/markdown'), xml: XML },
  php: { php: () => import('highlight.js/lib/languages/php'), xml: XML },
  twig: { twig: () => import('highlight.js/lib/languages/twig'), xml: XML },
  sql: { sql: () => import('highlight.js/lib/languages/sql') },
  ini: { ini: () => import('highlight.js/lib/languages/ini') },
};

export interface Grammar {
  /** The one that the text is read by. */
  readonly main: string;
  readonly parts: Readonly<Record<string, LanguageFn>>;
}

export async function loadGrammar(language: string): Promise<Grammar | undefined> {
  const loads = Object.hasOwn(GRAMMARS, language) ? Object.entries(GRAMMARS[language] ?? {}) : [];
  const [main] = loads[0] ?? [];
  if (main === undefined) return undefined;
  const parts = await Promise.all(loads.map(async ([name, load]) => [name, (await load()).default] as const));
  return { main, parts: Object.fromEntries(parts) };
}

/** The parser weighs more than the form around it: a file of its own, which forms without a markdown field never load. */
export const MarkdownPreview = lazyPart(async () => (await import('./markdown-preview.js')).MarkdownPreview);
