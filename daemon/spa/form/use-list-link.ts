import { useQuery } from '@tanstack/react-query';
import { schemaKey } from '../api/query-keys.js';
import { useApp } from '../app/app-context.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { listPath } from '../navigation/routes.js';

/** The list that the form's records are in, as its own schema calls it; undefined where it is not known, or not open. */
export function useListLink(controller: string): { readonly to: string; readonly label: string } | undefined {
  const { api, location } = useApp();
  const { locale } = usePhrases();
  const schema = useQuery({
    queryKey: schemaKey(controller, 'list', locale),
    queryFn: ({ signal }) => api.listSchema(controller, signal),
    staleTime: 5 * 60_000,
    retry: false,
  });
  if (schema.data === undefined) return undefined;
  return { to: location.resumed(listPath(controller)), label: schema.data.data.title };
}
