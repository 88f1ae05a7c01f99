/** "acme.blog::lang.posts.title": of plugin acme.blog, file lang.yaml, keys posts and title. "backend" is the daemon itself. */
const PHRASE_KEY = /^[a-z][a-z0-9_-]*(?:\.[a-z][a-z0-9_-]*)?::[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+$/;

/** Everything else is a text to be shown as it is. */
export function isPhraseKey(text: string): boolean {
  return PHRASE_KEY.test(text);
}

export function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('::'));
}
