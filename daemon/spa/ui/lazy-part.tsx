import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import { Component, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from './button.js';
import { EmptyState } from './empty-state.js';
import { Part } from './part.js';
import './lazy-part.css';

export interface PartProblemProps {
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** In the place of a part of a screen whose file did not load: the rest of the screen stays as it is. */
function PartProblem({ isRetrying, onRetry }: PartProblemProps) {
  const { say } = usePhrases();
  const isOutdated = useWhatHappened(onRetry);
  return (
    <div className="problem part-problem" role="alert">
      <p>{say(isOutdated ? 'shell.part_outdated' : 'shell.part_failed')}</p>
      <Button isPending={isRetrying} onPress={onRetry}>
        {say('shell.retry')}
      </Button>
    </div>
  );
}

/** In the place of a whole screen. */
export function ScreenProblem({ isRetrying, onRetry }: PartProblemProps) {
  const { say } = usePhrases();
  const isOutdated = useWhatHappened(onRetry);
  return (
    <div role="alert">
      <EmptyState
        title={say('shell.screen_failed')}
        detail={say(isOutdated ? 'shell.screen_failed_detail' : 'errors.network')}
      >
        <Button variant="primary" isPending={isRetrying} onPress={onRetry}>
          {say('shell.retry')}
        </Button>
        <Button onPress={() => window.location.reload()}>{say('shell.reload')}</Button>
      </EmptyState>
    </div>
  );
}

/**
 * Asks the daemon, whose answer names its build, and tries again once the browser is back online.
 * @returns whether another build than the one of this page is running, which need not have the file any more
 */
function useWhatHappened(onRetry: () => void): boolean {
  const { release, session } = useApp();
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    void session.check();
    const online = () => retry();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, [session]);
  return useSyncExternalStore(release.subscribe, release.get);
}

export interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Loads the file ahead, for what is going to be opened. Never rejects. */
  readonly preload: () => Promise<void>;
}

/**
 * Like React's `lazy`, except that a file that fails to load unmounts nothing and is not remembered: the component shows what
 * is missing in its own place, and offers to try again. While the file is loaded it suspends.
 */
export function lazyPart<Props extends object>(
  file: () => Promise<ComponentType<Props>>,
  Problem: typeof PartProblem = PartProblem,
): LazyPart<Props> {
  const part = new Part(file);
  function PartOfPage(props: Props) {
    const state = useSyncExternalStore(part.subscribe, part.get);
    if (state.kind === 'waiting') use(part.load());
    if (state.kind === 'failed') return <Problem isRetrying={state.isRetrying} onRetry={() => void part.load()} />;
    return state.kind === 'ready' ? <state.component {...props} /> : null;
  }
  return Object.assign(PartOfPage, { preload: part.load });
}

interface State {
  readonly failed: boolean;
}

/** A defect of one part of a screen leaves the rest of it as it is, unsaved text included; retrying draws the part anew. */
export class PartBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <PartProblem isRetrying={false} onRetry={() => this.setState({ failed: false })} />;
  }
}
