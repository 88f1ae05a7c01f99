import type { NavigationEntry, NavigationView } from '../../model/schema/navigation-schema.js';
import type { Permissions } from '../../model/schema/requirement.js';
import { meets } from '../../model/schema/requirement.js';

/** The entries that the administrator may open; a heading is there as long as something below it is. */
export function permittedNavigation(
  entries: readonly NavigationEntry[],
  permissions: Permissions,
): readonly NavigationView[] {
  return entries.flatMap(({ requires, view, children }): NavigationView[] => {
    if (!meets(permissions, requires)) return [];
    const open = permittedNavigation(children, permissions);
    return view.path === null && open.length === 0 ? [] : [{ ...view, children: open }];
  });
}
