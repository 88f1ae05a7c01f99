import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useApp } from '../../platform/app.js';
import { usePhrases } from '../../platform/phrases.js';
import type { FieldProps } from './field-props.js';
import { chosenTexts } from './option-query.js';
import './permission-editor-field.css';
import type { PermissionGroup, PermissionLeaf } from './permission-tree.js';
import { permissionGroups, withCodes } from './permission-tree.js';

const NOTHING = { superuser: false, permissions: [] };

/**
 * The permissions of a role or an administrator: a checkbox for each, below a checkbox for its group. The daemon and the host
 * refuse what the editor does not hold; here it can be seen, but not changed.
 */
export function PermissionEditorField(props: FieldProps) {
  const { session } = useApp();
  const { say } = usePhrases();
  const state = useSyncExternalStore(session.subscribe, session.get);
  const { field, id, labelId, describedBy, value, onChange, isDisabled, isReadOnly } = props;
  const granted = chosenTexts(value);
  const { groups, others } = permissionGroups(field.permissions ?? [], granted, 'user' in state ? state.user : NOTHING);
  const shared = {
    granted,
    isLocked: isDisabled || isReadOnly,
    onChange: (next: readonly string[]) => onChange([...next]),
  };
  const all = others.length === 0 ? groups : [...groups, { heading: say('permissions.other'), leaves: others }];
  return (
    <div
      id={id}
      role="group"
      className="permission-editor"
      aria-labelledby={labelId}
      {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
    >
      {all.map((group) => (
        <Group key={group.heading} group={group} isDeclared={group.leaves !== others} {...shared} />
      ))}
    </div>
  );
}

interface GroupProps {
  readonly group: PermissionGroup;
  readonly isDeclared: boolean;
  readonly granted: readonly string[];
  readonly isLocked: boolean;
  readonly onChange: (granted: readonly string[]) => void;
}

function Group({ group: { heading, leaves }, isDeclared, granted, isLocked, onChange }: GroupProps) {
  const { say } = usePhrases();
  const box = useRef<HTMLInputElement>(null);
  const headingId = useId();
  const noteId = useId();
  const isOn = ({ code, coveredBy }: PermissionLeaf) => coveredBy !== undefined || granted.includes(code);
  const on = leaves.filter(isOn).length;
  const isPartly = on > 0 && on < leaves.length;
  const notes = leaves.map(noteOf);
  // The same reason for each of them: once, below the heading.
  const [first] = notes;
  const shared = heading !== '' && notes.every((note) => note === first) ? first : undefined;
  const isChangeable = !isLocked && leaves.some(({ isHeld, coveredBy }) => isHeld && coveredBy === undefined);

  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isPartly;
  }, [isPartly]);

  return (
    <div role="group" className="permission-editor__group" {...(heading !== '' && { 'aria-labelledby': headingId })}>
      {heading !== '' && (
        <label className="permission-editor__heading">
          <input
            ref={box}
            type="checkbox"
            aria-label={say('permissions.all', { group: heading })}
            checked={on === leaves.length}
            disabled={!isChangeable}
            onChange={() => onChange(withCodes(granted, leaves, on < leaves.length))}
          />
          <span id={headingId}>{heading}</span>
        </label>
      )}
      {shared !== undefined && (
        <p id={noteId} className="permission-editor__note">
          {shared}
        </p>
      )}
      {leaves.map((leaf, index) => (
        <Leaf
          key={leaf.code}
          leaf={leaf}
          isOn={isOn(leaf)}
          isLocked={isLocked}
          note={shared === undefined ? notes[index] : undefined}
          sharedNoteId={shared === undefined ? undefined : noteId}
          onChange={(isGranted) => onChange(withCodes(granted, [leaf], isGranted))}
        />
      ))}
    </div>
  );

  function noteOf({ coveredBy, isHeld }: PermissionLeaf): string | undefined {
    if (coveredBy !== undefined) return say('permissions.covered', { code: coveredBy });
    if (!isHeld) return say('permissions.not_held');
    return isDeclared ? undefined : say('permissions.unknown');
  }
}

interface LeafProps {
  readonly leaf: PermissionLeaf;
  readonly isOn: boolean;
  readonly isLocked: boolean;
  readonly note: string | undefined;
  /** Of the note that all of the group have. */
  readonly sharedNoteId: string | undefined;
  readonly onChange: (isGranted: boolean) => void;
}

function Leaf({ leaf, isOn, isLocked, note, sharedNoteId, onChange }: LeafProps) {
  const { code, label, coveredBy, isHeld } = leaf;
  const ownNoteId = useId();
  const noteId = note === undefined ? sharedNoteId : ownNoteId;
  return (
    <div className="permission-editor__leaf">
      <label>
        <input
          type="checkbox"
          checked={isOn}
          disabled={isLocked || !isHeld || coveredBy !== undefined}
          {...(noteId !== undefined && { 'aria-describedby': noteId })}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>{label}</span>
        {label !== code && <code className="permission-editor__code">{code}</code>}
      </label>
      {note !== undefined && (
        <p id={ownNoteId} className="permission-editor__note">
          {note}
        </p>
      )}
    </div>
  );
}
