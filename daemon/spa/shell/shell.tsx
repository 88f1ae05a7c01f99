import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { UserBody } from '../../admin/api/answers.js';
import { navigationQuery } from '../api/queries.js';
import type { AppLocation } from '../platform/app.js';
import { useApp, usePlace } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from '../ui/button.js';
import { CurrentScreen } from './current-screen.js';
import { scrollBackTo } from './scroll-back.js';
import { CommandPalette } from './palette/command-palette.js';
import { NavigationBar, useNavigationMenu } from './navigation-bar.js';
import { ShortcutsHelp } from './shortcuts-help.js';
import { TopBar } from './top-bar.js';
import './shell.css';

/**
 * Offers a reload after a deployment, because the daemon may no longer have the files of this page's build. Shown only
 * while there are no unsaved changes to lose. It lies over the page, because any answer may bring it or take it away.
 */
function UpdateBar() {
  const { location, release } = useApp();
  const { say } = usePhrases();
  const isOutdated = useSyncExternalStore(release.subscribe, release.get);
  const isGuarded = useSyncExternalStore(location.subscribe, () => location.isGuarded);
  return (
    <div className="shell__update" role="status">
      {isOutdated && !isGuarded && (
        <>
          <span>{say('shell.update_ready')}</span>
          <Button variant="primary" onPress={() => window.location.reload()}>
            {say('shell.reload')}
          </Button>
        </>
      )}
    </div>
  );
}

/** The frame around every screen: the navigation and the signed-in user. */
export function Shell({ user }: { readonly user: UserBody }) {
  const { api, location } = useApp();
  const { say, locale } = usePhrases();
  const { path } = usePlace();
  const main = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const navigationBar = useRef<HTMLElement>(null);
  const menu = useNavigationMenu(path, { button: menuButton, navigation: navigationBar });
  const navigation = useQuery(navigationQuery(api, locale));

  useFocusOnArrival(main, path, location);

  const entries = navigation.data?.data ?? [];
  return (
    <div className="shell" data-menu={menu.isOpen ? 'open' : 'closed'} onKeyDown={menu.onKeyDown}>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // The browser would add an entry to the history, and Back would seem to do nothing.
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {say('shell.skip_to_content')}
      </a>
      <TopBar user={user} menu={menu} menuButton={menuButton} />
      <NavigationBar
        entries={entries}
        isLoading={navigation.isPending}
        error={navigation.error}
        ref={navigationBar}
        onChosen={menu.close}
      />
      {menu.isOpen && <div className="shell__scrim" onClick={menu.close} />}
      <main className="shell__main" id="main" ref={main} tabIndex={-1} inert={menu.isOpen}>
        <UpdateBar />
        <CurrentScreen entries={navigation.data?.data} />
      </main>
      <ShortcutsHelp />
      <CommandPalette user={user} />
    </div>
  );
}

/**
 * Treats a new screen like a new page: screen readers announce its heading, and Tab continues from its start. Back leads to
 * where the user was on a long screen.
 */
function useFocusOnArrival(main: React.RefObject<HTMLElement | null>, path: string, location: AppLocation): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
    const { scrollBack } = location;
    window.scrollTo({ top: 0 });
    return scrollBack === undefined || main.current === null ? undefined : scrollBackTo(scrollBack, main.current);
  }, [main, path, location]);
}
