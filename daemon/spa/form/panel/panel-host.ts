import { createContext, useContext, useMemo } from 'react';
import type { FormContext } from '../../../admin/model/schema/types.js';
import type { App } from '../../platform/app.js';
import { useApp } from '../../platform/app.js';
import { locationWith } from './panel-location.js';

/** The form of a record, on a screen of its own or in a side panel. */
export interface RecordScreenProps {
  readonly controller: string;
  readonly context: FormContext;
  /** Absent on the create form. */
  readonly id?: string;
}

/** The form below a side panel: it opens the panel, and its relation fields notice what was saved there. */
export interface PanelHost {
  readonly open: (to: string, field: string) => void;
  /** The number of times that a panel has saved or deleted something. */
  readonly saves: number;
}

/** Undefined inside a panel: no panel opens above another one. */
export const PanelHostContext = createContext<PanelHost | undefined>(undefined);

/** What the form in a panel tells the form below. */
export interface PanelSurface {
  readonly onSaved: () => void;
  readonly onCreated: (id: string) => void;
  /** The form is done: the panel closes. */
  readonly onDone: () => void;
}

/** Undefined on a screen of its own. */
export const PanelSurfaceContext = createContext<PanelSurface | undefined>(undefined);

export interface OpenRelated {
  readonly open: (to: string) => void;
  /** Whether it opens in the panel of this form. Otherwise it opens in a tab of its own, and nothing can be created. */
  readonly isInPanel: boolean;
  readonly saves: number;
}

/** How a field opens a related record: above its form or, if that is in a panel already, in a tab of its own. */
export function useOpenRelated(field: string): OpenRelated {
  const { location } = useApp();
  const host = useContext(PanelHostContext);
  return useMemo(() => {
    if (host !== undefined) return { open: (to) => host.open(to, field), isInPanel: true, saves: host.saves };
    const open = (to: string) => void window.open(location.href(to), '_blank', 'noopener');
    return { open, isInPanel: false, saves: 0 };
  }, [host, location, field]);
}

/** The services of the page for a table of related records: its links open as a field opens a related record. */
export function useRelatedLinks(field: string): App {
  const app = useApp();
  const { open } = useOpenRelated(field);
  return useMemo(() => ({ ...app, location: locationWith(app.location, { go: open }) }), [app, open]);
}
