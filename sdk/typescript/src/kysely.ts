/**
 * The values that the SDK uses of Kysely. The build replaces this module with one that contains them: Kysely has 260 files,
 * and reading those took a fifth of a host's start. Types come from 'kysely', and an application's own Kysely instances fit.
 */
export {
  AliasNode,
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SelectQueryNode,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  TableNode,
} from 'kysely';
