import type { ReactNode } from 'react';
import { Component, Suspense, useEffect } from 'react';
import type { NavigationView } from '../api/views.js';
import { ListScreen } from '../list/list-screen.js';
import type { RecordNeighborsProps } from '../list/record-neighbors.js';
import { useApp, usePlace } from '../platform/app.js';
import type { Phrases } from '../platform/phrases.js';
import { PhrasesContext, usePhrases } from '../platform/phrases.js';
import type { Screen } from '../platform/routes.js';
import { screenAt } from '../platform/routes.js';
import { Button } from '../ui/button.js';
import { EmptyState, ScreenSkeleton } from '../ui/empty-state.js';
import { lazyPart, ScreenProblem } from '../ui/lazy-part.js';
import { WayBack } from '../ui/link.js';

/** If a screen crashes, keeps the navigation. Reloading also helps if a new release has removed a chunk. */
class ScreenBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  static override contextType = PhrasesContext;
  declare context: Phrases;
  override state = { failed: false };

  static getDerivedStateFromError(): { readonly failed: boolean } {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { say } = this.context;
    return (
      <EmptyState picture="failed" title={say('shell.screen_failed')} detail={say('shell.screen_failed_detail')}>
        <Button variant="primary" onPress={() => window.location.reload()}>
          {say('shell.reload')}
        </Button>
      </EmptyState>
    );
  }
}

// Every visit starts with sign-in and lists. All other screens load when opened.
const FormScreen = lazyPart(async () => (await import('../form/form-screen.js')).FormScreen, ScreenProblem);
const RecordNeighbors = lazyPart(async () => (await import('../list/record-neighbors.js')).RecordNeighbors);
const OwnAccountScreen = lazyPart(
  async () => (await import('../people/own-account-screen.js')).OwnAccountScreen,
  ScreenProblem,
);
const SettingsScreen = lazyPart(
  async () => (await import('../settings/settings-screen.js')).SettingsScreen,
  ScreenProblem,
);

/** @param entries undefined while loading */
export function CurrentScreen({ entries }: { readonly entries: readonly NavigationView[] | undefined }) {
  const { path } = usePlace();
  return (
    <ScreenBoundary key={path}>
      <Suspense fallback={<ScreenSkeleton />}>
        <ScreenOf path={path} entries={entries} />
      </Suspense>
    </ScreenBoundary>
  );
}

function ScreenOf({
  path,
  entries,
}: {
  readonly path: string;
  readonly entries: readonly NavigationView[] | undefined;
}) {
  const screen = screenAt(path);
  switch (screen.kind) {
    case 'home':
      return <Home entries={entries} />;
    case 'list':
      return <ListScreen controller={screen.controller} />;
    case 'create':
      return <FormScreen controller={screen.controller} context="create" />;
    case 'update':
    case 'preview':
      return <FormScreen {...formOf(screen)} beside={<Beside {...formOf(screen)} />} />;
    case 'account':
      return <OwnAccountScreen />;
    case 'settings':
      return <SettingsScreen code={screen.code} />;
    case 'unknown':
      return <NothingHere />;
  }
}

/** The form does not wait for it. */
function Beside(props: RecordNeighborsProps) {
  return (
    <Suspense>
      <RecordNeighbors {...props} />
    </Suspense>
  );
}

function formOf({ controller, kind, id }: Screen & { readonly kind: 'update' | 'preview' }) {
  return { controller, context: kind, id };
}

/** The home screen has no content: it redirects to the first entry. */
function Home({ entries }: { readonly entries: readonly NavigationView[] | undefined }) {
  const { location } = useApp();
  const { say } = usePhrases();
  const first = entries && firstPath(entries);
  useEffect(() => {
    if (first !== undefined) location.go(first, { replace: true });
  }, [first, location]);
  return entries !== undefined && first === undefined ? (
    <EmptyState picture="locked" title={say('shell.nothing_to_open')} detail={say('shell.nothing_to_open_detail')} />
  ) : (
    <ScreenSkeleton />
  );
}

function firstPath(entries: readonly NavigationView[]): string | undefined {
  for (const entry of entries) {
    const path = entry.path ?? firstPath(entry.children);
    if (path !== undefined) return path;
  }
  return undefined;
}

function NothingHere() {
  const { say } = usePhrases();
  return (
    <EmptyState picture="search" title={say('errors.not_found')} detail={say('shell.not_found_detail')}>
      <WayBack />
    </EmptyState>
  );
}
