import type pg from 'pg'

/** The two texts that are generated from a migrated database and committed. */
export interface Description {
  /** db/tables.ts: the tables as Kysely types them. */
  readonly tables: string
  /** db/structure.sql: the whole database to read in one go. */
  readonly structure: string
}

interface Column {
  readonly table: string
  readonly kind: 'table' | 'view'
  readonly name: string
  readonly sqlType: string
  readonly typeName: string
  readonly elementTypeName: string | null
  readonly enumLabels: readonly string[] | null
  readonly required: boolean
  readonly defaultText: string | null
  readonly identity: '' | 'a' | 'd'
  readonly generated: '' | 's' | 'v'
  readonly comment: string | null
}

interface NamedText {
  readonly table: string
  readonly name: string
  readonly text: string
}

/** Read the catalogs of a migrated database into the texts of db/tables.ts and db/structure.sql. */
export async function describeDatabase(client: pg.ClientBase): Promise<Description> {
  const columns = await rows<Column>(client, columnsQuery)
  const tables = [...Map.groupBy(columns, column => column.table)].sort(([one], [other]) => compare(one, other))
  return { tables: writeTypes(tables), structure: await writeStructure(client, tables) }
}

type Tables = readonly (readonly [string, readonly Column[]])[]

function writeTypes(all: Tables): string {
  const tables = all.filter(([name]) => name !== 'schema_migrations')
  const interfaces = tables.map(([name, columns]) => {
    const lines = columns.map(column => `  ${camelCase(column.name)}: ${columnType(column)}`)
    return `export interface ${pascalCase(name)} {\n${lines.join('\n')}\n}`
  })
  const entries = tables.map(([name]) => `  ${camelCase(name)}: ${pascalCase(name)}`)
  return `// Generated from db/migrations by \`node tools/bootstrap.mjs migrate --generate\`.
import type { ColumnType } from 'kysely'

type Generated<T> =
  T extends ColumnType<infer Read, infer Insert, infer Update>
    ? ColumnType<Read, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>
type Computed<T> = T extends ColumnType<infer Read, unknown, unknown> ? ColumnType<Read, never, never> : ColumnType<T, never, never>
type Timestamp = ColumnType<string, Date | string, Date | string>

${interfaces.join('\n\n')}

export interface Database {
${entries.join('\n')}
}
`
}

function columnType(column: Column): string {
  const base = column.enumLabels
    ? column.enumLabels.map(label => `'${label}'`).join(' | ')
    : scalarType(column.elementTypeName ?? column.typeName)
  const value = column.elementTypeName ? `readonly ${base.includes('|') ? `(${base})` : base}[]` : base
  const full = column.required || value === 'unknown' ? value : `${value} | null`
  if (column.kind === 'view') return full
  if (column.generated !== '' || column.identity === 'a') return `Computed<${full}>`
  const mayBeLeftOut = column.defaultText !== null || column.identity === 'd'
  return mayBeLeftOut ? `Generated<${full}>` : full
}

function scalarType(typeName: string): string {
  switch (typeName) {
    case 'int2':
    case 'int4':
    case 'int8':
    case 'float4':
    case 'float8':
    case 'oid':
      return 'number'
    case 'bool':
      return 'boolean'
    case 'timestamptz':
    case 'timestamp':
      return 'Timestamp'
    case 'json':
    case 'jsonb':
      return 'unknown'
    case 'bytea':
      return 'Buffer'
    default:
      return 'string'
  }
}

/** The camelCase name of a column or table; one whose name could not be converted back is refused. */
function camelCase(name: string): string {
  if (!/^[a-z][a-z0-9]*(_[a-z][a-z0-9]*)*$/.test(name))
    throw new Error(
      `The name ${name} changes when it is converted to camelCase and back. Start each word with a letter`,
    )
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function pascalCase(name: string): string {
  const camel = camelCase(name)
  return camel.charAt(0).toUpperCase() + camel.slice(1)
}

async function writeStructure(client: pg.ClientBase, tables: Tables): Promise<string> {
  const [extensions, enums, functions, views, constraints, indexes, triggers, comments] = [
    await rows<{ name: string }>(client, extensionsQuery),
    await rows<{ name: string; labels: readonly string[] }>(client, enumsQuery),
    await rows<{ text: string }>(client, functionsQuery),
    await rows<NamedText>(client, viewsQuery),
    await rows<NamedText>(client, constraintsQuery),
    await rows<NamedText>(client, indexesQuery),
    await rows<NamedText>(client, triggersQuery),
    await rows<NamedText>(client, commentsQuery),
  ]
  const viewTexts = new Map(views.map(view => [view.table, view.text.trim()]))
  const about = (list: readonly NamedText[], table: string) => list.filter(one => one.table === table)
  const parts = [
    extensions.map(({ name }) => `create extension ${name};`).join('\n'),
    ...enums.map(
      ({ name, labels }) => `create type ${name} as enum (${labels.map(label => `'${label}'`).join(', ')});`,
    ),
    ...functions.map(({ text }) => `${text.trim()};`),
    ...tables.map(([name, columns]) => {
      const view = viewTexts.get(name)
      const lines = [
        ...columns.map(columnLine),
        ...about(constraints, name).map(constraint => `constraint ${constraint.name} ${constraint.text}`),
      ]
      const body = view ? `create view ${name} as\n${view}` : `create table ${name} (\n  ${lines.join(',\n  ')}\n);`
      return [
        ...about(comments, name).map(({ text }) =>
          text
            .split('\n')
            .map(line => `-- ${line}`)
            .join('\n'),
        ),
        body,
        ...about(indexes, name).map(({ text }) => `${text};`),
        ...about(triggers, name).map(({ text }) => `${text};`),
        ...columns.flatMap(({ name: column, comment }) =>
          comment === null ? [] : [`comment on column ${name}.${column} is '${comment.replaceAll("'", "''")}';`],
        ),
      ].join('\n')
    }),
  ]
  const head = '-- Generated from db/migrations by `node tools/bootstrap.mjs migrate --generate`; to read, not to run.'
  return `${[head, ...parts].filter(part => part !== '').join('\n\n')}\n`
}

function columnLine(column: Column): string {
  const computed =
    column.generated === 's'
      ? ` generated always as (${column.defaultText}) stored`
      : column.generated === 'v'
        ? ` generated always as (${column.defaultText}) virtual`
        : column.identity !== ''
          ? ` generated ${column.identity === 'a' ? 'always' : 'by default'} as identity`
          : column.defaultText !== null
            ? ` default ${column.defaultText}`
            : ''
  return `${column.name} ${column.sqlType}${column.required ? ' not null' : ''}${computed}`
}

async function rows<T extends object>(client: pg.ClientBase, query: string): Promise<readonly T[]> {
  return (await client.query<T>(query)).rows
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

const ours = (oid: string, catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

const columnsQuery = `
  select c.relname::text as "table", case when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
    a.attname::text as name, format_type(a.atttypid, a.atttypmod) as "sqlType",
    coalesce(b.typname, t.typname)::text as "typeName", e.typname::text as "elementTypeName",
    (select array_agg(l.enumlabel::text order by l.enumsortorder) from pg_enum l
     where l.enumtypid = coalesce(e.oid, b.oid, t.oid)) as "enumLabels",
    a.attnotnull or t.typnotnull as required, pg_get_expr(f.adbin, f.adrelid) as "defaultText",
    a.attidentity::text as identity, a.attgenerated::text as generated, col_description(c.oid, a.attnum) as comment
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type b on b.oid = t.typbasetype
  left join pg_type e on e.oid = coalesce(nullif(t.typelem, 0), nullif(b.typelem, 0)) and t.typcategory = 'A'
  left join pg_attrdef f on f.adrelid = c.oid and f.adnum = a.attnum
  where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and ${ours('c.oid', 'pg_class')}
  order by c.relname collate "C", a.attnum`

const extensionsQuery = `select extname::text as name from pg_extension where extname <> 'plpgsql' order by extname collate "C"`

const enumsQuery = `
  select t.typname::text as name, array_agg(e.enumlabel::text order by e.enumsortorder) as labels
  from pg_type t join pg_enum e on e.enumtypid = t.oid
  join pg_namespace n on n.oid = t.typnamespace and n.nspname = 'public'
  where ${ours('t.oid', 'pg_type')}
  group by t.typname order by t.typname collate "C"`

const functionsQuery = `
  select pg_get_functiondef(p.oid) as text from pg_proc p
  join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
  where p.prokind in ('f', 'p') and ${ours('p.oid', 'pg_proc')}
  order by p.proname collate "C", p.oid::regprocedure::text collate "C"`

const viewsQuery = `
  select c.relname::text as "table", c.relname::text as name, pg_get_viewdef(c.oid) as text from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind in ('v', 'm')`

const constraintsQuery = `
  select c.relname::text as "table", k.conname::text as name, pg_get_constraintdef(k.oid) as text from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where k.contype in ('p', 'u', 'f', 'c', 'x')
  order by c.relname collate "C", array_position(array['p', 'u', 'x', 'c', 'f'], k.contype::text), k.conname collate "C"`

const indexesQuery = `
  select c.relname::text as "table", i.relname::text as name,
    replace(pg_get_indexdef(x.indexrelid), ' ON public.', ' ON ') as text
  from pg_index x
  join pg_class i on i.oid = x.indexrelid
  join pg_class c on c.oid = x.indrelid
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where not exists (select from pg_constraint k where k.conindid = x.indexrelid and k.contype in ('p', 'u', 'x'))
    and not i.relispartition
  order by c.relname collate "C", i.relname collate "C"`

const triggersQuery = `
  select c.relname::text as "table", g.tgname::text as name,
    replace(pg_get_triggerdef(g.oid), ' ON public.', ' ON ') as text
  from pg_trigger g
  join pg_class c on c.oid = g.tgrelid
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where not g.tgisinternal order by c.relname collate "C", g.tgname collate "C"`

const commentsQuery = `
  select c.relname::text as "table", c.relname::text as name, obj_description(c.oid, 'pg_class') as text from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
  where c.relkind in ('r', 'p', 'v', 'm') and obj_description(c.oid, 'pg_class') is not null`
