import { Instrumenter } from '@stryker-mutator/instrumenter';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { luaMutants } from './lua.js';
import type { Mutant } from './mutant.js';

/** String literals guard no behavior, and optional chaining is mostly about types that the compiler checked. */
const LEFT_OUT = ['StringLiteral', 'OptionalChaining'];
/**
 * typia generates this code from a type, and repeats every check: once to decide, once to name the error. Half of its
 * mutants would be undetectable. The tests next to the types cover every limit in them.
 */
const GENERATED = {
  shouldIgnore(path: object): string | undefined {
    const { scope } = path as BabelPath;
    return (path as BabelPath).isArrowFunctionExpression() && scope.hasOwnBinding('_io0') ? 'by typia' : undefined;
  },
};
interface BabelPath {
  isArrowFunctionExpression(): boolean;
  readonly scope: { hasOwnBinding(name: string): boolean };
}
/** The parts of a built repository that tests need; the rest of the tree (sources, documents) is linked. */
const COPIED = ['dist', join('proto', 'dist'), join('sdk', 'typescript', 'dist')];
const QUIET = {
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: console.warn,
  error: console.error,
  fatal: console.error,
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => true,
  isErrorEnabled: () => true,
  isFatalEnabled: () => true,
};

/** Copies the built repository to `to`, with every mutant behind a switch. All switches are off. */
export async function instrumentedCopy(root: string, to: string, folders: readonly string[]): Promise<Mutant[]> {
  copyTree(root, to);
  const scripts = folders.flatMap((folder) =>
    globSync(`${folder}/**/*.js`, { cwd: root }).filter(
      (file) => !file.endsWith('.test.js') && !file.includes('/testing/') && !file.includes('/generated/'),
    ),
  );
  const files = scripts.sort().map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }));
  const result = await new Instrumenter(QUIET).instrument(files, {
    plugins: [],
    excludedMutations: LEFT_OUT,
    ignorers: [GENERATED],
  });
  for (const { name, content } of result.files) writeFileSync(join(to, name), content);

  const contents = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  const switchable = result.mutants.filter(({ status }) => status === undefined);
  const mutants = switchable.map(({ id, fileName, location, mutatorName, replacement }) => ({
    id,
    file: fileName,
    line: location.start.line + 1,
    mutator: mutatorName,
    original: oneLine(cut(contents.get(fileName)!, location)),
    replacement: oneLine(replacement),
  }));
  const lua = folders.flatMap((folder) => globSync(`${folder}/**/*.lua`, { cwd: root })).sort();
  return [...mutants, ...lua.flatMap((file) => luaMutants(file, readFileSync(join(root, file), 'utf8')))];
}

/** Links everything that is not built, and each package except those of the repository, which have to be the copies. */
function copyTree(root: string, to: string): void {
  for (const path of COPIED) cpSync(join(root, path), join(to, path), { recursive: true });
  // The daemon and the hosts would run the bundles instead of the changed files.
  rmSync(join(to, 'dist', 'daemon', 'bundle'), { recursive: true, force: true });
  rmSync(join(to, 'sdk', 'typescript', 'dist', 'bundle'), { recursive: true });
  link(root, to, ['dist', 'proto', 'sdk', 'node_modules', '.git']);
  link(join(root, 'proto'), join(to, 'proto'), ['dist']);
  link(join(root, 'sdk'), join(to, 'sdk'), ['typescript']);
  link(join(root, 'sdk', 'typescript'), join(to, 'sdk', 'typescript'), ['dist', 'package.json']);
  const manifest = readFileSync(join(root, 'sdk', 'typescript', 'package.json'), 'utf8');
  writeFileSync(join(to, 'sdk', 'typescript', 'package.json'), unbundled(manifest));
  link(join(root, 'node_modules'), join(to, 'node_modules'), ['@gatehouse']);
  mkdirSync(join(to, 'node_modules', '@gatehouse'));
  symlinkSync(join(to, 'proto'), join(to, 'node_modules', '@gatehouse', 'proto'));
  symlinkSync(join(to, 'sdk', 'typescript'), join(to, 'node_modules', '@gatehouse', 'host'));
}

/** Each export is the compiled file beside its declarations: "./dist/sql/index.d.ts" and "./dist/sql/index.js". */
function unbundled(manifest: string): string {
  return manifest.replaceAll(/("types": "(.+)\.d\.ts",\s*"default": )"[^"]*"/g, '$1"$2.js"');
}

function link(from: string, to: string, except: readonly string[]): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (!except.includes(name)) symlinkSync(join(from, name), join(to, name));
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function cut(lines: readonly string[], { start, end }: { readonly start: Position; readonly end: Position }): string {
  if (start.line === end.line) return lines[start.line]!.slice(start.column, end.column);
  const between = lines.slice(start.line + 1, end.line);
  return [lines[start.line]!.slice(start.column), ...between, lines[end.line]!.slice(0, end.column)].join('\n');
}

function oneLine(code: string): string {
  return code.replace(/\s+/g, ' ').trim();
}
