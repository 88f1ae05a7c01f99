import type { ImportReport } from '../report.js';

/** The kinds of names that the host registers for a controller. */
export type Kind =
  | 'columns'
  | 'computed columns'
  | 'columns of related models'
  | 'relations'
  | 'query scopes'
  | 'query scopes of related models'
  | 'option providers'
  | 'actions to register for toolbar buttons';

/** The controller or settings screen whose files are edited. */
export class Editing {
  readonly names = new Map<Kind, Set<string>>();

  constructor(
    /** "acme.shop". */
    readonly plugin: string,
    /** Files of the source by path. */
    readonly files: ReadonlyMap<string, string>,
    /** Folder of the controller in the source: "controllers/items"; undefined for a settings screen. */
    readonly folder: string | undefined,
    readonly report: ImportReport,
    /** The field with the nested form that is edited. */
    readonly inside?: string,
  ) {}

  /** Notes that the host has to register a name. */
  needs(kind: Kind, name: string): void {
    const names = this.names.get(kind) ?? new Set<string>();
    this.names.set(kind, names.add(name));
  }

  /** Takes over what a file needs that another controller has already named. */
  include(names: ReadonlyMap<Kind, ReadonlySet<string>>): void {
    for (const [kind, all] of names) for (const name of all) this.needs(kind, name);
  }

  /** A partial of the controller: its path in the source, and its text. */
  partial(name: string): { readonly path: string; readonly text: string } | undefined {
    for (const extension of ['php', 'htm']) {
      const path = `${this.folder ?? ''}/_${name}.${extension}`;
      const text = this.files.get(path);
      if (text !== undefined) return { path, text };
    }
    return undefined;
  }
}

/**
 * A path in October's form as one in ours: `$/acme/shop/models/item/columns.yaml` is `~/plugins/acme/…`. Undefined if it is
 * outside of this plugin.
 */
export function ownPath(written: string, plugin: string): string | undefined {
  const root = `~/plugins/${plugin.replace('.', '/')}/`;
  const path = written
    .replace(/^[$@]\//, '~/plugins/')
    .replace(/^\/?plugins\//, '~/plugins/')
    .replace(/\.yml$/, '.yaml');
  return path.startsWith(root) && !path.split('/').includes('..') ? path : undefined;
}

/** The method of a callable: `listStatuses` of `Acme\Shop\Models\Item::listStatuses`. */
export function methodOf(written: string): string {
  return /(\w+)$/.exec(written)?.[1] ?? written;
}
