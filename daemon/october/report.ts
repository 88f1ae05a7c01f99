/** Something that the import could not do. */
export interface Hint {
  /** In the source: "controllers/posts/config_list.yaml". */
  readonly file: string;
  /** 0 for the file as a whole. */
  readonly line: number;
  /** The cause. */
  readonly what: string;
  /** The next step for the author. */
  readonly advice: string;
}

/** The names that the host has to register for a controller or a settings screen, as far as its files say. */
export interface Requirement {
  /** "controller acme.shop.items", "settings screen acme-shop". */
  readonly of: string;
  readonly model: string;
  readonly permissions: readonly string[];
  /** By kind: "columns", "relations", "query scopes", "option providers". */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Collects the results of an import. */
export class ImportReport {
  readonly #hints: Hint[] = [];
  readonly #edits = new Map<string, number>();
  readonly #requirements: Requirement[] = [];

  hint(file: string, line: number, what: string, advice: string): void {
    const known = this.#hints.some((one) => one.file === file && one.line === line && one.what === what);
    if (!known) this.#hints.push({ file, line, what, advice });
  }

  /** Counts an edit that needs nothing from the author. */
  edited(what: string, count = 1): void {
    this.#edits.set(what, (this.#edits.get(what) ?? 0) + count);
  }

  requires(requirement: Requirement): void {
    this.#requirements.push(requirement);
  }

  get hints(): readonly Hint[] {
    return [...this.#hints].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  }

  get edits(): ReadonlyMap<string, number> {
    return this.#edits;
  }

  get requirements(): readonly Requirement[] {
    return this.#requirements;
  }
}

/** "controllers/posts/config_list.yaml:12: …; …" */
export function formatHint({ file, line, what, advice }: Hint, folder = ''): string {
  return `${folder}${file}${line === 0 ? '' : `:${line}`}: ${what}; ${advice}`;
}

/** Several lines, the first one without indentation. */
export function formatRequirement({ of, model, permissions, names }: Requirement): readonly string[] {
  const lists: readonly (readonly [string, Iterable<string>])[] = [['permissions', permissions], ...names];
  return [
    `${of}${model === '' ? '' : `, model ${model}`}`,
    ...lists.flatMap(([kind, all]) => ([...all].length === 0 ? [] : [`  ${kind}: ${[...all].join(', ')}`])),
  ];
}
