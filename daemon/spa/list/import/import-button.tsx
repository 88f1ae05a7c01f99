import { Upload } from 'lucide-react';
import { Suspense, useState } from 'react';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';
import { lazyPart, PartBoundary } from '../../ui/lazy-part.js';
import type { ImportDialogProps } from './import-dialog.js';

const ImportDialog = lazyPart(async () => (await import('./import-dialog.js')).ImportDialog);

/** Imports a file into the list. */
export function ImportButton({ schema }: Pick<ImportDialogProps, 'schema'>) {
  const { say } = usePhrases();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)} onHoverStart={() => void ImportDialog.preload()}>
        <Upload aria-hidden="true" />
        {say('import.import')}
      </Button>
      {isOpen && (
        <PartBoundary>
          <Suspense>
            <ImportDialog schema={schema} onClose={() => setOpen(false)} />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
