import type { QueryClient } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import type { App } from '../platform/app.js';
import { Application } from './application.js';
// After the styles of components, which print and forced colors override.
import '../styles/tokens.css';
import '../styles/fonts.css';
import '../styles/base.css';
import '../styles/controls.css';
import '../styles/style-kit.css';
import '../styles/print.css';
import '../styles/forced-colors.css';

/** Draws the page. The module that main.ts loads beside the first requests: it contains all components of the first screen. */
export function showApplication(app: App, queries: QueryClient): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no element "root"');
  createRoot(root).render(<Application app={app} queries={queries} />);
}
