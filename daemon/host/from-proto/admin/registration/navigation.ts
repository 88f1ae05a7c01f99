import type { AdminNavigationItem__Output } from '../../../../contract/generated/gatehouse/host/v1/AdminNavigationItem.js';
import type { NavigationItem, NavigationTarget } from '../../../../admin/model/registration.js';
import { PLAIN_NAME } from './names.js';
import type { PermissionCheck } from './permissions.js';
import type { Problems } from './problems.js';
import { member, shown } from './problems.js';

/** What navigation may lead to. */
export interface Targets {
  readonly controllers: ReadonlySet<string>;
  readonly settings: ReadonlySet<string>;
}

export function readNavigation(
  problems: Problems,
  at: string,
  items: readonly AdminNavigationItem__Output[],
  targets: Targets,
  checkPermissions: PermissionCheck,
): readonly NavigationItem[] {
  return items.map((item) => readItem(problems, member(at, item.code), item, targets, checkPermissions));
}

function readItem(
  problems: Problems,
  at: string,
  raw: AdminNavigationItem__Output,
  targets: Targets,
  checkPermissions: PermissionCheck,
): NavigationItem {
  const { code, label, icon, order, permissions, children } = raw;
  problems.matches(PLAIN_NAME, `${at}.code`, code, 'code of an item');
  problems.text(`${at}.label`, label);
  problems.optionalText(`${at}.icon`, icon);
  checkPermissions(`${at}.permissions`, permissions);
  problems.unique(
    `${at}.children`,
    children.map((child) => child.code),
  );
  for (const child of children) {
    problems.check(child.children.length === 0, member(`${at}.children`, child.code), 'has children itself');
  }
  const target = readTarget(problems, at, raw, targets);
  problems.check(target !== undefined || children.length > 0, at, 'leads nowhere, and has no children');
  return {
    code,
    label,
    icon,
    order,
    permissions,
    ...(target !== undefined && { target }),
    children: readNavigation(problems, `${at}.children`, children, targets, checkPermissions),
  };
}

function readTarget(
  problems: Problems,
  at: string,
  { controller, settings }: AdminNavigationItem__Output,
  targets: Targets,
): NavigationTarget | undefined {
  if (controller !== undefined) {
    problems.check(
      targets.controllers.has(controller),
      `${at}.controller`,
      `"${shown(controller)}" is no registered controller`,
    );
    return { kind: 'controller', controller };
  }
  if (settings !== undefined) {
    problems.check(
      targets.settings.has(settings),
      `${at}.settings`,
      `"${shown(settings)}" is no registered settings screen`,
    );
    return { kind: 'settings', code: settings };
  }
  return undefined;
}
