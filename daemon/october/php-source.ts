import type { PhpArray, PhpValue } from './php-literal.js';
import { PhpSyntaxError, readLiteral } from './php-literal.js';

/** The namespace of a PHP file: "Acme\\Shop\\Models". */
export function namespaceIn(source: string): string | undefined {
  return /^\s*(?:<\?php\s+)?namespace\s+([A-Za-z_][\w\\]*)\s*[;{]/m.exec(source)?.[1];
}

/** The default of a property of the file's class; undefined if there is none, or if it is not a literal. */
export function propertyIn(source: string, name: string): PhpValue | undefined {
  const declared = new RegExp(`^\\s*(?:public|protected|private)\\s+(?:\\??[\\w\\\\|]+\\s+)?\\$${name}\\s*=`, 'm').exec(
    source,
  );
  if (declared === null) return undefined;
  try {
    return readLiteral(source, declared.index + declared[0].length).value;
  } catch (error) {
    if (error instanceof PhpSyntaxError) return undefined;
    throw error;
  }
}

/** The kinds of relations that have the same meaning in Gatehouse. */
const RELATION_KINDS = ['belongsTo', 'belongsToMany', 'hasMany'] as const;

/** The relations of a model's PHP file by name: "belongsTo Acme\\Shop\\Models\\Maker". */
export function relationsIn(source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const kind of RELATION_KINDS) {
    const relations = propertyIn(source, kind);
    for (const { key, value } of isArray(relations) ? relations.entries : []) {
      const [related] = textsOf(value);
      if (key !== undefined) found.set(key, `${kind}${related === undefined ? '' : ` ${related}`}`);
    }
  }
  return found;
}

/** The texts of a literal: of an array its items, or the text itself. */
export function textsOf(value: PhpValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return isArray(value) ? value.entries.flatMap((entry) => (typeof entry.value === 'string' ? entry.value : [])) : [];
}

export function isArray(value: PhpValue | undefined): value is PhpArray {
  return typeof value === 'object' && value !== null;
}
