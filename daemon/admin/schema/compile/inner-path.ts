import { controllerPath } from '../../api/paths.js';
import type { Given } from '../yaml/problems.js';
import type { CompileContext } from './context.js';

/**
 * Validates a path inside the pages, in which `:id` is a placeholder for the record's id. It must lead to a screen that exists,
 * because an administrator would otherwise save a record and then read that the page does not exist.
 */
export function innerPathOf(path: Given<string> | undefined, context: CompileContext): string | null {
  if (path === undefined) return null;
  const placeholders = [...path.value.matchAll(/:\w*/g)].map(([placeholder]) => placeholder);
  const unknown = placeholders.filter((placeholder) => placeholder !== ':id');
  for (const placeholder of unknown) context.problems.add(path.at, `${placeholder} is unknown`, { expected: ':id' });
  if (unknown.length === 0) checkScreen(path, context);
  return path.value.startsWith('/') ? path.value : `/${path.value}`;
}

const EXAMPLES =
  'a list such as acme/blog/posts, a form such as acme/blog/posts/update/:id, or a screen such as settings/acme-blog';

/** The paths of the screens are those of the page (daemon/spa/platform/routes.ts). */
function checkScreen({ value, at }: Given<string>, context: CompileContext): void {
  const { problems, settingsCodes } = context;
  const parts = value.split('/').filter((part) => part !== '');
  const [first = '', second, third, form] = parts;
  if (parts.length === 1 && (first === 'account' || first === 'settings')) return;
  if (parts.length === 2 && first === 'settings' && second !== undefined) {
    if (settingsCodes.has(second)) return;
    problems.unknown(at, `the host registers no settings screen ${second}`, second, [...settingsCodes]);
    return;
  }
  const length = form === undefined ? 3 : LENGTHS[form];
  if (second === undefined || third === undefined || parts.length !== length) {
    problems.add(at, `is "${value}", which is not a screen`, { expected: EXAMPLES });
    return;
  }
  checkController(`${first}.${second}.${third}`, form, at, context);
}

/** The number of segments of the paths of forms. */
const LENGTHS: Readonly<Record<string, number | undefined>> = { create: 4, update: 5, preview: 5 };

/** Registered only for a host that keeps the accounts, which `gatehouse check` does not know. */
const BUILT_IN = 'gatehouse.backend.';

function checkController(id: string, form: string | undefined, at: Given<string>['at'], context: CompileContext): void {
  const { problems, controllers, definitions } = context;
  const controller = controllers.get(id);
  if (controller === undefined) {
    if (id.startsWith(BUILT_IN)) return;
    const known = [...controllers.keys()].map((one) => controllerPath(one).slice(1));
    problems.unknown(at, `the host registers no controller ${id}`, controllerPath(id).slice(1), known);
    return;
  }
  // An existing but invalid file has errors of its own.
  const file = form === undefined ? 'config_list.yaml' : 'config_form.yaml';
  if (definitions.has(`${controller.configDir.replace(/^~\//, '')}/${file}`)) return;
  problems.add(at, `leads to ${id}, which has no ${form === undefined ? 'list' : 'form'}`, { expected: `a ${file}` });
}
