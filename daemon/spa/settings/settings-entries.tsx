import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { loadProblem, settingsListQuery } from '../api/queries.js';
import type { SettingsEntry } from '../api/views.js';
import { useApp, usePlace, useTitle } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { settingsPath } from '../platform/routes.js';
import { EmptyState, LoadProblem } from '../ui/empty-state.js';
import { Icon } from '../ui/images.js';
import { SearchField } from '../ui/inputs.js';
import { Link } from '../ui/link.js';
import { findSettings, groupSettings } from './find-settings.js';
import './settings-entries.css';

function SettingsCard({ entry: { code, label, description, icon, path } }: { readonly entry: SettingsEntry }) {
  return (
    <li>
      <Link to={path ?? settingsPath(code)} className="settings-card card">
        <span className="settings-card__icon">
          <Icon name={icon ?? 'cog'} />
        </span>
        <span className="settings-card__text">
          <span className="settings-card__label">{label}</span>
          {description !== null && <span className="settings-card__description">{description}</span>}
        </span>
      </Link>
    </li>
  );
}

/** Placeholders for cards that are loading. */
function SettingsSkeleton() {
  return (
    <div className="settings__list" aria-hidden="true">
      {[1, 2, 3].map((card) => (
        <span key={card} className="skeleton settings__loading" />
      ))}
    </div>
  );
}

/** The available settings by category. The URL holds the search. */
export function SettingsEntries() {
  const { api, location } = useApp();
  const { say, locale } = usePhrases();
  const { path, search: query } = usePlace();
  const headings = useId();
  const search = new URLSearchParams(query).get('search') ?? '';
  const entries = useQuery(settingsListQuery(api, locale));
  useTitle(say('settings.menu_label'));

  function onSearch(text: string) {
    const parameters = text === '' ? '' : `?${new URLSearchParams({ search: text }).toString()}`;
    location.go(path + parameters, { replace: true });
  }

  const problem = loadProblem(entries);
  if (problem) return <LoadProblem error={problem} onRetry={() => void entries.refetch()} />;
  const found = findSettings(entries.data?.data ?? [], search);
  return (
    <div className="settings">
      <header className="settings__header">
        <h1 className="settings__title">{say('settings.menu_label')}</h1>
        <SearchField value={search} onSearch={onSearch} prompt={say('settings.search')} />
      </header>
      <p className="visually-hidden" role="status">
        {search === '' ? '' : say('settings.found', { count: found.length })}
      </p>
      {entries.isPending && <SettingsSkeleton />}
      {groupSettings(found).map(({ category, entries: inGroup }, index) => (
        <section key={category} {...(category !== null && { 'aria-labelledby': `${headings}-${index}` })}>
          {category !== null && (
            <h2 id={`${headings}-${index}`} className="settings__category">
              {category}
            </h2>
          )}
          <ul className="settings__list">
            {inGroup.map((entry) => (
              <SettingsCard key={entry.code} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {entries.data !== undefined && found.length === 0 && (
        <EmptyState
          picture={search === '' ? 'locked' : 'search'}
          title={say(search === '' ? 'settings.none' : 'settings.none_found')}
          {...(search !== '' && { detail: say('settings.none_found_detail') })}
        />
      )}
    </div>
  );
}
