import { useQuery } from '@tanstack/react-query';
import { settingsListKey } from '../api/query-keys.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Link } from '../navigation/link.js';
import { settingsPath } from '../navigation/routes.js';
import { usePlace } from '../navigation/use-place.js';
import { Icon } from '../ui/icon.js';
import { useApp } from './app-context.js';

/** Below what plugins put into the navigation: nobody's entry leads to the settings. Not for those who may open none. */
export function SettingsLink({ onChosen }: { readonly onChosen: () => void }) {
  const { api } = useApp();
  const { say, locale } = usePhrases();
  const { path } = usePlace();
  const entries = useQuery({
    queryKey: settingsListKey(locale),
    queryFn: ({ signal }) => api.settings(signal),
    staleTime: 5 * 60_000,
  });
  if (entries.data === undefined || entries.data.data.length === 0) return null;
  const isCurrent = path === settingsPath() || path.startsWith(`${settingsPath()}/`);
  return (
    <Link
      to={settingsPath()}
      className="navigation__entry navigation__settings"
      onClick={onChosen}
      {...(isCurrent && { 'aria-current': 'page' })}
    >
      <Icon name="cog" />
      <span className="navigation__label">{say('settings.menu_label')}</span>
    </Link>
  );
}
