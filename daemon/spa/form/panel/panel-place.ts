import type { Place } from '../../platform/location.js';
import { screenAt } from '../../platform/routes.js';

/** The side panel of a form, as the query of the form's path has it: it can be reloaded, shared and left with Back. */
export interface PanelPlace extends Place {
  /** The field of the form below that asked for the record: the panel gives it a created one. */
  readonly field: string;
}

const PANEL = 'panel';
const FIELD = 'panel_for';

/** Undefined if the query names no form of a record. */
export function panelIn(search: string): PanelPlace | undefined {
  const parameters = new URLSearchParams(search);
  const [path = '', query] = (parameters.get(PANEL) ?? '').split(/\?(.*)/s);
  const { kind } = screenAt(path);
  if (kind !== 'create' && kind !== 'update' && kind !== 'preview') return undefined;
  return { path, search: query === undefined ? '' : `?${query}`, field: parameters.get(FIELD) ?? '' };
}

/** The path of a form with a panel above it. */
export function withPanel({ path, search }: Place, to: string, field: string): string {
  const parameters = new URLSearchParams(search);
  parameters.set(PANEL, to);
  parameters.set(FIELD, field);
  return `${path}?${parameters.toString()}`;
}

export function withoutPanel({ path, search }: Place): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(PANEL);
  parameters.delete(FIELD);
  const rest = parameters.toString();
  return rest === '' ? path : `${path}?${rest}`;
}
