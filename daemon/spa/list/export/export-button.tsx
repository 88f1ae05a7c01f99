import { Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import { lazyPart, PartBoundary } from '../../ui/lazy-part.js';
import { MenuButton } from '../../ui/menu-button.js';
import type { ExportDialogProps, ExportFormat } from './export-dialog.js';

const ExportDialog = lazyPart(async () => (await import('./export-dialog.js')).ExportDialog);

const FORMATS = ['xlsx', 'csv'] as const satisfies readonly ExportFormat[];

/** Exports the records that match the search and the filters of the list. */
export function ExportButton(props: Omit<ExportDialogProps, 'format' | 'onClose'>) {
  const { say } = usePhrases();
  const [format, setFormat] = useState<ExportFormat>();
  return (
    <>
      <MenuButton
        button={{ className: 'button' }}
        label={say('export.export')}
        placement="bottom end"
        choices={FORMATS.map((one) => ({ id: one, label: say(`export.${one}`), onChoose: () => setFormat(one) }))}
        preload={() => void ExportDialog.preload()}
      >
        <Download aria-hidden="true" />
        {say('export.export')}
      </MenuButton>
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
