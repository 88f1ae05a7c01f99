import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { UserBody } from '../../admin/api/answers.js';
import { SET_PASSWORD_PAGE } from '../../admin/api/paths.js';
import { errorTitle } from '../api/errors.js';
import { languageQuery } from '../api/queries.js';
import type { App } from '../platform/app.js';
import { AppContext, appOf, useApp, usePlace } from '../platform/app.js';
import { directionOf, localeOf } from '../platform/language.js';
import { Phrases, PhrasesContext, usePhrases } from '../platform/phrases.js';
import { ChoosePasswordScreen, PasswordLinkScreen } from '../people/choose-password.js';
import { Button, IconButton } from '../ui/button.js';
import { LoadProblem } from '../ui/empty-state.js';
import { ToneIcon } from '../ui/tone.js';
import { Shell } from './shell.js';
import { ExpiredDialog, SignInScreen } from './sign-in.js';
import { lazyPart, ScreenProblem } from '../ui/lazy-part.js';
import './application.css';

const SetUpSecondFactorScreen = lazyPart(
  async () => (await import('../people/second-factor-screens.js')).SetUpSecondFactorScreen,
  ScreenProblem,
);

/** In react-aria's top layer, so that messages are announced while a dialog or a list of choices is open. */
function ToastRegion() {
  const { corner } = useApp();
  const { say } = usePhrases();
  const shown = useSyncExternalStore(corner.subscribe, corner.get);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element>(null);
  const isRead = useRef({ byPointer: false, byFocus: false });

  function read(how: Partial<typeof isRead.current>) {
    isRead.current = { ...isRead.current, ...how };
    corner.hold(isRead.current.byPointer || isRead.current.byFocus);
  }

  /** The focus goes on to another message, or back to where it came from. */
  function close(id: number, button: Element) {
    const others = [...(region.current?.querySelectorAll('button') ?? [])].filter((one) => one !== button);
    const next = [others.at(-1), cameFrom.current, document.querySelector('main')].find((one) => one?.isConnected);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    corner.dismiss(id);
    read({ byPointer: false });
  }

  return (
    <div
      ref={region}
      className="toasts"
      data-react-aria-top-layer="true"
      role="region"
      aria-label={say('toast.region')}
      onPointerEnter={() => read({ byPointer: true })}
      onPointerLeave={() => read({ byPointer: false })}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
        read({ byFocus: true });
      }}
      onBlur={({ currentTarget, relatedTarget }) => read({ byFocus: currentTarget.contains(relatedTarget) })}
    >
      <div role="status" aria-live="polite">
        {shown.map(({ id, kind, text }) => (
          <div key={id} className="toast">
            <ToneIcon tone={kind} />
            <p className="toast__text">{text}</p>
            <IconButton label={say('form.close')} onPress={({ target }) => close(id, target)}>
              <X />
            </IconButton>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Shown before a language has loaded. */
function Starting() {
  return (
    <main className="starting" aria-busy="true">
      <span className="skeleton starting__line" />
      <span className="skeleton starting__line starting__line--short" />
    </main>
  );
}

const NO_ANSWER = {
  'errors.network': 'We can’t reach the server. Check your connection and try again.',
  'errors.foreign_answer': 'Something between this page and the server answered in its place. Try again.',
} as const;

/** The language could not be loaded. In English, because no phrases are available. */
function StartingFailed({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <main className="starting">
      <h1 className="starting__title">The admin backend is unavailable</h1>
      <p role="alert">{message}</p>
      <Button variant="primary" onPress={onRetry}>
        Try again
      </Button>
    </main>
  );
}

export function Application({ app, queries }: { readonly app: App; readonly queries: QueryClient }) {
  return (
    <AppContext value={app}>
      <QueryClientProvider client={queries}>
        <InLanguage>
          <ByPlace />
        </InLanguage>
      </QueryClientProvider>
    </AppContext>
  );
}

/**
 * Loads texts first, because every screen needs them. The signed-in user may have chosen a different language than the
 * browser.
 */
function InLanguage({ children }: { readonly children: ReactNode }) {
  const { api, session } = useApp();
  const state = useSyncExternalStore(session.subscribe, session.get);
  const locale = 'user' in state ? (state.user.locale ?? '') : '';
  const bundle = useQuery(languageQuery(api, locale));
  const loaded = useMemo(
    () => bundle.data && new Phrases(bundle.data.data, localeOf(bundle.data.data.locale, navigator.languages)),
    [bundle.data],
  );
  // Those before stay until the ones of another language arrive, so that no screen is lost.
  const [phrases, setPhrases] = useState(loaded);
  if (loaded !== undefined && loaded !== phrases) setPhrases(loaded);
  function startAgain() {
    void bundle.refetch();
    if (state.kind === 'failed') void session.start();
  }

  useEffect(() => {
    if (phrases === undefined) return;
    document.documentElement.lang = phrases.language;
    document.documentElement.dir = directionOf(phrases.language);
  }, [phrases]);

  if (phrases === undefined) {
    if (bundle.error === null) return <Starting />;
    return <StartingFailed message={errorTitle(bundle.error, (key) => NO_ANSWER[key])} onRetry={startAgain} />;
  }
  return (
    <I18nProvider locale={phrases.locale}>
      <PhrasesContext value={phrases}>
        {children}
        <ToastRegion />
      </PhrasesContext>
    </I18nProvider>
  );
}

/** A link to set a password works without a session, and also while another administrator is signed in. */
function ByPlace() {
  const { path } = usePlace();
  return path === SET_PASSWORD_PAGE ? <PasswordLinkScreen /> : <BySession />;
}

function BySession() {
  const { session } = useApp();
  const state = useSyncExternalStore(session.subscribe, session.get);
  switch (state.kind) {
    case 'starting':
      return <Starting />;
    case 'failed':
      return (
        <main className="starting">
          <LoadProblem error={state.error} onRetry={() => void session.start()} />
        </main>
      );
    case 'signed-out':
      return <SignInScreen />;
    case 'signed-in':
    case 'expired':
      if (state.kind === 'signed-in' && state.user.must_change_password === true) {
        return <ChoosePasswordScreen user={state.user} />;
      }
      return (
        <>
          <SignedIn key={state.user.id} user={state.user} />
          {state.kind === 'expired' && <ExpiredDialog user={state.user} why={state.why} />}
        </>
      );
  }
}

/** The application, or the setup of a second factor that the role demands. */
function SignedIn({ user }: { readonly user: UserBody }) {
  const isDemanded = user.must_set_up_second_factor === true;
  // The recovery codes stay on the page until they have been seen, although the second factor is on by then.
  const [isSettingUp, setSettingUp] = useState(isDemanded);
  if (isDemanded && !isSettingUp) setSettingUp(true);
  const app = useApp();
  const own = useMemo(() => appOf(app, user.id), [app, user.id]);
  return (
    <AppContext value={own}>
      {isSettingUp ? (
        <Suspense fallback={<Starting />}>
          <SetUpSecondFactorScreen onDone={() => setSettingUp(false)} />
        </Suspense>
      ) : (
        <Shell user={user} />
      )}
    </AppContext>
  );
}
