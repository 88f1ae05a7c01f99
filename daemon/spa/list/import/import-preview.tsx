import type { ImportCheckBody } from '../../../admin/api/answers.js';
import { usePhrases } from '../../platform/phrases.js';

/** The first rows as the daemon reads them, so that a wrong date or number is noticed before the import. */
export function ImportPreview({ checked }: { readonly checked: ImportCheckBody }) {
  const { columns, fields, preview, mode, outcomes } = checked;
  const { say } = usePhrases();
  const shown = columns.flatMap(({ field }, index) => {
    const found = fields.find(({ name }) => name === field);
    return found === undefined ? [] : [{ index, label: found.label }];
  });
  if (shown.length === 0) return <p>{say('import.none_mapped')}</p>;
  return (
    <section className="import-part">
      <h3 className="import-part__title">{say('import.preview')}</h3>
      <div className="import-table" role="region" tabIndex={0} aria-label={say('import.preview')}>
        <table>
          <thead>
            <tr>
              {mode !== 'create' && <th scope="col">{say('import.outcome')}</th>}
              {shown.map(({ index, label }) => (
                <th key={index} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.map((row, at) => (
              <tr key={at}>
                {mode !== 'create' && <td>{say(`import.outcome_${outcomes[at] ?? 'problem'}`)}</td>}
                {shown.map(({ index }) => (
                  <td key={index}>
                    <bdi>{row[index] ?? '—'}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
