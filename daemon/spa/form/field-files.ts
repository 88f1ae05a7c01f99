import { useEffect, useState } from 'react';
import type { FieldView } from '../api/views.js';
import { preloadFields } from './field-renderers.js';

/** Maximum time that a form waits for a file that neither loads nor fails. */
const PATIENCE_MS = 4000;

/** Fields whose files have been waited for. The page keeps them with the schema. */
const settled = new WeakSet<readonly FieldView[]>();

/**
 * Loads the files for the fields of a form.
 * @param fields of the schema; undefined while it is loading
 * @returns whether those have arrived or failed without which the form cannot know its height, so that nothing moves under a
 * pointer. Stays true when the schema changes, which must not take an open form away.
 */
export function useFieldFiles(fields: readonly FieldView[] | undefined): boolean {
  const [isReady, setReady] = useState(() => fields !== undefined && settled.has(fields));
  useEffect(() => {
    if (fields === undefined) return undefined;
    const settle = () => {
      settled.add(fields);
      setReady(true);
    };
    const timer = setTimeout(settle, PATIENCE_MS);
    void preloadFields(fields).then(settle);
    return () => clearTimeout(timer);
  }, [fields]);
  return isReady;
}
