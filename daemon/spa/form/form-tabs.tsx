import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { usePhrases } from '../i18n/phrases-context.js';
import { FormGrid, shownFields, type FormOnScreen } from './form-grid.js';
import type { FormTab } from './state/tabs.js';
import { useTabInPlace } from './use-tab-in-place.js';
import './form-tabs.css';

export interface FormTabsProps extends FormOnScreen {
  readonly area: 'primary' | 'secondary';
  readonly tabs: readonly FormTab[];
}

/** The tab that is open stands in the URL. One that has been open stays: editors keep what can be undone, lists their page. */
export function FormTabs({ area, tabs, ...grid }: FormTabsProps) {
  const { say } = usePhrases();
  const [wanted, choose] = useTabInPlace(area);
  const open = tabs.find(({ id }) => id === wanted)?.id ?? tabs[0]?.id ?? '';
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([open]));
  if (!visited.has(open)) setVisited(new Set([...visited, open]));
  const { errors } = grid.state;

  return (
    <Tabs className="form-tabs" selectedKey={open} onSelectionChange={(id) => choose(String(id))}>
      <TabList className="form-tabs__list" aria-label={say(area === 'primary' ? 'form.tabs' : 'form.more_tabs')}>
        {tabs.map(({ id, label, fields }) => (
          <Tab key={id} id={id} className="form-tabs__tab">
            {label}
            {shownFields(fields, grid.state).some(({ name }) => errors[name] !== undefined) && (
              <>
                <CircleAlert className="form-tabs__mark" aria-hidden="true" />
                <span className="visually-hidden">{say('form.tab_has_errors')}</span>
              </>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, fields }) => (
        <TabPanel key={id} id={id} className="form-tabs__panel" shouldForceMount>
          {visited.has(id) && <FormGrid {...grid} fields={fields} />}
        </TabPanel>
      ))}
    </Tabs>
  );
}
