import type { ReactNode } from 'react';
import { useApp } from '../../platform/app.js';
import { useDefined } from '../../platform/element-definition.js';
import { usePhrases } from '../../platform/phrases.js';
import { Button } from '../../ui/button.js';

export interface WhenDefinedProps {
  /** Name of a plugin's custom element. */
  readonly tag: string;
  readonly children: ReactNode;
}

/** Its children once the plugin's script has defined the element, and until then a placeholder, or the offer of a retry. */
export function WhenDefined({ tag, children }: WhenDefinedProps) {
  const { assets } = useApp();
  const { say } = usePhrases();
  const [state, waitAgain] = useDefined(tag);
  if (state === 'defined') return children;
  if (state === 'waiting') {
    return <span className="skeleton widget-field__waiting" role="status" aria-label={say('list.loading')} />;
  }
  return (
    <div className="widget-field__missing" role="alert">
      <p>{say('widget.missing', { name: tag })}</p>
      <Button
        onPress={() => {
          assets.loadAgain();
          waitAgain();
        }}
      >
        {say('shell.retry')}
      </Button>
    </div>
  );
}
