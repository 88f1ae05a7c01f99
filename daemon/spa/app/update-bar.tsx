import { useSyncExternalStore } from 'react';
import { usePhrases } from '../i18n/phrases-context.js';
import { Button } from '../ui/button.js';
import { useApp } from './app-context.js';

/**
 * After a deploy: this page is of the build before, whose files the daemon need not have any more. Offered only while there is
 * nothing unsaved that reloading would lose.
 */
export function UpdateBar() {
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
