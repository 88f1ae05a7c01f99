import type { Ref } from 'react';
import type { NavigationView } from '../api/views.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Link } from '../navigation/link.js';
import { usePlace } from '../navigation/use-place.js';
import { Icon } from '../ui/icon.js';
import { SettingsLink } from './settings-link.js';

export interface NavigationBarProps {
  readonly entries: readonly NavigationView[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly ref: Ref<HTMLElement>;
  /** An entry was followed, be it to where one is already. */
  readonly onChosen: () => void;
}

export function NavigationBar({ entries, isLoading, error, ref, onChosen }: NavigationBarProps) {
  const { say } = usePhrases();
  return (
    <nav className="navigation" id="navigation" ref={ref} aria-label={say('shell.navigation')}>
      {isLoading && <Loading />}
      {error !== null && <p className="navigation__problem">{error.message}</p>}
      <ul className="navigation__list">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onChosen={onChosen} />
        ))}
      </ul>
      <SettingsLink onChosen={onChosen} />
    </nav>
  );
}

function Entry({ entry, onChosen }: { readonly entry: NavigationView; readonly onChosen: () => void }) {
  const { path } = usePlace();
  const { label, icon, children } = entry;
  const content = (
    <>
      {icon !== null && <Icon name={icon} />}
      <span className="navigation__label">{label}</span>
    </>
  );
  return (
    <li>
      {entry.path === null ? (
        <span className="navigation__heading">{content}</span>
      ) : (
        <Link
          to={entry.path}
          className="navigation__entry"
          onClick={onChosen}
          {...(isCurrent(entry, path) && { 'aria-current': 'page' })}
        >
          {content}
        </Link>
      )}
      {children.length > 0 && (
        <ul className="navigation__list navigation__list--inner">
          {children.map((child) => (
            <Entry key={child.id} entry={child} onChosen={onChosen} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** A form belongs to the entry of its list; where a child leads to the same place, the child is it. */
function isCurrent({ path: own, children }: NavigationView, path: string): boolean {
  if (own === null || children.some((child) => isCurrent(child, path))) return false;
  return path === own || path.startsWith(`${own}/`);
}

function Loading() {
  return (
    <div className="navigation__loading" aria-hidden="true">
      {['70%', '50%', '60%', '45%'].map((width) => (
        <span key={width} className="skeleton" style={{ inlineSize: width, blockSize: 14 }} />
      ))}
    </div>
  );
}
