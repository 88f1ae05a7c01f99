import type { ComponentType, FunctionComponent, ReactNode } from 'react';
import { Component, use, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useApp } from '../platform/app.js';
import { usePhrases } from '../platform/phrases.js';
import { Button } from './button.js';
import { EmptyState } from './empty-state.js';
import { Part } from './part.js';
import './lazy-part.css';

export interface PartProblemProps {
  /** Whether the part is there and throws, instead of missing. */
  readonly isBroken?: boolean;
  readonly isRetrying?: boolean;
  /** Absent: another attempt would fail as well. */
  readonly onRetry?: () => void;
}

/** Replaces a part of a screen whose file failed to load, or that throws. The rest of the screen stays unchanged. */
function PartProblem({ isBroken = false, isRetrying = false, onRetry }: PartProblemProps) {
  const { say } = usePhrases();
  const isOutdated = useWhatHappened(onRetry);
  const what = isBroken ? 'shell.part_broken' : 'shell.part_failed';
  return (
    <div className="problem part-problem" role="alert">
      <p>{say(isOutdated ? 'shell.part_outdated' : what)}</p>
      {onRetry && (
        <Button isPending={isRetrying} onPress={onRetry}>
          {say('shell.retry')}
        </Button>
      )}
    </div>
  );
}

/** Replaces a whole screen. */
export function ScreenProblem({ isBroken = false, isRetrying = false, onRetry }: PartProblemProps) {
  const { say } = usePhrases();
  const isOutdated = useWhatHappened(onRetry);
  return (
    <div role="alert">
      <EmptyState
        picture="failed"
        title={say('shell.screen_failed')}
        detail={say(isOutdated || isBroken ? 'shell.screen_failed_detail' : 'errors.network')}
      >
        {onRetry && (
          <Button variant="primary" isPending={isRetrying} onPress={onRetry}>
            {say('shell.retry')}
          </Button>
        )}
        <Button onPress={() => window.location.reload()}>{say('shell.reload')}</Button>
      </EmptyState>
    </div>
  );
}

/**
 * Makes a request to the daemon, whose answer names its build, and retries once the browser is back online.
 * @returns whether the daemon runs another build than this page, so that the file may no longer exist
 */
function useWhatHappened(onRetry: (() => void) | undefined): boolean {
  const { release, session } = useApp();
  const retry = useEffectEvent(() => onRetry?.());
  useEffect(() => {
    void session.check();
    const online = () => retry();
    window.addEventListener('online', online);
    return () => window.removeEventListener('online', online);
  }, [session]);
  return useSyncExternalStore(release.subscribe, release.get);
}

export interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Loads the file in advance. Never rejects. */
  readonly preload: () => Promise<void>;
}

/**
 * Like React's `lazy`, but a file that fails to load unmounts nothing and the failure is not remembered. The component
 * shows the problem in its own place and offers a retry, unless the file itself throws. It suspends while the file is loading.
 */
export function lazyPart<Props extends object>(
  file: () => Promise<ComponentType<Props>>,
  Problem: typeof PartProblem = PartProblem,
): LazyPart<Props> {
  const part = new Part(file);
  function PartOfPage(props: Props) {
    const state = useSyncExternalStore(part.subscribe, part.get);
    if (state.kind === 'waiting') use(part.load());
    if (state.kind === 'broken') return <Problem isBroken />;
    if (state.kind === 'failed') return <Problem isRetrying={state.isRetrying} onRetry={() => void part.load()} />;
    return state.kind === 'ready' ? <state.component {...props} /> : null;
  }
  return Object.assign(PartOfPage, { preload: part.load });
}

interface State {
  readonly failed: boolean;
}

/** If one part of a screen crashes, keeps the rest, including unsaved text. A retry renders the part again. */
export class PartBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <PartProblem isBroken onRetry={() => this.setState({ failed: false })} />;
  }
}
