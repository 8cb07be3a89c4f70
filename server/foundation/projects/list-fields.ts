import { sql } from 'kysely'
import { visibleNamespaces } from '#server/access/visible.ts'
import type { Context } from '#server/context.ts'
import {
  AccessLevelEnum,
  Group,
  Namespace,
  type PlaceNode,
  ProjectConnection,
  placesPage,
  VisibilityLevels,
} from '#server/foundation/namespaces/nodes.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { type PageArgs, pageArgs } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { type ProjectFilters, projectConditions } from './queries.ts'

const sorts: Readonly<Record<string, SortKey>> = {
  id: { value: sql`n.id`, type: 'bigint', direction: 'asc' },
  name: { value: nameOrder(sql`n.name`), type: 'text', direction: 'asc' },
  path: { value: sql`lower(n.path)`, type: 'text', direction: 'asc' },
  created: { value: sql`n.created_at`, type: 'timestamptz', direction: 'asc' },
  created_at: { value: sql`n.created_at`, type: 'timestamptz', direction: 'asc' },
  updated: { value: sql`n.updated_at`, type: 'timestamptz', direction: 'asc' },
  latest_activity: { value: sql`p.last_activity_at`, type: 'timestamptz', direction: 'asc' },
  stars: { value: sql`p.star_count`, type: 'integer', direction: 'asc' },
}

/** `name_asc`, `latest_activity_desc`, ...; the newest first when the order is not known. */
function keysOf(sort: string | null | undefined): readonly SortKey[] {
  const [, name = '', direction] = /^(\w+)_(asc|desc)$/i.exec(sort ?? '') ?? []
  const key = sorts[name.toLowerCase()]
  const way = direction?.toLowerCase() === 'asc' ? 'asc' : 'desc'
  const id: SortKey = { value: sql`n.id`, type: 'bigint', direction: key === undefined ? 'desc' : way }
  return key === undefined || name.toLowerCase() === 'id' ? [id] : [{ ...key, direction: way }, id]
}

/** The arguments that all lists of projects have. */
interface ProjectArguments {
  readonly ids?: readonly string[] | null | undefined
  readonly search?: string | null | undefined
  readonly withIssuesEnabled?: boolean | null | undefined
  readonly withMergeRequestsEnabled?: boolean | null | undefined
  readonly notAimedForDeletion?: boolean | null | undefined
}

const conditionsOf = (weft: Context, asked: ProjectArguments, filters: ProjectFilters = {}) => [
  sql`n.kind = 'project'`,
  visibleNamespaces(weft.actor, 'n'),
  ...projectConditions(weft, {
    ...filters,
    ...(asked.search ? { search: bounded('search', asked.search) } : {}),
    ...(asked.withIssuesEnabled ? { withIssuesEnabled: true } : {}),
    ...(asked.withMergeRequestsEnabled ? { withMergeRequestsEnabled: true } : {}),
  }),
  ...(asked.ids == null ? [] : [sql`n.id = any (${asked.ids.map(id => readLooseId(id, ['Project']))}::bigint[])`]),
  ...(asked.notAimedForDeletion ? [sql`n.marked_for_deletion_on is null`] : []),
]

const byName: readonly SortKey[] = [
  { value: nameOrder(sql`n.name`), type: 'text', direction: 'asc' },
  { value: sql`n.id`, type: 'bigint', direction: 'asc' },
]
const newest = { value: sql`n.id`, type: 'bigint', direction: 'desc' } as const
const namespaceKeys: Readonly<Record<string, readonly SortKey[]>> = {
  ACTIVITY_DESC: [{ value: sql`p.last_activity_at`, type: 'timestamptz', direction: 'desc' }, newest],
  STORAGE: [{ value: sql`p.repository_size_bytes`, type: 'bigint', direction: 'desc' }, newest],
}

interface AskedOfNamespace extends ProjectArguments, PageArgs {
  readonly archivedOnly?: boolean | null | undefined
  readonly includeSiblingProjects?: boolean | null | undefined
  readonly includeSubgroups?: boolean | null | undefined
  readonly sort?: string | null | undefined
}

function projectsOfNamespace(context: GraphqlContext, { id, parentId }: PlaceNode, args: AskedOfNamespace) {
  const places = [
    args.includeSubgroups ? sql`n.ancestor_ids @> array[${id}]::bigint[]` : sql`n.parent_id = ${id}`,
    ...(args.includeSiblingProjects && parentId !== null ? [sql`n.parent_id = ${parentId}`] : []),
  ]
  const where = [
    ...conditionsOf(context.weft, args, args.archivedOnly ? { archived: true } : {}),
    sql`(${sql.join(places, sql` or `)})`,
  ]
  return placesPage(context, args, sql.join(where, sql` and `), namespaceKeys[args.sort ?? ''] ?? byName)
}

const common = builder.args(t => ({
  ids: t.idList(),
  notAimedForDeletion: t.boolean({ description: 'Only projects that are not marked for deletion.' }),
  search: t.string(),
  withIssuesEnabled: t.boolean(),
  withMergeRequestsEnabled: t.boolean(),
}))

/** The lists of projects: of a group or namespace, and of all. @source graphql.md 5, 6 */
export function projectListFields(): void {
  namespaceProjects()
  allProjects()
}

function namespaceProjects(): void {
  const NamespaceSort = builder.enumType('NamespaceProjectSort', {
    values: words(['ACTIVITY_DESC', 'SIMILARITY', 'STORAGE']),
  })
  const ofNamespace = builder.args(t => ({
    archivedOnly: t.boolean(),
    includeSiblingProjects: t.boolean({ description: 'Also the projects of the parent group.' }),
    includeSubgroups: t.boolean({ defaultValue: false }),
    sort: t.field({ type: NamespaceSort }),
  }))
  for (const Place of [Group, Namespace])
    builder.objectField(Place, 'projects', t =>
      t.field({
        type: ProjectConnection,
        nullable: false,
        args: { ...pageArgs, ...common, ...ofNamespace },
        resolve: (node, args, context) => projectsOfNamespace(context, node, args),
      }),
    )
}

function allProjects(): void {
  const Archived = builder.enumType('ProjectArchived', {
    description: 'Whether to include archived projects.',
    values: words(['EXCLUDE', 'INCLUDE', 'ONLY']),
  })
  builder.queryField('projects', t =>
    t.field({
      type: ProjectConnection,
      description: 'Projects visible to the current user.',
      args: {
        ...pageArgs,
        ...common,
        active: t.arg.boolean(),
        aimedForDeletion: t.arg.boolean({ description: 'Only projects that are marked for deletion.' }),
        archived: t.arg({ type: Archived }),
        fullPaths: t.arg.stringList(),
        markedForDeletionOn: t.arg({ type: 'Date' }),
        membership: t.arg.boolean(),
        minAccessLevel: t.arg({ type: AccessLevelEnum }),
        namespacePath: t.arg.id(),
        personal: t.arg.boolean({ description: "Only projects in the current user's own namespace." }),
        programmingLanguageName: t.arg.string(),
        searchNamespaces: t.arg.boolean(),
        sort: t.arg.string(),
        topics: t.arg.stringList(),
        visibilityLevel: t.arg({ type: VisibilityLevels }),
      },
      resolve: (_root, args, context) => {
        const { weft } = context
        const filters: ProjectFilters = {
          ...(args.active == null ? {} : { active: args.active }),
          ...(args.archived == null || args.archived === 'INCLUDE' ? {} : { archived: args.archived === 'ONLY' }),
          ...(args.markedForDeletionOn == null ? {} : { markedForDeletionOn: args.markedForDeletionOn }),
          ...(args.membership ? { membership: true } : {}),
          ...(args.minAccessLevel == null ? {} : { minAccessLevel: args.minAccessLevel }),
          ...(args.programmingLanguageName == null
            ? {}
            : { withProgrammingLanguage: bounded('programmingLanguageName', args.programmingLanguageName) }),
          ...(args.searchNamespaces ? { searchNamespaces: true } : {}),
          ...(args.topics ? { topic: args.topics } : {}),
          ...(args.visibilityLevel ? { visibility: args.visibilityLevel } : {}),
        }
        const paths = args.fullPaths?.map(path => path.toLowerCase())
        const where = [
          ...conditionsOf(weft, args, filters),
          ...(args.aimedForDeletion ? [sql`n.marked_for_deletion_on is not null`] : []),
          ...(args.personal ? [isOwn(weft)] : []),
          ...(paths ? [sql`lower(n.full_path) = any (${paths}::text[])`] : []),
          ...(args.namespacePath == null
            ? []
            : [
                sql`n.parent_id = (select o.id from namespaces o where lower(o.full_path) = lower(${args.namespacePath}))`,
              ]),
        ]
        return placesPage(context, args, sql.join(where, sql` and `), keysOf(args.sort))
      },
    }),
  )
}

const isOwn = ({ actor }: Context) =>
  actor.kind === 'user'
    ? sql`n.parent_id = (select o.id from namespaces o where o.kind = 'user' and o.owner_id = ${actor.id})`
    : sql`false`
