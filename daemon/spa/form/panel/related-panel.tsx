import { useQueryClient } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { Suspense, useMemo, useState } from 'react';
import { recordsChanged } from '../../api/query-keys.js';
import { answered, errorText } from '../../api/errors.js';
import { useApp, usePlace } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { lazyPart } from '../../ui/lazy-part.js';
import type { FormModel } from '../state/form-model.js';
import type { PanelHost, RecordScreenProps } from './panel-host.js';
import { PanelHostContext } from './panel-host.js';
import { panelIn, withoutPanel, withPanel } from './panel-place.js';

const SidePanel = lazyPart(async () => (await import('./side-panel.js')).SidePanel);

export interface RelatedPanelProps {
  readonly model: FormModel;
  readonly controller: string;
  readonly recordId: string | undefined;
  /** Shows the form of a related record. */
  readonly screen: ComponentType<RecordScreenProps>;
  /** The form that the panel opens above. */
  readonly children: ReactNode;
}

/** A form above which related records open in a side panel. The query of its path has the panel. */
export function RelatedPanel({ model, controller, recordId, screen, children }: RelatedPanelProps) {
  const { api, location, toasts } = useApp();
  const { say } = usePhrases();
  const { search } = usePlace();
  const queries = useQueryClient();
  const panel = panelIn(search);
  const [saves, setSaves] = useState(0);

  const host = useMemo<PanelHost>(
    () => ({
      saves,
      open(to, field) {
        location.go(withPanel(location.current(), to, field), { isLayer: true });
      },
    }),
    [location, saves],
  );

  function close() {
    if (location.isLayer) location.back();
    else location.go(withoutPanel(location.current()), { replace: true });
  }

  /** Gives a created record to the field that asked for it: as its value, or as a link of its relation manager. */
  async function take(id: string, name: string) {
    const field = model.get().fields.find((one) => one.name === name);
    if (field?.type === 'relation') {
      const before = model.get().values[name];
      model.setValue(
        name,
        field.multiple === true ? [...(Array.isArray(before) ? (before as readonly string[]) : []), id] : id,
      );
    } else if (field?.type === 'relationmanager' && recordId !== undefined) {
      const { refusal } = await answered(() => api.link(controller, recordId, field.relation ?? name, [id]));
      if (refusal) toasts.error(errorText(refusal, say));
      await recordsChanged(queries);
    }
  }

  return (
    <>
      <PanelHostContext value={host}>{children}</PanelHostContext>
      {panel !== undefined && (
        <Suspense>
          <SidePanel
            path={panel.path}
            screen={screen}
            onSaved={() => setSaves((before) => before + 1)}
            onCreated={(id) => void take(id, panel.field)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
