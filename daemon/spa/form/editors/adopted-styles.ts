import { StyleModule } from 'style-mod';

const mounted = new Set<StyleModule>();
let sheet: CSSStyleSheet | undefined;

/**
 * CodeMirror writes its styles into a `<style>` element, which the Content-Security-Policy rejects. This puts them into a
 * constructed style sheet instead, which is not inline. They are in a layer of their own, so that every rule of ours wins.
 * Call it before the first editor exists.
 */
export function adoptEditorStyles(): void {
  if (sheet !== undefined) return;
  const own = new CSSStyleSheet();
  sheet = own;
  document.adoptedStyleSheets.push(own);
  StyleModule.mount = (_root, modules) => {
    const before = mounted.size;
    for (const one of [modules].flat()) mounted.add(one);
    if (mounted.size === before) return;
    own.replaceSync(`@layer editors {\n${[...mounted].map((one) => one.getRules()).join('\n')}\n}`);
  };
}
