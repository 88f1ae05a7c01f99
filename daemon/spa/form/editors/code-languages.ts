import type { StreamParser } from '@codemirror/language';
import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';

type Load = () => Promise<Extension>;

/** A language that has no grammar of CodeMirror's own, only a mode that reads it line by line. */
function mode(load: () => Promise<StreamParser<unknown>>): Load {
  return async () => StreamLanguage.define(await load());
}

// Nothing is typed for the user: closing tags would surprise in a text that is only a part of a page.
const html: Load = async () => (await import('@codemirror/lang-html')).html({ autoCloseTags: false });
const xml: Load = async () => (await import('@codemirror/lang-xml')).xml({ autoCloseTags: false });
const javascript: Load = async () => (await import('@codemirror/lang-javascript')).javascript();
const typescript: Load = async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true });
const yaml: Load = async () => (await import('@codemirror/lang-yaml')).yaml();
const markdown: Load = async () => (await import('@codemirror/lang-markdown')).markdown();
const shell = mode(async () => (await import('@codemirror/legacy-modes/mode/shell')).shell);

/** The names that plugins use. For any other language, the editor works without colors. */
const LANGUAGES: Readonly<Record<string, Load>> = {
  html,
  htm: html,
  xml,
  svg: xml,
  css: async () => (await import('@codemirror/lang-css')).css(),
  scss: mode(async () => (await import('@codemirror/legacy-modes/mode/css')).sCSS),
  sass: mode(async () => (await import('@codemirror/legacy-modes/mode/sass')).sass),
  less: mode(async () => (await import('@codemirror/legacy-modes/mode/css')).less),
  javascript,
  js: javascript,
  typescript,
  ts: typescript,
  json: async () => (await import('@codemirror/lang-json')).json(),
  yaml,
  yml: yaml,
  markdown,
  md: markdown,
  php: async () => (await import('@codemirror/lang-php')).php(),
  twig: mode(async () => (await import('@codemirror/legacy-modes/mode/jinja2')).jinja2),
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
  python: async () => (await import('@codemirror/lang-python')).python(),
  ini: mode(async () => (await import('@codemirror/legacy-modes/mode/properties')).properties),
  shell,
  bash: shell,
  sh: shell,
};

const loaded = new Map<string, Promise<Extension | undefined>>();

/** Loads the grammar of a language once. A failure is not remembered, so that the next editor tries again. */
export function loadLanguage(name: string): Promise<Extension | undefined> {
  const load = Object.hasOwn(LANGUAGES, name) ? LANGUAGES[name] : undefined;
  if (load === undefined) return Promise.resolve(undefined);
  const known = loaded.get(name);
  if (known !== undefined) return known;
  const running = load();
  loaded.set(name, running);
  running.catch(() => loaded.delete(name));
  return running;
}
