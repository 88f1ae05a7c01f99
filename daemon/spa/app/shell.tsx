import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { UserBody } from '../../admin/model/answers.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { usePlace } from '../navigation/use-place.js';
import { useApp } from './app-context.js';
import { CurrentScreen } from './current-screen.js';
import { NavigationBar } from './navigation-bar.js';
import { TopBar } from './top-bar.js';
import './shell.css';

/** The frame around every screen: what there is to open, who is signed in. */
export function Shell({ user }: { readonly user: UserBody }) {
  const { api } = useApp();
  const { say, locale } = usePhrases();
  const { path } = usePlace();
  const main = useRef<HTMLElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const navigation = useQuery({
    queryKey: ['navigation', locale],
    queryFn: ({ signal }) => api.navigation(signal),
    staleTime: 5 * 60_000,
  });

  useEffect(() => setMenuOpen(false), [path]);
  useFocusOnArrival(main, path);

  const entries = navigation.data?.data ?? [];
  return (
    <div className="shell" data-menu={isMenuOpen ? 'open' : 'closed'}>
      <a className="skip-link" href="#main">
        {say('shell.skip_to_content')}
      </a>
      <TopBar user={user} isMenuOpen={isMenuOpen} onToggleMenu={() => setMenuOpen((open) => !open)} />
      <NavigationBar entries={entries} isLoading={navigation.isPending} error={navigation.error} />
      <main className="shell__main" id="main" ref={main} tabIndex={-1}>
        <CurrentScreen entries={navigation.data?.data} />
      </main>
    </div>
  );
}

/** Another screen is another page: a screen reader says its heading, and Tab goes on from its start. */
function useFocusOnArrival(main: React.RefObject<HTMLElement | null>, path: string): void {
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [main, path]);
}
