import { QueryClientProvider, useQuery, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { directionOf, localeOf } from '../i18n/language.js';
import { Phrases } from '../i18n/phrases.js';
import { PhrasesContext } from '../i18n/phrases-context.js';
import { ExpiredDialog } from '../sign-in/expired-dialog.js';
import { SignInScreen } from '../sign-in/sign-in-screen.js';
import { ToastRegion } from '../ui/toast-region.js';
import { AppContext, useApp, type App } from './app-context.js';
import { Shell } from './shell.js';
import { Starting, StartingFailed } from './starting.js';

export function Application({ app, queries }: { readonly app: App; readonly queries: QueryClient }) {
  return (
    <AppContext value={app}>
      <QueryClientProvider client={queries}>
        <InLanguage>
          <BySession />
        </InLanguage>
      </QueryClientProvider>
    </AppContext>
  );
}

/** Texts first: there is nothing to show without them. Whoever signs in may have chosen another language than the browser. */
function InLanguage({ children }: { readonly children: ReactNode }) {
  const { api, session } = useApp();
  const state = useSyncExternalStore(session.subscribe, session.get);
  const locale = 'user' in state ? (state.user.locale ?? '') : '';
  const bundle = useQuery({
    queryKey: ['language', locale],
    queryFn: ({ signal }) => api.language(locale, signal),
    staleTime: Infinity,
    placeholderData: (previous) => previous,
  });
  const phrases = useMemo(
    () => bundle.data && new Phrases(bundle.data.data, localeOf(bundle.data.data.locale, navigator.languages)),
    [bundle.data],
  );
  function startAgain() {
    void bundle.refetch();
    if (state.kind === 'failed') void session.start();
  }

  useEffect(() => {
    if (phrases === undefined) return;
    document.documentElement.lang = phrases.language;
    document.documentElement.dir = directionOf(phrases.language);
  }, [phrases]);

  if (bundle.error) return <StartingFailed message={bundle.error.message} onRetry={startAgain} />;
  if (phrases === undefined) return <Starting />;
  return (
    <I18nProvider locale={phrases.locale}>
      <PhrasesContext value={phrases}>
        {children}
        <ToastRegion />
      </PhrasesContext>
    </I18nProvider>
  );
}

function BySession() {
  const { session } = useApp();
  const state = useSyncExternalStore(session.subscribe, session.get);
  switch (state.kind) {
    case 'starting':
      return <Starting />;
    case 'failed':
      return <StartingFailed message={state.error.message} onRetry={() => void session.start()} />;
    case 'signed-out':
      return <SignInScreen />;
    case 'signed-in':
    case 'expired':
      return (
        <>
          <Shell key={state.user.id} user={state.user} />
          {state.kind === 'expired' && <ExpiredDialog user={state.user} why={state.why} />}
        </>
      );
  }
}
