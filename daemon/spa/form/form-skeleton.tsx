import { usePhrases } from '../i18n/phrases-context.js';
import './form-skeleton.css';

/** A form that is being loaded, where it is going to be. */
export function FormSkeleton() {
  const { say } = usePhrases();
  return (
    <div className="form-skeleton" role="status" aria-label={say('list.loading')}>
      <span className="skeleton form-skeleton__title" />
      <div className="form-skeleton__card card">
        {['30%', '100%', '22%', '100%', '26%', '100%'].map((width, index) => (
          <span
            // They never change places.
            key={index}
            className="skeleton"
            style={{ inlineSize: width, blockSize: index % 2 === 0 ? 14 : 36 }}
          />
        ))}
      </div>
    </div>
  );
}
