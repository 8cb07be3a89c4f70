import { sql } from 'kysely'
import type { getFeatureFlagsPage } from '#contract/deploy/feature-flags/flags.ts'
import type { InputOf } from '#contract/operation.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { closedEnvironments } from '../protected-environments/rules.ts'
import { environmentsOf, knownEnvironments, lastSeen, type SeenIn, seenSql } from './environments.ts'
import { type FlagRow, flagSql, type StoredFlag } from './find.ts'
import { historyOf } from './history.ts'
import { issuesOfFlag } from './links.ts'
import { type FlagPerson, personSql } from './people.ts'
import { presentFlag } from './present.ts'
import { awaitingReader, requestsOf } from './requests.ts'
import { allSegments, flagsOfSegment, type SegmentRow, segmentOptions, showSegment } from './segments.ts'
import { staleReason } from './stale.ts'
import { allUserLists, showUserList, type UserListRow, userListOptions } from './user-lists.ts'

type ReadableProject = Allowed<'project:read-feature-flags', ProjectRow>

interface ShownFlag {
  readonly flag: StoredFlag
  readonly seen: readonly SeenIn[]
  readonly author: FlagPerson | null
  readonly pendingRequests: number
}

/** Flags with the reports of clients, over `feature_flags f`. */
const shownFlags = (ctx: Context, condition: ReturnType<typeof sql>) => sql<ShownFlag>`
  select ${flagSql} as flag, ${seenSql(ctx.now)} as seen,
    ${personSql('u')} as author,
    (select count(*)::integer from feature_flag_requests r where r.flag_id = f.id and r.state = 'pending') as pending_requests
  from feature_flags f left join users u on u.id = f.author_id where ${condition} order by f.name`

const presentShown = (
  ctx: Context,
  { flag, seen, author, pendingRequests }: ShownFlag,
  environments: readonly string[],
) => ({
  ...presentFlag(flag),
  ...{ author, pendingRequests },
  environments: environmentsOf(flag, environments, seen),
  stale: staleReason(flag, lastSeen(seen), ctx.now),
})

/** The beginning of every page of flags. */
async function headerOf(ctx: Context, place: { readonly id: number; readonly facts: NamespaceFacts }) {
  const canAdmin = may(ctx.actor, 'project:admin-feature-flags', place.facts)
  return {
    namespace: await showHeader(ctx, place),
    projectId: place.id,
    permissions: {
      canAdmin,
      canAdminClients: may(ctx.actor, 'project:admin-feature-flag-tokens', place.facts),
      approvalIn: canAdmin ? await closedEnvironments(ctx, place) : [],
    },
  }
}

/** The list of the flags of a project: all of them, as their number is limited. */
export async function showFlagsPage(
  ctx: Context,
  project: ReadableProject,
  { scope, search = '' }: InputOf<typeof getFeatureFlagsPage>,
) {
  const environments = await knownEnvironments(ctx, project.id)
  const { rows } = await shownFlags(ctx, sql`f.namespace_id = ${project.id}`).execute(ctx.db)
  const words = search.trim().toLowerCase()
  const found = rows
    .map(row => presentShown(ctx, row, environments))
    .filter(({ name, description }) => `${name} ${description ?? ''}`.toLowerCase().includes(words))
  const lists = {
    all: found,
    enabled: found.filter(({ active }) => active),
    disabled: found.filter(({ active }) => !active),
    stale: found.filter(({ stale }) => stale !== null),
    requested: found.filter(({ pendingRequests }) => pendingRequests > 0),
  }
  return {
    ...(await headerOf(ctx, project)),
    flags: lists[scope ?? 'all'],
    counts: {
      all: lists.all.length,
      enabled: lists.enabled.length,
      disabled: lists.disabled.length,
      stale: lists.stale.length,
      requested: lists.requested.length,
    },
    awaitingReader: await awaitingReader(ctx, project),
    apiUrl: `${ctx.services.settings.externalUrl}/api/v4/feature_flags/unleash/${project.id}`,
  }
}

/** The page of a flag, and its form. */
export async function showFlagPage(ctx: Context, row: Allowed<'project:read-feature-flags', FlagRow>) {
  const place = { id: row.namespaceId, facts: row.facts }
  const environments = await knownEnvironments(ctx, row.namespaceId)
  const { rows } = await shownFlags(ctx, sql`f.id = ${row.id}`).execute(ctx.db)
  const [shown] = rows
  if (shown === undefined) throw new Error('a flag without a row')
  return {
    ...(await headerOf(ctx, place)),
    flag: presentShown(ctx, shown, environments),
    history: await historyOf(ctx, row),
    requests: await requestsOf(ctx, row, shown.flag),
    usage: await usageOf(ctx, row.id),
    issues: await issuesOfFlag(ctx, row),
    userLists: await userListOptions(ctx, row.namespaceId),
    segments: await segmentOptions(ctx, row.namespaceId),
    knownEnvironments: environments,
  }
}

/** Evaluations by hour and environment of the last day. */
async function usageOf(ctx: Context, flagId: number): Promise<RawJson> {
  const { rows } = await sql<{
    usage: string
  }>`select coalesce(json_agg(json_build_object('environment', h.environment, 'hour', iso(h.hour),
      'yes', h.yes, 'no', h.no) order by h.environment, h.hour), '[]')::text as usage
    from feature_flag_hours h where h.flag_id = ${flagId} and h.hour > ${ctx.now}::timestamptz - interval '24 hours'`.execute(
    ctx.db,
  )
  return new RawJson(rows[0]?.usage ?? '[]')
}

/** The form of a new flag. */
export const showNewFlagPage = async (ctx: Context, project: Allowed<'project:admin-feature-flags', ProjectRow>) => ({
  ...(await headerOf(ctx, project)),
  userLists: await userListOptions(ctx, project.id),
  segments: await segmentOptions(ctx, project.id),
  knownEnvironments: await knownEnvironments(ctx, project.id),
})

/** The user lists of a project. */
export const showUserListsPage = async (ctx: Context, project: ReadableProject) => ({
  ...(await headerOf(ctx, project)),
  userLists: await allUserLists(ctx, project.id),
})

/** The segments of a project. */
export const showSegmentsPage = async (ctx: Context, project: ReadableProject) => ({
  ...(await headerOf(ctx, project)),
  segments: await allSegments(ctx, project.id),
})

/** The page of a segment, with the flags that use it. */
export const showSegmentPage = async (ctx: Context, segment: Allowed<'project:read-feature-flags', SegmentRow>) => ({
  ...(await headerOf(ctx, { id: segment.namespaceId, facts: segment.facts })),
  segment: await showSegment(ctx, segment.id),
  flags: await flagsOfSegment(ctx, segment.id),
})

/** The page of a user list, with the flags that use it. */
export async function showUserListPage(ctx: Context, list: Allowed<'project:read-feature-flags', UserListRow>) {
  const { rows } = await sql<{ flags: string }>`select coalesce(json_agg(json_build_object('name', f.name,
      'path', '/' || n.full_path || '/-/feature_flags/' || f.iid) order by f.name), '[]')::text as flags
    from feature_flags f join namespaces n on n.id = f.namespace_id
    where exists (select 1 from feature_flag_strategies s where s.flag_id = f.id and s.user_list_id = ${list.id})`.execute(
    ctx.db,
  )
  return {
    ...(await headerOf(ctx, { id: list.namespaceId, facts: list.facts })),
    userList: await showUserList(ctx, list.id),
    flags: new RawJson(rows[0]?.flags ?? '[]'),
  }
}
