import { useQuery } from '@tanstack/react-query';
import { schemaKey } from '../api/query-keys.js';
import { useApp } from '../app/app-context.js';
import { useControllerAssets } from '../assets/use-controller-assets.js';
import { usePhrases } from '../i18n/phrases-context.js';
import { LoadProblem } from '../ui/load-problem.js';
import { ScreenSkeleton } from '../ui/screen-skeleton.js';
import { RecordList } from './record-list.js';

/** The list of a controller: first what it looks like, and then what it holds. */
export function ListScreen({ controller }: { readonly controller: string }) {
  const { api } = useApp();
  const { locale } = usePhrases();
  const { data, error, refetch } = useQuery({
    queryKey: schemaKey(controller, 'list', locale),
    queryFn: ({ signal }) => api.listSchema(controller, signal),
    // It changes when the daemon starts anew, or when somebody is given another role.
    staleTime: 5 * 60_000,
  });
  const isStyled = useControllerAssets(data?.data.assets);
  if (data && isStyled) return <RecordList schema={data.data} />;
  return error && !data ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <ScreenSkeleton />;
}
