import { useSyncExternalStore } from 'react';
import { usePhrases } from '../platform/phrases.js';
import type { Shortcut, ShortcutGroup } from '../platform/shortcuts.js';
import { SHORTCUTS, shortcutsHelp, singleKeys } from '../platform/shortcuts.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import './shortcuts-dialog.css';

const GROUPS = ['everywhere', 'lists', 'forms'] as const satisfies readonly ShortcutGroup[];

/** All shortcuts by the place where they work, and the switch for those of a single character. */
export function ShortcutsDialog() {
  const { say } = usePhrases();
  const isOn = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
  const { close } = shortcutsHelp;
  return (
    <Dialog isOpen onClose={close} title={say('shortcuts.title')} size="large">
      <div className="shortcuts">
        {GROUPS.map((group) => (
          <section key={group} className="shortcuts__group">
            <h3 className="shortcuts__heading">{say(`shortcuts.${group}`)}</h3>
            <dl className="shortcuts__list">
              {Object.entries<Shortcut>(SHORTCUTS)
                .filter(([, shortcut]) => shortcut.group === group)
                .map(([name, { label, keys }]) => (
                  <div key={name} className="shortcuts__item">
                    <dt>{say(label)}</dt>
                    <dd className="shortcuts__keys">
                      {keys
                        .map((key) => (typeof key === 'string' ? key : say(key.name)))
                        .map((key) => (
                          <kbd key={key} className="shortcuts__key">
                            {key}
                          </kbd>
                        ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="shortcuts__switch">
        <input type="checkbox" checked={isOn} onChange={({ target }) => singleKeys.choose(target.checked)} />
        {say('shortcuts.single_keys')}
      </label>
      <div className="dialog__actions">
        <Button variant="primary" onPress={close} autoFocus>
          {say('form.close')}
        </Button>
      </div>
    </Dialog>
  );
}
