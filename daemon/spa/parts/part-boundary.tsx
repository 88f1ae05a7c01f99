import { Component, type ReactNode } from 'react';
import { PartProblem } from './part-problem.js';

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
