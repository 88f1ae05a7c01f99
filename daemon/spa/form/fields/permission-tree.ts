import type { FieldView } from '../../api/views.js';

export interface PermissionLeaf {
  readonly code: string;
  readonly label: string;
  /** The granted code that ends in ".*" and contains this one. */
  readonly coveredBy: string | undefined;
  /** Whether the administrator who edits holds it, and so may grant it. */
  readonly isHeld: boolean;
}

export interface PermissionGroup {
  /** Empty: permissions without a heading. */
  readonly heading: string;
  readonly leaves: readonly PermissionLeaf[];
}

export interface Holder {
  readonly superuser: boolean;
  readonly permissions: readonly string[];
}

/** Whether a code is granted, itself or by a code that ends in ".*" and covers it. */
export function holds({ superuser, permissions }: Holder, code: string): boolean {
  return superuser || permissions.some((one) => one === code || covers(one, code));
}

function covers(granted: string, code: string): boolean {
  return granted.endsWith('.*') && code.startsWith(granted.slice(0, -1));
}

/**
 * The registered permissions under their headings, and then the granted codes that no plugin declares: those of plugins that
 * are gone, and those that end in ".*".
 */
export function permissionGroups(
  declared: NonNullable<FieldView['permissions']>,
  granted: readonly string[],
  editor: Holder,
): { readonly groups: readonly PermissionGroup[]; readonly others: readonly PermissionLeaf[] } {
  const byHeading = new Map<string, PermissionLeaf[]>();
  for (const { code, label, tab } of declared) {
    const heading = tab ?? '';
    const coveredBy = granted.find((one) => one !== code && covers(one, code));
    const leaves = byHeading.get(heading) ?? [];
    byHeading.set(heading, leaves);
    leaves.push({ code, label, coveredBy, isHeld: holds(editor, code) });
  }
  const known = new Set(declared.map(({ code }) => code));
  const others = granted
    .filter((code) => !known.has(code))
    .map((code) => ({ code, label: code, coveredBy: undefined, isHeld: holds(editor, code) }));
  return { groups: [...byHeading].map(([heading, leaves]) => ({ heading, leaves })), others };
}

/** Grants or takes the codes that the editor holds, in the order of the declaration, and leaves all others unchanged. */
export function withCodes(
  granted: readonly string[],
  leaves: readonly PermissionLeaf[],
  isGranted: boolean,
): readonly string[] {
  const changed = leaves.filter(({ isHeld, coveredBy }) => isHeld && coveredBy === undefined).map(({ code }) => code);
  if (!isGranted) return granted.filter((code) => !changed.includes(code));
  return [...granted, ...changed.filter((code) => !granted.includes(code))];
}
