import type { LanguageFn } from 'lowlight';
import { lazyPart } from '../../ui/lazy-part.js';

type Load = () => Promise<{ readonly default: LanguageFn }>;

const XML: Load = () => import('highlight.js/lib/languages/xml');
const CSS: Load = () => import('highlight.js/lib/languages/css');
const JAVASCRIPT: Load = () => import('highlight.js/lib/languages/javascript');

/**
 * The grammars that each language needs: HTML, for example, includes styles and scripts. The keys are the language names
 * that plugins use. For any other language, the editor works without colors.
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
  /** The grammar that parses the text. */
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

/** The parser is larger than the form around it. It is a separate file that forms without a Markdown field never load. */
export const MarkdownPreview = lazyPart(async () => (await import('./markdown-preview.js')).MarkdownPreview);
