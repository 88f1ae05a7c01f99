import { controllerPath } from '../../api/paths.js';
import type { AdminRegistration, NavigationItem, Plugin } from '../../model/registration.js';
import type { ControllerSchema, NavigationEntry } from '../../model/schema/admin-schema.js';
import type { SettingsLinkSchema } from '../../model/schema/form-schema.js';
import { NEVER } from '../../model/schema/types.js';
import { registered } from '../yaml/problems.js';
import type { CompileContext } from './context.js';
import { textOf } from './context.js';

/** Compiles the navigation of all plugins, in display order. */
export function compileNavigation(
  registration: AdminRegistration,
  controllers: ReadonlyMap<string, ControllerSchema>,
  context: CompileContext,
): readonly NavigationEntry[] {
  const items = registration.plugins.flatMap((plugin) => plugin.navigation.map((item) => ({ plugin, item })));
  return inOrder(items).map(({ plugin, item }) => compileItem(plugin, item, registration, controllers, context));
}

function compileItem(
  plugin: Plugin,
  item: NavigationItem,
  registration: AdminRegistration,
  controllers: ReadonlyMap<string, ControllerSchema>,
  context: CompileContext,
): NavigationEntry {
  const at = registered(`plugin ${plugin.id}: navigation ${item.code}`);
  const { target } = item;
  const required = [...item.permissions];
  let path: string | null = null;
  if (target?.kind === 'controller') {
    const schema = controllers.get(target.controller);
    required.push(...(schema?.controller.permissions ?? []));
    path = controllerPath(target.controller);
    // An existing but invalid file already has errors of its own; a second error caused by them would not help.
    const directory = schema?.controller.configDir.replace(/^~\//, '') ?? '';
    if (
      schema !== undefined &&
      schema.list === undefined &&
      !context.definitions.has(`${directory}/config_list.yaml`)
    ) {
      context.problems.add(at, `links to ${target.controller}, which has no list`, { expected: 'a config_list.yaml' });
    }
  } else if (target !== undefined) {
    const screens = registration.plugins.flatMap(({ settings }) => settings);
    required.push(...(screens.find(({ code }) => code === target.code)?.permissions ?? []));
    path = `/settings/${target.code}`;
  }
  const children = inOrder(item.children.map((child) => ({ plugin, item: child })));
  return {
    requires: { all: [...new Set(required)], any: [] },
    view: {
      id: `${plugin.id}.${item.code}`,
      label: textOf({ value: item.label, at }, context),
      icon: item.icon === '' ? null : item.icon,
      path,
    },
    children: children.map((child) => compileItem(child.plugin, child.item, registration, controllers, context)),
  };
}

/** The sort is stable: entries of equal order keep their order of registration. */
function inOrder<Entry extends { readonly item: NavigationItem }>(entries: readonly Entry[]): readonly Entry[] {
  return [...entries].sort((a, b) => a.item.order - b.item.order);
}

/** The entries of the settings that lead to lists. */
export function compileSettingsLinks(
  registration: AdminRegistration,
  controllers: ReadonlyMap<string, ControllerSchema>,
  context: CompileContext,
): readonly SettingsLinkSchema[] {
  return registration.plugins.flatMap(({ settingsLinks = [] }) =>
    settingsLinks.map(({ controller, label, description, category, icon, order, keywords }): SettingsLinkSchema => {
      const at = registered(`settings ${controller}`);
      const text = (value: string) => textOf({ value, at }, context);
      return {
        requires: controllers.get(controller)?.requires ?? NEVER,
        entry: {
          code: controller,
          label: text(label),
          description: text(description),
          category: text(category),
          icon,
          order,
          keywords: keywords.map(text),
          path: controllerPath(controller),
        },
      };
    }),
  );
}
