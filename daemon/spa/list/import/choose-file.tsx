import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '../../../admin/api/limits.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';

export const MEGABYTES = MAX_IMPORT_BYTES / 1024 / 1024;

/** A place to drop a file, with a button for everyone who does not drag. */
export function ChooseFile({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const { say, locale } = usePhrases();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const choose = (files: FileList | null): void => {
    const file = files?.[0];
    if (file !== undefined) onChoose(file);
  };
  return (
    <div
      className="choose-file"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files);
      }}
    >
      <FileUp className="choose-file__icon" aria-hidden="true" />
      <p className="choose-file__text">{say('import.drop')}</p>
      <p className="choose-file__limits">
        {say('import.limits', { rows: MAX_IMPORT_ROWS.toLocaleString(locale), megabytes: MEGABYTES })}
      </p>
      {/* The button opens it. It is out of the way of the keyboard and of screen readers, which have the button. */}
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        onChange={({ target }) => {
          choose(target.files);
          // The same file may be chosen again after it was corrected.
          target.value = '';
        }}
      />
      <Button variant="primary" autoFocus onPress={() => input.current?.click()}>
        {say('import.choose')}
      </Button>
    </div>
  );
}
