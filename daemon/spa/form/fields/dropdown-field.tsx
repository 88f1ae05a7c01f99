import type { FieldProps } from '../field-props.js';
import { chosenText } from '../choices/choice-text.js';
import { OptionComboBox } from '../choices/option-combo-box.js';
import { usePhrases } from '../../i18n/phrases-context.js';
import { controlProps } from './control-props.js';
import './dropdown-field.css';

/** The browser's own select for choices that the schema lists; a combo box for those that the server knows. */
export function DropdownField(props: FieldProps) {
  return props.field.optionsFromServer === true ? <OptionComboBox {...props} /> : <ListedDropdown {...props} />;
}

function ListedDropdown(props: FieldProps) {
  const { field, value, onChange, isRequired, isDisabled, isReadOnly } = props;
  const { say } = usePhrases();
  const options = field.options ?? [];
  const chosen = chosenText(value);
  const isListed = options.some((option) => option.value === chosen);
  // What nobody has chosen yet has to look like it; what may be left open can be emptied again.
  const hasEmpty = chosen === undefined || !isRequired || field.emptyOption !== undefined;
  return (
    <select
      {...selectProps(props)}
      className="input dropdown-field"
      disabled={isDisabled || isReadOnly}
      {...(chosen === undefined && { 'data-empty': true })}
      value={chosen ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : target.value)}
    >
      {hasEmpty && <option value="">{field.emptyOption ?? field.placeholder ?? say('form.choose')}</option>}
      {/* Stored before the choices were others: shown as it is, until something else is chosen. */}
      {chosen !== undefined && !isListed && <option value={chosen}>{chosen}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** A select knows neither `readonly` nor a placeholder. */
function selectProps(props: FieldProps) {
  const control = controlProps(props);
  return {
    id: control.id,
    name: control.name,
    'aria-required': control['aria-required'],
    'aria-invalid': control['aria-invalid'],
    ...(props.describedBy !== undefined && { 'aria-describedby': props.describedBy }),
    ...('aria-label' in control && { 'aria-label': control['aria-label'] }),
  };
}
