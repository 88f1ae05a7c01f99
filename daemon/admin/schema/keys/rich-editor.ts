import type { RichButton } from '../../model/schema/form-schema.js';
import { RICH_BUTTONS } from '../../model/schema/form-schema.js';
import type { Reader } from '../yaml/readers.js';
import { refuse } from '../yaml/readers.js';

/** Buttons of October's editor for which Gatehouse has nothing, and separators. */
const WITHOUT_EQUIVALENT: ReadonlySet<string> = new Set(
  (
    'align alignLeft alignCenter alignRight alignJustify color backgroundColor textColor fontFamily fontSize emoticons ' +
    'inlineStyle inlineClass paragraphStyle lineHeight insertTable insertImage insertVideo insertAudio insertFile ' +
    'insertSnippet insertPageLink indent outdent subscript superscript selectAll fullscreen html print help spellChecker -'
  ).split(' '),
);

/** Names of buttons in a list, or in one text with | between, as in October. */
export const toolbarButtons: Reader<readonly RichButton[]> = {
  expects: `names of buttons with | between, or a list of them: ${RICH_BUTTONS.join(', ')}`,
  read(node, problems) {
    const items = node.kind === 'list' ? node.items : [node];
    const buttons: RichButton[] = [];
    for (const item of items) {
      const written = item.kind === 'scalar' && typeof item.value === 'string' ? item.value : undefined;
      if (written === undefined) return refuse(this, item, problems);
      for (const name of written.split(/[|,\s]+/).filter((one) => one !== '')) {
        const known = RICH_BUTTONS.find((one) => one === name);
        if (known !== undefined) buttons.push(known);
        else if (WITHOUT_EQUIVALENT.has(name))
          problems.warn(item.at, `has the button ${name}`, 'Gatehouse has no such button');
        else problems.unknown(item.at, `there is no button ${name}`, name, RICH_BUTTONS);
      }
    }
    return buttons;
  },
};

/** Keys of October's editor that only dress it. */
export const RICH_DRESSES: readonly string[] = [
  'showMargins',
  'useLineBreaks',
  'editorOptions',
  'fullPage',
  'maxHeight',
];
