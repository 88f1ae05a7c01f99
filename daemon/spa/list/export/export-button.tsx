import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { usePhrases } from '../../platform/phrases.js';
import { lazyPart, PartBoundary } from '../../ui/lazy-part.js';
import type { ExportDialogProps, ExportFormat } from './export-dialog.js';

const ExportDialog = lazyPart(async () => (await import('./export-dialog.js')).ExportDialog);

const FORMATS = ['xlsx', 'csv'] as const satisfies readonly ExportFormat[];

/** Exports the records that match the search and the filters of the list. */
export function ExportButton(props: Omit<ExportDialogProps, 'format' | 'onClose'>) {
  const { say } = usePhrases();
  const [format, setFormat] = useState<ExportFormat>();
  return (
    <>
      <MenuTrigger onOpenChange={(isOpen) => isOpen && void ExportDialog.preload()}>
        <AriaButton className="button">
          <Download aria-hidden="true" />
          {say('export.export')}
        </AriaButton>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            aria-label={say('export.export')}
            onAction={(key) => setFormat(FORMATS.find((one) => one === key))}
          >
            {FORMATS.map((one) => (
              <MenuItem key={one} id={one} className="menu__item">
                {say(`export.${one}`)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {format !== undefined && (
        <PartBoundary>
          <Suspense>
            <ExportDialog {...props} format={format} onClose={() => setFormat(undefined)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
