import type { FieldProps } from '../field-props.js';
import { OptionComboBox } from '../choices/option-combo-box.js';
import { OptionTags } from '../choices/option-tags.js';

/** A related record, or several of them. */
export function RelationField(props: FieldProps) {
  return props.field.multiple === true ? <OptionTags {...props} /> : <OptionComboBox {...props} />;
}
