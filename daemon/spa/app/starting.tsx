import { Button } from '../ui/button.js';
import './starting.css';

/** Before there is a language to say anything in. */
export function Starting() {
  return (
    <main className="starting" aria-busy="true">
      <span className="skeleton starting__line" />
      <span className="skeleton starting__line starting__line--short" />
    </main>
  );
}

/** Neither language nor session could be had: in English, since no other words are there. */
export function StartingFailed({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <main className="starting">
      <h1 className="starting__title">The admin backend cannot be reached</h1>
      <p role="alert">{message}</p>
      <Button variant="primary" onPress={onRetry}>
        Try again
      </Button>
    </main>
  );
}
