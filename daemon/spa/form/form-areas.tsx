import type { FieldView } from '../api/views.js';
import { FormGrid, shownFields, type FormOnScreen } from './form-grid.js';
import { FormTabs } from './form-tabs.js';
import { fieldsOf, tabsOf } from './state/tabs.js';
import './form-areas.css';

/** All fields of a form: those outside of tabs, the tabs, and beside them the secondary tabs. */
export function FormAreas(props: FormOnScreen) {
  const { state } = props;
  const outside = fieldsOf(state.fields, 'outside');
  const hasSide = isAnyShown(fieldsOf(state.fields, 'secondary'), props);
  return (
    <div className="form-areas">
      <div className="form-areas__columns" {...(hasSide && { 'data-side': true })}>
        <div className="form-areas__column">
          {isAnyShown(outside, props) && (
            <div className="form-area card">
              <FormGrid {...props} fields={outside} />
            </div>
          )}
          <TabbedArea {...props} area="primary" />
        </div>
        {hasSide && (
          <div className="form-areas__column">
            <TabbedArea {...props} area="secondary" />
          </div>
        )}
      </div>
    </div>
  );
}

function TabbedArea({ area, ...props }: FormOnScreen & { readonly area: 'primary' | 'secondary' }) {
  const tabs = tabsOf(props.state.fields, area).filter(({ fields }) => isAnyShown(fields, props));
  const [only] = tabs;
  if (only === undefined) return null;
  return (
    <div className="form-area card">
      {tabs.length > 1 ? (
        <FormTabs {...props} area={area} tabs={tabs} />
      ) : (
        <>
          <h2 className="form-area__title">{only.label}</h2>
          <FormGrid {...props} fields={only.fields} />
        </>
      )}
    </div>
  );
}

function isAnyShown(fields: readonly FieldView[], { state }: FormOnScreen): boolean {
  return shownFields(fields, state).length > 0;
}
