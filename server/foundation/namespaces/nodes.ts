import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import type { Visibility } from '#contract/shapes.ts'
import { isAdmin, type NamespaceFacts } from '#server/access/facts.ts'
import { levelOf, levels, roleNames } from '#server/access/levels.ts'
import { finder } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { namespaceFacts, projectFacts } from '#server/access/namespace-facts.ts'
import { runForActor } from '#server/access/run-for-actor.ts'
import type { Actor, Context } from '#server/context.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { namespaceAvatar, namespaceWebUrl } from './present.ts'

interface PlaceRow {
  readonly id: number
  readonly kind: 'user' | 'group' | 'project'
  readonly parentId: number | null
  readonly name: string
  readonly path: string
  readonly fullPath: string
  readonly fullName: string
  readonly ancestorIds: readonly number[]
  readonly visibility: Visibility
  readonly description: string
  readonly descriptionHtml: string
  readonly avatarUrl: string | null
  readonly webUrl: string
  readonly archived: boolean
  readonly emailsEnabled: boolean
  readonly createdAt: string
  readonly updatedAt: string
  /** Set for a project. */
  readonly project: ProjectColumns | null
  /** Set for a group. */
  readonly group: GroupColumns | null
}

interface ProjectColumns {
  readonly default_branch: string
  readonly last_pushed_at: string | null
  readonly repository_size_bytes: number
  readonly commit_count: number
  readonly topics: readonly string[]
  readonly star_count: number
  readonly open_merge_requests_count: number
  readonly forks_count: number
  readonly forked_from_id: number | null
  readonly import_status: string
  readonly last_activity_at: string
  readonly request_access_enabled: boolean
  readonly service_desk_enabled: boolean
  readonly autoclose_referenced_issues: boolean
  readonly only_allow_merge_if_pipeline_succeeds: boolean
  readonly only_allow_merge_if_all_discussions_are_resolved: boolean
  readonly allow_merge_on_skipped_pipeline: boolean | null
  readonly remove_source_branch_after_merge: boolean
  readonly suggestion_commit_message: string | null
  readonly merge_commit_template: string | null
  readonly squash_commit_template: string | null
}

interface GroupColumns {
  readonly project_creation_level: string
  readonly subgroup_creation_level: string
  readonly request_access_enabled: boolean
  readonly mentions_disabled: boolean
  readonly share_with_group_lock: boolean
}

/** A project, a group or a user's own namespace that the actor may know of. */
export type PlaceNode = PlaceRow & { readonly facts: NamespaceFacts }

/** The columns of a place, for a statement with `placeTables`; with `projectTables` those of a project, which has no group. */
function placeColumns({ actor, services }: Context, of: 'place' | 'project' = 'place'): RawBuilder<unknown> {
  const { settings } = services
  const group = of === 'project' ? sql`null` : sql`case when g.id is not null then row_to_json(g) end`
  const facts = of === 'project' ? projectFacts(actor, 'n') : namespaceFacts(actor, 'n')
  return sql`n.id, n.kind, n.parent_id, n.name, n.path, n.full_path, n.full_name, n.ancestor_ids, n.visibility, n.description,
    n.description_html, n.archived, n.emails_enabled, n.created_at, n.updated_at, ${namespaceAvatar(settings, 'n')} as avatar_url,
    ${namespaceWebUrl(settings, 'n')} as web_url, case when p.id is not null then row_to_json(p) end as project,
    ${group} as "group", ${facts} as facts`
}

const placeTables = sql`namespaces n left join projects p on p.id = n.id left join groups g on g.id = n.id`
const projectTables = sql`namespaces n join projects p on p.id = n.id`

const mayRead = (actor: Actor, place: PlaceNode): boolean =>
  place.kind === 'project'
    ? may(actor, 'project:read', place.facts)
    : place.kind === 'group'
      ? may(actor, 'group:read', place.facts)
      : may(actor, 'namespace:read', place.facts)

/** A place by its id; null when it is not there, or not for the actor. */
export const placeNode = batch<number, PlaceNode | null>(async (ctx, ids) => {
  const { rows } = await sql<PlaceNode>`
    select ${placeColumns(ctx)} from ${placeTables} where n.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  const found = new Map(rows.filter(row => mayRead(ctx.actor, row)).map(row => [row.id, row]))
  return id => found.get(id) ?? null
})

async function findPlace(ctx: Context, fullPath: string, kinds: readonly PlaceRow['kind'][]) {
  const isProject = kinds.every(kind => kind === 'project')
  const values = { fullPath }
  const rows = await runForActor<PlaceNode, typeof values>(
    ctx,
    `place ${kinds}`,
    values,
    (reader, parameter) => sql`
    select ${placeColumns(reader, isProject ? 'project' : 'place')}
    from ${isProject ? projectTables : placeTables} where lower(n.full_path) = lower(${parameter.fullPath}) and n.kind in (${sql.join(kinds.map(kind => sql.lit(kind)))})`,
  )
  const row = rows[0]
  return row === undefined ? null : { row, facts: row.facts }
}

export const projectNodeByPath = finder('project', 'Project', (ctx: Context, fullPath: string) =>
  findPlace(ctx, fullPath, ['project']),
)
export const groupNodeByPath = finder('group', 'Group', (ctx: Context, fullPath: string) =>
  findPlace(ctx, fullPath, ['group']),
)
export const namespaceNodeByPath = finder('namespace', 'Namespace', (ctx: Context, fullPath: string) =>
  findPlace(ctx, fullPath, ['group', 'user', 'project']),
)

/** A project that was already read, to check permissions on it: no further look-up. */
export const knownProject = finder('project', 'Project', async (_ctx: Context, node: PlaceNode) => {
  const { facts, project, parentId } = node
  const row = {
    ...node,
    // A project has a parent always.
    parentId: parentId ?? 0,
    defaultBranch: project?.default_branch ?? 'main',
    lastPushedAt: project?.last_pushed_at ?? null,
  }
  return { row, facts }
})

/** One object per request, so that the lists of one step of a query are read together (`same-step.ts`). */
const columnsOf = new WeakMap<Context, RawBuilder<unknown>>()

/** A page of the places that a condition on `n`, `p` and `g` picks: the caller has put the permissions of the actor into it. */
export function placesPage(
  context: GraphqlContext,
  args: PageArgs,
  where: RawBuilder<unknown>,
  keys: readonly SortKey[] = [{ value: sql`n.id`, type: 'bigint', direction: 'desc' }],
) {
  const { weft } = context
  const columns = columnsOf.get(weft) ?? placeColumns(weft)
  columnsOf.set(weft, columns)
  return pageOfRows<PlaceNode>(context, args, {
    columns,
    from: placeTables,
    where,
    keys,
  })
}

export const Project = builder.objectRef<PlaceNode>('Project')
export const Group = builder.objectRef<PlaceNode>('Group')
export const Namespace = builder.objectRef<PlaceNode>('Namespace')
export const NamespaceConnection = connectionOf(Namespace)
export const ProjectConnection = connectionOf(Project, { count: 'always' })
export const GroupConnection = connectionOf(Group, { count: 'nullable' })

export const VisibilityLevels = builder.enumType('VisibilityLevelsEnum', {
  values: words(['private', 'internal', 'public']),
})

export const AccessLevelEnum = builder.enumType('AccessLevelEnum', {
  values: {
    NO_ACCESS: { value: 0 },
    MINIMAL_ACCESS: { value: 5 },
    GUEST: { value: 10 },
    PLANNER: { value: 15 },
    REPORTER: { value: 20 },
    DEVELOPER: { value: 30 },
    MAINTAINER: { value: 40 },
    OWNER: { value: 50 },
    ADMIN: { value: 60 },
  } as const,
})

/** A role by its number. */
export const AccessLevel = builder.objectRef<{ readonly level: number }>('AccessLevel').implement({
  description: 'A role.',
  fields: t => ({
    integerValue: t.int({ resolve: ({ level }) => level }),
    stringValue: t.field({
      type: AccessLevelEnum,
      resolve: ({ level }) => Object.values({ none: 0, ...levels } as const).find(each => each === level) ?? null,
    }),
    humanAccess: t.string({
      resolve: ({ level }) => roleNames.get(level) ?? 'No access',
    }),
  }),
})

/** The actor's own role at a place. */
export const roleAt = ({ weft: { actor } }: GraphqlContext, { facts }: PlaceNode) => ({
  level: isAdmin(actor) ? levelOf(actor, facts) : facts.level,
})

/** The class that a namespace's global id names. */
export const namespaceGid = ({ kind, id }: PlaceNode): string => {
  switch (kind) {
    case 'user':
      return gid('Namespaces::UserNamespace', id)
    case 'group':
      return gid('Group', id)
    case 'project':
      return gid('Namespaces::ProjectNamespace', id)
    default:
      return kind satisfies never
  }
}
