import { ExternalLink, X } from 'lucide-react';
import type { ComponentType } from 'react';
import { useMemo } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { AppContext, useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import { screenAt } from '../../platform/routes.js';
import { IconButton } from '../../ui/button.js';
import type { PanelSurface, RecordScreenProps } from './panel-host.js';
import { PanelHostContext, PanelSurfaceContext } from './panel-host.js';
import { panelLocation } from './panel-location.js';
import './side-panel.css';

export interface SidePanelProps {
  /** Path of the form of a record. */
  readonly path: string;
  readonly screen: ComponentType<RecordScreenProps>;
  readonly onSaved: () => void;
  readonly onCreated: (id: string) => void;
  readonly onClose: () => void;
}

/**
 * A related record above the form that refers to it, with the form and the permissions of its own controller. Escape, the
 * button and Back close it, after a question if it has unsaved changes. The focus returns to where it was.
 */
export function SidePanel({ path, screen: RecordScreen, onSaved, onCreated, onClose }: SidePanelProps) {
  const app = useApp();
  const { say } = usePhrases();
  const own = useMemo(() => ({ ...app, location: panelLocation(app.location) }), [app]);
  const screen = screenAt(path);
  const surface: PanelSurface = {
    onSaved,
    onCreated(id) {
      onCreated(id);
      onClose();
    },
    onDone: onClose,
  };
  if (screen.kind !== 'create' && screen.kind !== 'update' && screen.kind !== 'preview') return null;
  return (
    <ModalOverlay
      isOpen
      isDismissable={false}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="overlay side-panel-overlay"
    >
      <Modal className="side-panel-frame">
        <Dialog className="side-panel">
          <div className="side-panel__bar">
            <Heading slot="title" level={2} className="side-panel__title">
              {say('form.panel_title')}
            </Heading>
            {screen.kind !== 'create' && (
              <a
                className="icon-button"
                href={app.location.href(path)}
                target="_blank"
                rel="noopener"
                aria-label={say('form.panel_new_tab')}
                title={say('form.panel_new_tab')}
              >
                <ExternalLink aria-hidden="true" />
              </a>
            )}
            <IconButton label={say('form.close')} onPress={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <div className="side-panel__content">
            <AppContext value={own}>
              <PanelHostContext value={undefined}>
                <PanelSurfaceContext value={surface}>
                  <RecordScreen
                    key={path}
                    controller={screen.controller}
                    context={screen.kind}
                    {...(screen.kind !== 'create' && { id: screen.id })}
                  />
                </PanelSurfaceContext>
              </PanelHostContext>
            </AppContext>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
