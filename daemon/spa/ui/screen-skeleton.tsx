import { usePhrases } from '../i18n/phrases-context.js';
import './screen-skeleton.css';

/** In the place of a screen that is being loaded. */
export function ScreenSkeleton() {
  const { say } = usePhrases();
  return (
    <div className="screen-skeleton" role="status" aria-label={say('list.loading')}>
      <span className="skeleton screen-skeleton__title" />
      <span className="skeleton screen-skeleton__bar" />
      <span className="skeleton screen-skeleton__body" />
    </div>
  );
}
