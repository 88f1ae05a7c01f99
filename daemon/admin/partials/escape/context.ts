/**
 * The position of a template's action in the HTML, as far as it determines how to escape a value there. It summarises the state
 * of an HTML parser that also parses scripts, styles and URLs.
 */
export interface Context {
  readonly state: State;
  /** The delimiter that ends the surrounding attribute value. */
  readonly delimiter: Delimiter;
  readonly urlPart: UrlPart;
  /** The meaning of a `/` in a script here. */
  readonly slash: Slash;
  /** For each template literal around this position in a script: the number of open braces inside its `${…}`. */
  readonly braces: readonly number[];
  /** The kind of the attribute whose name or value this is. */
  readonly attribute: AttributeKind;
  /** The surrounding element if its content is not ordinary HTML. */
  readonly element: SpecialElement | undefined;
  /** Whether this is in a script element without a script: in its tag or in its content. */
  readonly otherScript: 'outside' | 'tag' | 'content';
}

export type State =
  | 'text'
  | 'rcdata'
  | 'comment'
  | 'tag'
  | 'attribute name'
  | 'after name'
  | 'before value'
  | 'attribute'
  | 'url'
  | 'srcset'
  | ScriptState
  | StyleState;

export type ScriptState =
  | 'script'
  | 'script "string"'
  | "script 'string'"
  | 'script template'
  | 'script regexp'
  | 'script block comment'
  | 'script line comment'
  | 'script <!-- comment'
  | 'script --> comment';

export type StyleState =
  | 'style'
  | 'style "string"'
  | "style 'string'"
  | 'style url("")'
  | "style url('')"
  | 'style url()'
  | 'style block comment'
  | 'style line comment';

export type Delimiter = 'none' | 'double quote' | 'single quote' | 'space or tag end';
export type UrlPart = 'none' | 'before query' | 'query or fragment' | 'unknown';
export type Slash = 'regexp' | 'division' | 'unknown';
export type AttributeKind = 'plain' | 'script' | 'script type' | 'style' | 'url' | 'srcset';
export type SpecialElement = 'script' | 'style' | 'textarea' | 'title';

/** Ordinary text between elements: every template begins and must end here. */
export const TEXT: Context = {
  state: 'text',
  delimiter: 'none',
  urlPart: 'none',
  slash: 'regexp',
  braces: [],
  attribute: 'plain',
  element: undefined,
  otherScript: 'outside',
};

/** A string form: equal for equal contexts, and readable in messages. */
export function describeContext(context: Context): string {
  const { state, delimiter, urlPart, slash, braces, attribute, element, otherScript } = context;
  const details = [
    element === undefined ? '' : `in <${element}>`,
    otherScript === 'outside' ? '' : `${otherScript} of a <script> of another type`,
    delimiter === 'none' ? '' : `delimited by ${delimiter}`,
    urlPart === 'none' ? '' : `URL part ${urlPart}`,
    slash === 'regexp' ? '' : `/ is ${slash}`,
    braces.length === 0 ? '' : `braces ${braces.join()}`,
    attribute === 'plain' ? '' : `${attribute} attribute`,
  ];
  return [state, ...details.filter((detail) => detail !== '')].join(', ');
}

export function sameContext(left: Context, right: Context): boolean {
  return left === right || describeContext(left) === describeContext(right);
}

/** The initial state in the value of an attribute of this kind. */
export const VALUE_STATES: Readonly<Record<AttributeKind, State>> = {
  plain: 'attribute',
  'script type': 'attribute',
  script: 'script',
  style: 'style',
  url: 'url',
  srcset: 'srcset',
};

/** The initial state in the content of an element. */
export function contentState(element: SpecialElement | undefined): State {
  switch (element) {
    case 'script':
      return 'script';
    case 'style':
      return 'style';
    case 'textarea':
    case 'title':
      return 'rcdata';
    case undefined:
      return 'text';
  }
}

export function isComment({ state }: Context): boolean {
  return state === 'comment' || state.endsWith(' comment');
}

/** True inside a script's literals, in which `</script>` does not end the element for the purposes of escaping. */
export function isScriptLiteral({ state }: Context): boolean {
  switch (state) {
    case 'script "string"':
    case "script 'string'":
    case 'script template':
    case 'script regexp':
      return true;
    default:
      return false;
  }
}

/** The context of an action here: the name of an attribute, or an unquoted value. */
export function nudge(context: Context): Context {
  switch (context.state) {
    case 'tag':
      return { ...context, state: 'attribute name' };
    case 'before value':
      return {
        ...context,
        state: VALUE_STATES[context.attribute],
        delimiter: 'space or tag end',
        attribute: 'plain',
      };
    case 'after name':
      return { ...context, state: 'attribute name', attribute: 'plain' };
    default:
      return context;
  }
}

/** Lower-cases character by character, like Go: no final sigma, and one letter for the dotted capital I. */
export function lowerCase(text: string): string {
  let lower = '';
  for (const character of text) lower += character === 'İ' ? 'i' : character.toLowerCase();
  return lower;
}

/** `plain` values need only safe quotes. A value never becomes an attribute name of kind `unsafe`. */
export type NameKind = 'plain' | 'url' | 'script' | 'style' | 'srcset' | 'markup' | 'unsafe';

const URLS =
  'action archive background cite classid codebase data formaction href icon longdesc manifest poster profile src usemap xmlns';

/** They change the meaning of other attributes or of the element. */
const UNSAFE =
  'accept-charset async challenge charset content crossorigin defer enctype form formenctype formmethod formnovalidate ' +
  'http-equiv keytype language method novalidate pattern rel sandbox type value';

/** Known names that the rules for unknown names would misclassify. */
const PLAIN = 'srclang';

const KINDS: ReadonlyMap<string, NameKind> = new Map<string, NameKind>([
  ...named(URLS, 'url'),
  ...named(UNSAFE, 'unsafe'),
  ...named(PLAIN, 'plain'),
  ['style', 'style'],
  ['srcset', 'srcset'],
  ['srcdoc', 'markup'],
]);

function named(names: string, kind: NameKind): [string, NameKind][] {
  return names.split(' ').map((name) => [name, kind]);
}

/**
 * The kind of an attribute's value, by the attribute's name in any case. Unknown names that look like URLs or handlers count as
 * such.
 */
export function attributeKind(name: string): NameKind {
  const lower = lowerCase(name);
  const colon = lower.indexOf(':');
  if (!lower.startsWith('data-') && colon >= 0 && lower.slice(0, colon) === 'xmlns') return 'url';
  const own = lower.startsWith('data-') ? lower.slice('data-'.length) : lower.slice(colon + 1);
  const known = KINDS.get(own);
  if (known !== undefined) return known;
  if (own.startsWith('on')) return 'script';
  return /src|uri|url/.test(own) ? 'url' : 'plain';
}

const SCRIPT_TYPES: ReadonlySet<string> = new Set([
  'application/ecmascript',
  'application/javascript',
  'application/json',
  'application/ld+json',
  'application/x-ecmascript',
  'application/x-javascript',
  'module',
  'text/ecmascript',
  'text/javascript',
  'text/javascript1.0',
  'text/javascript1.1',
  'text/javascript1.2',
  'text/javascript1.3',
  'text/javascript1.4',
  'text/javascript1.5',
  'text/jscript',
  'text/livescript',
  'text/x-ecmascript',
  'text/x-javascript',
]);

/** True if a script element of this type contains JavaScript or JSON. Other types contain text for other readers. */
export function isScriptType(type: string): boolean {
  const [essence = ''] = type.split(';');
  return SCRIPT_TYPES.has(essence.trim().toLowerCase());
}

/** The context after two branches, either of which may have run; undefined if it would be ambiguous. */
export function join(left: Context, right: Context): Context | undefined {
  if (sameContext(left, right)) return left;
  if (sameContext({ ...left, urlPart: right.urlPart }, right)) return { ...left, urlPart: 'unknown' };
  if (sameContext({ ...left, slash: right.slash }, right)) return { ...left, slash: 'unknown' };
  // Only a rule of this project distinguishes the two, so the stricter one applies.
  if (sameContext({ ...left, otherScript: right.otherScript }, right))
    return left.otherScript === 'outside' ? right : left;
  // `<p title={{if .C}}{{.}}{{end}}`: only one of the branches has started an unquoted value.
  const [nudgedLeft, nudgedRight] = [nudge(left), nudge(right)];
  if (sameContext(nudgedLeft, left) && sameContext(nudgedRight, right)) return undefined;
  return join(nudgedLeft, nudgedRight);
}
