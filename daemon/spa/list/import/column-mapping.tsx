import type { ImportCheckBody } from '../../../admin/api/answers.js';
import { usePhrases } from '../../platform/phrases.js';
import { Select } from '../../ui/select.js';

export interface ColumnMappingProps {
  readonly checked: ImportCheckBody;
  readonly onField: (column: number, field: string) => void;
}

/** Which field each column of the file fills, with its first values. */
export function ColumnMapping({ checked: { columns, fields }, onField }: ColumnMappingProps) {
  const { say } = usePhrases();
  return (
    <section className="import-part">
      <h3 className="import-part__title">{say('import.mapping')}</h3>
      {/* Wide and long tables scroll, so they take the focus for the keyboard. */}
      <div className="import-table import-table--columns" role="region" tabIndex={0} aria-label={say('import.mapping')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say('import.column')}</th>
              <th scope="col">{say('import.field')}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ heading, field, samples }, index) => (
              // Headings may be equal; the columns of a file keep their places.
              <tr key={index}>
                <th scope="row">
                  <bdi>{heading}</bdi>
                  <bdi className="import-table__samples">{samples.join(' · ')}</bdi>
                </th>
                <td>
                  <Select
                    label={say('import.field_of', { column: heading })}
                    value={field ?? ''}
                    options={[
                      { value: '', label: say('import.ignore'), isNothing: true },
                      ...fields.map(({ name, label, required }) => ({
                        value: name,
                        label: required ? say('import.required_field', { field: label }) : label,
                      })),
                    ]}
                    onChange={(name) => onField(index, name)}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
