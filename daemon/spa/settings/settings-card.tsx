import type { SettingsEntry } from '../api/views.js';
import { Link } from '../navigation/link.js';
import { settingsPath } from '../navigation/routes.js';
import { Icon } from '../ui/icon.js';

export function SettingsCard({ entry: { code, label, description, icon } }: { readonly entry: SettingsEntry }) {
  return (
    <li>
      <Link to={settingsPath(code)} className="settings-card card">
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
