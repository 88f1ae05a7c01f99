import { Component, type ReactNode } from 'react';
import { PhrasesContext } from '../i18n/phrases-context.js';
import type { Phrases } from '../i18n/phrases.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';

/** A defect of one screen leaves the navigation standing; a chunk that a new release took away is had by reloading. */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
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
      <EmptyState title={say('shell.screen_failed')} detail={say('shell.screen_failed_detail')}>
        <Button variant="primary" onPress={() => window.location.reload()}>
          {say('shell.reload')}
        </Button>
      </EmptyState>
    );
  }
}
