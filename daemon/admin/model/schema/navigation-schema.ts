import type { Requirement } from './requirement.js';
import type { Text } from './text.js';

/** A navigation entry with all that its target requires, sorted as it is shown. */
export interface NavigationEntry {
  readonly requires: Requirement;
  readonly view: NavigationEntryView;
  readonly children: readonly NavigationEntry[];
}

export interface NavigationEntryView {
  /** "acme.blog.posts": plugin and code. */
  readonly id: string;
  readonly label: Text;
  readonly icon: string | null;
  /** Path inside the SPA: "/acme/blog/posts", "/settings/acme-blog"; null for a mere heading. */
  readonly path: string | null;
}

/** What GET /navigation answers, before localising. */
export interface NavigationView extends NavigationEntryView {
  readonly children: readonly NavigationView[];
}
