import { MAX_YAML_BYTES, MAX_YAML_DEPTH } from '../yaml/parse.js';

/** What holds for every key. */
export const HEAD = `# The YAML of plugins

<!-- Generated from daemon/admin/schema/keys and daemon/admin/schema/reference by scripts/yaml-docs.mjs (make verify). Do not edit. -->

Every key that the compiler understands, what may stand there, what holds without it, and what it does. [README.md](README.md)
says which file lies where.

Everything that is wrong is told in one run, and stops startup; \`gatehouse check\` tells it without one. A message names file,
line, column and key, what was expected, and what to do:

\`\`\`text
plugins/acme/blog/controllers/posts/config_list.yaml:7:17: recordsPerPage: is 500; expected a whole number, 1 to 200
plugins/acme/blog/controllers/posts/config_list.yaml:17:21: toolbar.buttons[1]: controller acme.blog.posts has no action publsh; expected one of create, delete, publish, measure; did you mean publish?
\`\`\`

So a value that is not of the form in the column "Value" is refused with that form, an unknown key with the nearest one, a key that
does not go with the \`type\` with the types it goes with, a name (model, column, relation, scope, action, permission, phrase,
partial, file) that does not exist with the nearest one that does. What else a key refuses stands under "Meaning". Keys of October
and Winter CMS that have no counterpart, or come later, are refused by name: nothing is ignored silently.

- **Texts** are shown as they are, or are the key of a phrase, \`acme.blog::lang.posts.title\`, which has to exist in the default locale.
- **Permissions** are codes, one or a list. A wildcard can be granted, never required.
- **A definition** without keys (\`title:\`) has every key at its default.
- **YAML** without anchors, aliases, merge keys, tags and keys given twice; UTF-8, at most ${MAX_YAML_BYTES / 1024} KiB and ${MAX_YAML_DEPTH} levels.
`;
