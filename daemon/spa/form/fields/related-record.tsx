import { ExternalLink, PanelRightOpen, Plus } from 'lucide-react';
import { usePhrases } from '../../platform/phrases.js';
import { createPath, recordPath } from '../../platform/routes.js';
import { Button, IconButton } from '../../ui/button.js';
import { useOpenRelated } from '../panel/panel-host.js';
import type { FieldProps } from './field-props.js';
import { chosenText } from './option-query.js';
import { OptionComboBox } from './combo-box.js';
import { OptionTags } from './option-tags.js';
import './related-record.css';

/** One or several related records, with buttons that open the chosen one and create another one in a side panel. */
export function RelationField(props: FieldProps) {
  const { field, value, form, isDisabled, isReadOnly } = props;
  const { open, isInPanel, saves } = useOpenRelated(field.name);
  const { say } = usePhrases();
  const { related } = field;
  const isMultiple = field.multiple === true;
  const Control = isMultiple ? OptionTags : OptionComboBox;
  // After a save in the panel, the labels of the record may be outdated, so the control asks for all of them.
  const control = <Control key={saves} {...props} form={saves === 0 ? form : { ...form, labels: {} }} />;
  const chosen = isMultiple ? undefined : chosenText(value);
  const canOpen = related?.mayOpen === true && !isMultiple;
  const canCreate = related?.mayCreate === true && isInPanel && !isDisabled && !isReadOnly;
  if (related === undefined || !(canOpen || canCreate)) return control;
  const name = field.label ?? field.name;
  return (
    <div className="related-record">
      <div className="related-record__control">{control}</div>
      {canOpen && (
        <IconButton
          label={say(isInPanel ? 'form.open_related' : 'form.open_related_tab', { field: name })}
          isDisabled={chosen === undefined}
          onPress={() => chosen !== undefined && open(recordPath(related.controller, chosen))}
        >
          {isInPanel ? <PanelRightOpen aria-hidden="true" /> : <ExternalLink aria-hidden="true" />}
        </IconButton>
      )}
      {canCreate && (
        <Button
          aria-label={say('form.create_related', { field: name })}
          onPress={() => open(createPath(related.controller))}
        >
          <Plus aria-hidden="true" />
          {say('list.create')}
        </Button>
      )}
    </div>
  );
}
