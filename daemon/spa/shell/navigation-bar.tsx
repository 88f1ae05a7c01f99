import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, Ref, RefObject } from 'react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { errorText } from '../api/errors.js';
import { settingsListQuery } from '../api/queries.js';
import type { NavigationView } from '../api/views.js';
import { useApp, usePlace } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { settingsPath } from '../platform/routes.js';
import { Icon } from '../ui/images.js';
import { Link } from '../ui/link.js';

/**
 * Shown below the plugins' navigation, because no plugin links to the settings. Hidden from administrators who may open
 * none.
 */
function SettingsLink({ isElsewhere, onChosen }: { readonly isElsewhere: boolean; readonly onChosen: () => void }) {
  const { api } = useApp();
  const { say, locale } = usePhrases();
  const { path } = usePlace();
  const entries = useQuery(settingsListQuery(api, locale));
  if (entries.data === undefined || entries.data.data.length === 0) return null;
  // Also on the lists and forms that only an entry of the settings leads to, such as the administrators'.
  const below = [settingsPath(), ...entries.data.data.flatMap((entry) => entry.path ?? [])];
  const isCurrent = !isElsewhere && below.some((own) => isAt(own, path));
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

export interface NavigationBarProps {
  readonly entries: readonly NavigationView[];
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly ref: Ref<HTMLElement>;
  /** Called when the user follows an entry, even if it leads to the current screen. */
  readonly onChosen: () => void;
}

export function NavigationBar({ entries, isLoading, error, ref, onChosen }: NavigationBarProps) {
  const { say } = usePhrases();
  const { path } = usePlace();
  return (
    <nav className="navigation" id="navigation" ref={ref} aria-label={say('shell.navigation')}>
      {isLoading && <Loading />}
      {error !== null && <p className="navigation__problem">{errorText(error, say)}</p>}
      <ul className="navigation__list">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} onChosen={onChosen} />
        ))}
      </ul>
      {/* Not before the entries above it, which would push it down. */}
      {!isLoading && <SettingsLink isElsewhere={entries.some((entry) => leadsTo(entry, path))} onChosen={onChosen} />}
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

/** A form belongs to its list's entry. If a child leads to the same place, the child is current. */
function isCurrent({ path: own, children }: NavigationView, path: string): boolean {
  return own !== null && isAt(own, path) && !children.some((child) => isCurrent(child, path));
}

/** Whether the entry or one below it is current. */
function leadsTo(entry: NavigationView, path: string): boolean {
  return isCurrent(entry, path) || entry.children.some((child) => leadsTo(child, path));
}

function isAt(own: string, path: string): boolean {
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

/** As in shell.css: below this width, the navigation is a menu over the screen instead of a column. */
const NARROW = window.matchMedia('(width < 820px)');

const isNarrow = (): boolean => NARROW.matches;
const onNarrow = (listener: () => void): (() => void) => {
  NARROW.addEventListener('change', listener);
  return () => NARROW.removeEventListener('change', listener);
};

export interface NavigationMenu {
  /**
   * Whether the menu covers the screen, which is then `inert`. Never on wide screens, where the navigation is always
   * visible.
   */
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
  /** For the element around the menu: Escape closes it. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

export interface NavigationMenuParts {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly navigation: RefObject<HTMLElement | null>;
}

/**
 * The navigation menu of small screens. Opening it moves the focus into it. Closing it without navigating returns the focus
 * to its button. Navigating closes it.
 */
export function useNavigationMenu(path: string, { button, navigation }: NavigationMenuParts): NavigationMenu {
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = useSyncExternalStore(onNarrow, isNarrow) && openedAt === path;

  useEffect(() => {
    if (!isOpen) return;
    const { current } = navigation;
    (current?.querySelector<HTMLElement>('[aria-current]') ?? current?.querySelector('a'))?.focus();
  }, [isOpen, navigation]);

  const close = () => setOpenedAt(undefined);
  return {
    isOpen,
    toggle: () => setOpenedAt(isOpen ? undefined : path),
    close,
    onKeyDown: (event) => {
      if (!isOpen || event.key !== 'Escape') return;
      close();
      button.current?.focus();
    },
  };
}
