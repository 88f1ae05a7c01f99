const SOURCE = `
:root {
  color-scheme: light dark;
  --page: #f2f3f5; --card: #fff; --text: #16191d; --soft: #545b66; --line: #dcdfe4; --control: #7a828e;
  --accent: #2146c7; --accent-hover: #1a389f; --on-accent: #fff; --inset: #f7f8fa;
  --warn: #7a3e00; --warn-fill: #fff3dd; --warn-line: #e8b35a; --ring: #2146c7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101216; --card: #191c21; --text: #eef0f3; --soft: #a9b0bb; --line: #31363e; --control: #79818d;
    --accent: #a9bdff; --accent-hover: #c3d1ff; --on-accent: #0b1430; --inset: #21252b;
    --warn: #ffcf8a; --warn-fill: #33260f; --warn-line: #7d5a1e; --ring: #a9bdff;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
body {
  margin: 0; min-height: 100vh; padding: 16px; display: grid; place-items: center;
  grid-template-columns: minmax(0, 1fr);
  background: var(--page); color: var(--text); overflow-wrap: anywhere;
}
main {
  width: 100%; max-width: 33rem; padding: 24px 20px; border: 1px solid var(--line); border-radius: 16px;
  background: var(--card); box-shadow: 0 1px 2px #0000000f, 0 12px 32px #00000014;
}
p, h1, dl, dd { margin: 0; }
h1 { font-size: 1.375rem; line-height: 1.3; letter-spacing: -0.01em; text-wrap: balance; }
strong { font-weight: 650; }
.parties { display: flex; align-items: center; gap: 10px; margin-bottom: 20px; }
.tile {
  display: grid; place-items: center; width: 48px; height: 48px; border: 1px solid var(--accent); border-radius: 14px;
  background: var(--accent); color: var(--on-accent); font-size: 1.375rem; font-weight: 650; line-height: 1;
}
.plain { border-color: var(--line); background: var(--inset); color: var(--text); }
.way { width: 28px; border-top: 2px dotted var(--control); }
.soft { color: var(--soft); font-size: 0.9375rem; }
.site { color: var(--soft); font-size: 0.875rem; margin-bottom: 12px; }
.inset { margin-top: 20px; padding: 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--inset); }
.inset p + p { margin-top: 8px; }
.host { font-size: 1.25rem; line-height: 1.35; font-weight: 650; }
.inset .label + .host { margin-top: 0; }
.label { color: var(--soft); font-size: 0.8125rem; }
.badge {
  display: inline-block; margin-inline-end: 6px; padding: 1px 8px; border: 1px solid var(--warn-line);
  border-radius: 999px; background: var(--warn-fill); color: var(--warn); font-size: 0.8125rem; font-weight: 600;
}
.claim {
  display: inline-block; max-width: 100%; overflow: hidden; vertical-align: bottom; padding: 0 5px;
  border: 1px solid var(--line); border-radius: 5px; background: var(--card); color: var(--text);
}
.alert {
  margin-bottom: 20px; padding: 12px 16px; border: 1px solid var(--warn-line); border-radius: 12px;
  background: var(--warn-fill); color: var(--warn);
}
fieldset { margin: 24px 0 0; padding: 0; border: 0; min-width: 0; }
legend { padding: 0; font-weight: 650; }
ul { margin: 12px 0 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 12px; }
li + li { border-top: 1px solid var(--line); }
li label {
  display: flex; gap: 12px; align-items: flex-start; padding: 10px 16px; min-height: 44px; font-size: 0.9375rem;
  cursor: pointer;
}
input { flex: none; width: 20px; height: 20px; margin: 1px 0 0; accent-color: var(--accent); cursor: pointer; }
code { color: var(--soft); font: 0.8125rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
li code { display: block; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 24px; }
button, .button {
  flex: 1 1 9rem; min-height: 48px; padding: 10px 20px; border: 1px solid var(--control); border-radius: 10px;
  background: transparent; color: var(--text); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { border-color: var(--text); }
.primary { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
/*
 * A click right after the pointer came was meant for what the window showed before: a page can have the user double-click,
 * and replace itself by this one in between. No user reads the page in that time. Only where every pointer is a mouse: a tap has
 * no hover before it, so Allow would not take a tap.
 */
@media (hover: hover) and (not (any-pointer: coarse)) {
  main:hover .primary { animation: wait 1s steps(1); }
}
/*
 * The first press answers, and the page stays until the answer has arrived. A second press, as of a double click, would cancel it:
 * the request would be used and the client without its code. The page has no script, but a pressed button keeps the focus, and
 * further presses, which reach only the row of buttons, give it to the row. Both are free again after a while, for a press that ended
 * elsewhere. A focus by keyboard is visible, and takes every press.
 */
.actions:focus { outline: none; }
.actions:is(:focus, :has(button:focus:not(:focus-visible, :active))) button { animation: wait 5s steps(1); }
@keyframes wait { from, to { pointer-events: none; } }
/*
 * A held Enter sends the form again with each repetition. A browser marks the inputs of a sent form (:user-valid). One of them has
 * no name and cannot be reached, so that nothing else marks it. The focused control is then hidden until it has lost the focus,
 * which takes one frame, and the repetitions reach no control. After a while, keyboards reach the controls again.
 */
form:has(> .sent:user-valid) { animation: sent 5s steps(1); }
@keyframes sent { from, to { --focused: hidden; } }
fieldset :focus, button:focus-visible { visibility: var(--focused, inherit); }
.primary:hover { border-color: var(--accent-hover); background: var(--accent-hover); }
:focus-visible { outline: 3px solid var(--ring); outline-offset: 2px; border-radius: 6px; }
li label:focus-within { position: relative; z-index: 1; }
details { margin-top: 12px; font-size: 0.875rem; }
summary { width: fit-content; padding: 4px 0; color: var(--soft); cursor: pointer; }
dt { margin-top: 8px; color: var(--soft); font-size: 0.8125rem; }
.signed-in { margin-top: 20px; }
.notice h1 + p { margin-top: 12px; }
@media (min-width: 34rem) {
  main { padding: 36px; }
  h1 { font-size: 1.5rem; }
}
@media (forced-colors: active) {
  .primary { border-width: 3px; }
}
`;

/**
 * The one style sheet of all pages, inlined so that a page is complete: an application that forwards {issuer}/connect has
 * nothing else to forward. The policy allows it by its hash, and no other style. Colors keep a contrast of 4.5 (text) and 3
 * (borders of controls, focus ring) in both schemes: WCAG 2.2 AA. Pages do not carry the comments.
 */
export const STYLESHEET = SOURCE.replaceAll(/\/\*.*?\*\/\n/gs, '');
