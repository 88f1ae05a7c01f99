/**
 * Where in the HTML a place of the template is, as far as it decides how a value has to be escaped there: a summary of
 * the state that an HTML parser (with parsers of scripts, styles and URLs inside it) would be in.
 */
export interface Context {
  readonly state: State;
  /** What ends the attribute value that this place is in. */
  readonly delimiter: Delimiter;
  readonly urlPart: UrlPart;
  /** What a `/` would begin in a script. */
  readonly slash: Slash;
  /** For each template literal around this place of a script: braces open inside its `${…}`. */
  readonly braces: readonly number[];
  /** What the attribute whose name or value this is holds. */
  readonly attribute: AttributeKind;
  /** The element that this is in, where its content is not ordinary HTML. */
  readonly element: SpecialElement | undefined;
  /** Whether this is in a script element that holds no script: in its tag, or in its content. */
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

/** Ordinary text between elements: where every template begins, and must end. */
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

/** As a text: equal for equal contexts, and readable in messages. */
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

/** Where the value of an attribute of this kind begins. */
export const VALUE_STATES: Readonly<Record<AttributeKind, State>> = {
  plain: 'attribute',
  'script type': 'attribute',
  script: 'script',
  style: 'style',
  url: 'url',
  srcset: 'srcset',
};

/** Where the content of an element begins. */
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

/** A place inside a script where `</script>` does not end the element as far as the escaping is concerned. */
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

/** What an action here would stand for: an attribute, or a value without quotes. */
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
