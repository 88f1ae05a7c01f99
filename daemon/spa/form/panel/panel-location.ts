import type { AppLocation } from '../../platform/app.js';
import type { Leaves, Place } from '../../platform/location.js';
import { screenAt } from '../../platform/routes.js';
import { panelIn, withPanel } from './panel-place.js';

/** The location with some members replaced. */
export function locationWith(outer: AppLocation, changes: Partial<AppLocation>): AppLocation {
  return {
    prefix: outer.prefix,
    current: outer.current,
    subscribe: outer.subscribe,
    get isGuarded() {
      return outer.isGuarded;
    },
    get scrollBack() {
      return outer.scrollBack;
    },
    get isLayer() {
      return outer.isLayer;
    },
    get isHeld() {
      return outer.isHeld;
    },
    href: (to) => outer.href(to),
    lastSearch: (path) => outer.lastSearch(path),
    remember: (path, search) => outer.remember(path, search),
    forget: () => outer.forget(),
    belongTo: (administrator) => outer.belongTo(administrator),
    resumed: (path) => outer.resumed(path),
    leave: (proceed) => outer.leave(proceed),
    back: () => outer.back(),
    go: (to, options) => outer.go(to, options),
    guardWith: (guard, leaves) => outer.guardWith(guard, leaves),
    ...changes,
  };
}

/**
 * The location as the form in a side panel sees it: its own path and query, which the query of the form below holds. Other
 * forms of its controller open in the panel, and everything else as a screen.
 */
export function panelLocation(outer: AppLocation): AppLocation {
  let known: Place = { path: '', search: '' };
  return locationWith(outer, {
    current() {
      const { path = '', search = '' } = panelIn(outer.current().search) ?? {};
      // The same object, until it changes.
      if (path !== known.path || search !== known.search) known = { path, search };
      return known;
    },
    go(to, options) {
      const panel = panelIn(outer.current().search);
      const isOwn = panel !== undefined && isFormOf(controllerOf(panel.path), to);
      // The panel has one entry in the history, so that Back and its button close it.
      if (isOwn) outer.go(withPanel(outer.current(), to, panel.field), { ...options, replace: true });
      else outer.go(to, options);
    },
    guardWith: (guard, leaves) => outer.guardWith(guard, leaves ?? leavesPanel),
  });
}

function isFormOf(controller: string | undefined, to: string): boolean {
  return controller !== undefined && controllerOf(to.split('?')[0] ?? '') === controller;
}

/** The controller of the form of a record; undefined for all other paths. */
function controllerOf(path: string): string | undefined {
  const screen = screenAt(path);
  return 'controller' in screen && screen.kind !== 'list' ? screen.controller : undefined;
}

const leavesPanel: Leaves = (from, to) =>
  from.path !== to.path || panelIn(from.search)?.path !== panelIn(to.search)?.path;
