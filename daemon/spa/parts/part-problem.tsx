import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import './part-problem.css';

export interface PartProblemProps {
  readonly isRetrying: boolean;
  readonly onRetry: () => void;
}

/** In the place of a part of a screen whose file did not load: the rest of the screen stays as it is. */
export function PartProblem({ isRetrying, onRetry }: PartProblemProps) {
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
