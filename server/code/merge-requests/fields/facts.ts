import { GraphQLError } from 'graphql'
import { sql } from 'kysely'
import { load, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { issuableFactsOf } from '#server/discuss/notes/fields/node.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { placeNode } from '#server/foundation/namespaces/nodes.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import type { ChangedFile } from '#server/platform/git/commits/changed-files.ts'
import { readLog } from '#server/platform/git/commits/log.ts'
import { commitsContaining } from '#server/platform/git/refs/merge-request-refs.ts'
import { filesOf as filesBetween } from '../../diffs/decoded-files.ts'
import { actorMayMerge, mayMerge } from '../../protected-refs/merge-right.ts'
import { isProtectedBy, type RefPattern } from '../../protected-refs/rights.ts'
import { repositoryOf } from '../../repository/open.ts'
import { presentCommit } from '../../repository/present.ts'
import { type ApproverRules, approverRulesOf, mayApproveUnder } from '../approvals/approve.ts'
import { isApproved } from '../approvals/approved.ts'
import { mergeRequestById } from '../find.ts'
import { commitMessages } from '../merge/commit-message.ts'
import { hasOpenThreads } from '../present.ts'
import { mergeSettingsOf } from '../settings.ts'
import { type Heads, headsOf } from '../versions/repositories.ts'
import { beginningOf, versionOf } from '../versions/versions.ts'
import type { MergeRequestNode } from './node.ts'

/** The values of one field, looked up for many merge requests together, in statements of their own. */

interface Approved {
  readonly id: number
  readonly approved: boolean
  readonly required: number
  readonly left: number
  readonly userHasApproved: boolean
}

export const approvalsOf = batch<number, Approved | null>(async (ctx, ids) => {
  const rules = sql`approval_rules_of(mr.id, mr.namespace_id) ar`
  const userId = ctx.actor.kind === 'user' ? ctx.actor.id : 0
  const { rows } = await sql<Approved>`
    select mr.id, ${isApproved} as approved, (select coalesce(max(ar.approvals_required), 0) from ${rules}) as required,
      (select coalesce(max(approvals_left(ar, mr.id)), 0) from ${rules}) as "left",
      exists (select 1 from merge_request_approvals a where a.merge_request_id = mr.id and a.user_id = ${userId}) as user_has_approved
    from merge_requests mr where mr.id = any (${[...ids]}::bigint[])`.execute(ctx.db)
  return byId(rows)
})

interface VersionRow {
  readonly id: number
  readonly baseSha: string | null
  readonly startSha: string
  readonly headSha: string
  readonly commitCount: number
}

/** The latest version, under the id of the merge request. */
export const latestVersionOf = batch<number, VersionRow | null>(async (ctx, ids) => {
  const { rows } = await sql<VersionRow>`
    select distinct on (v.merge_request_id) v.merge_request_id as id, v.base_sha, v.start_sha, v.head_sha, v.commit_count
    from merge_request_versions v where v.merge_request_id = any (${[...ids]}::bigint[]) order by v.merge_request_id, v.number desc`.execute(
    ctx.db,
  )
  return byId(rows)
})

interface Threads {
  readonly id: number
  readonly resolvable: number
  readonly resolved: number
}

export const threadsOf = batch<number, Threads>(async (ctx, ids) => {
  const { rows } = await sql<Threads>`
    select d.issuable_id as id, count(*) as resolvable, count(*) filter (where d.resolved) as resolved from (
      select n.issuable_id, n.discussion_id, bool_and(n.resolved_at is not null) as resolved from notes n
      where n.issuable_id = any (${[...ids]}::bigint[]) and n.resolvable and ${visibleNotes(ctx.actor, 'n', null)}
      group by n.issuable_id, n.discussion_id) d group by d.issuable_id`.execute(ctx.db)
  const found = byId(rows)
  return id => found(id) ?? { id, resolvable: 0, resolved: 0 }
})

/** Whether threads that are not resolved keep it from being merged. */
export const hasOpenThreadsThatBlock = batch<number, boolean>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number }>`
    select i.id from issuables i join projects p on p.id = i.namespace_id
    where i.id = any (${[...ids]}::bigint[]) and p.only_allow_merge_if_all_discussions_are_resolved and ${hasOpenThreads}`.execute(
    ctx.db,
  )
  const found = byId(rows)
  return id => found(id) !== null
})

const protectedBranchesOf = batch<number, readonly RefPattern[]>(async (ctx, ids) => {
  const { rows } = await sql<RefPattern & { projectId: number }>`
    select r.project_id, r.kind, r.name from protected_refs r where r.project_id = any (${[...ids]}::bigint[]) and r.kind = 'branch'`.execute(
    ctx.db,
  )
  return groupedBy(rows, row => row.projectId)
})

/** Whether a rule of its own project covers the source branch. */
export async function isSourceProtected(
  context: GraphqlContext,
  { sourceProjectId, sourceBranch }: MergeRequestNode,
): Promise<boolean> {
  if (sourceProjectId === null) return false
  return isProtectedBy(await protectedBranchesOf(context, sourceProjectId), 'branch', sourceBranch)
}

/** The projects that ran pipelines for it, as far as the actor may read their code. */
export async function pipelineProjectsOf(
  context: GraphqlContext,
  { namespaceId, sourceProjectId }: MergeRequestNode,
): Promise<readonly number[]> {
  if (sourceProjectId === null || sourceProjectId === namespaceId) return [namespaceId]
  const source = await placeNode(context, sourceProjectId)
  const isRead = source !== null && may(context.weft.actor, 'project:read-code', source.facts)
  return isRead ? [namespaceId, sourceProjectId] : [namespaceId]
}

/** Reading the code of one merge request takes processes of git, so a request may do so for this many only. */
const mostInGit = 20

/** Look up values that only the repositories have. The caller may read the merge request, and with it the code. */
const fromGit = <Value>(look: (ctx: Context, mergeRequest: MergeRequestNode) => Promise<Value>) =>
  batch<MergeRequestNode, Value>(
    async (ctx, nodes) => {
      if (nodes.length > mostInGit)
        throw new GraphQLError(`Request code for at most ${mostInGit} merge requests at a time.`)
      const values = new Map<number, Value>()
      for (const node of nodes) values.set(node.id, await look(ctx, node))
      // Each was looked up.
      return ({ id }) => values.get(id) as Value
    },
    ({ id }) => String(id),
  )

export const branchesOf = fromGit(async (ctx, mergeRequest) => {
  const heads = await headsOf(ctx, mergeRequest)
  return { hasSource: heads !== null && heads.source !== null, hasTarget: heads !== null && heads.target !== null }
})

/** Whether the target branch has commits that the source branch lacks. Those of one target branch cost one process of git. */
export const divergedOf = batch<MergeRequestNode, boolean>(
  async (ctx, nodes) => {
    const found = new Map<number, { readonly heads: Heads; readonly place: string }>()
    for (const node of nodes) {
      const heads = await headsOf(ctx, node)
      if (heads !== null) found.set(node.id, { heads, place: `${heads.dir} ${heads.target}` })
    }
    const places = Map.groupBy(found.values(), each => each.place)
    if (places.size > mostInGit) throw new GraphQLError(`Ask for at most ${mostInGit} target branches at a time`)
    const upToDate = new Map<string, ReadonlySet<string>>()
    for (const [place, [first, ...others]] of places) {
      if (first === undefined || first.heads.target === null) continue
      const sources = [first, ...others].flatMap(({ heads }) => heads.source ?? [])
      upToDate.set(place, await commitsContaining(first.heads.dir, first.heads.target, sources))
    }
    return ({ id }) => {
      const it = found.get(id)
      const current = it === undefined ? undefined : upToDate.get(it.place)
      return it !== undefined && it.heads.source !== null && current !== undefined && !current.has(it.heads.source)
    }
  },
  ({ id }) => String(id),
)

/** The files that its latest version changes. */
const filesOf = fromGit(async (ctx, { id, namespaceId }): Promise<readonly ChangedFile[]> => {
  const [version, dir] = [await versionOf(ctx, id), await repositoryOf(ctx, { id: namespaceId })]
  if (version === null || dir === null) return []
  return (await filesBetween({ dir, from: beginningOf(version), to: version.headSha, ignoreWhitespace: false })).files
})

export interface FileStats {
  readonly path: string
  readonly additions: number
  readonly deletions: number
}

export async function diffStatsOf(context: GraphqlContext, node: MergeRequestNode): Promise<readonly FileStats[]> {
  const files = await filesOf(context, node)
  return files.map(({ newPath, additions, deletions }) => ({ path: newPath, additions, deletions }))
}

/** Commits that a list of them shows at most. */
const mostCommits = 1_000

/** The commits of its latest version, newest first. */
export const commitsOf = fromGit(async (ctx, { id, namespaceId }) => {
  const [version, dir] = [await versionOf(ctx, id), await repositoryOf(ctx, { id: namespaceId })]
  if (version === null || dir === null) return []
  const project = await load(ctx, 'project:read-code', projectByRef, { id: namespaceId })
  const commits = await readLog(dir, { from: [version.headSha], notFrom: [version.startSha], limit: mostCommits })
  return commits.map(commit => presentCommit(ctx, project, commit))
})

/** Whether the actor may merge it, whatever its checks say. */
export const mayMergeOf = batch<number, boolean>(async (ctx, ids) => {
  const { rows } = await sql<{ id: number }>`
    select mr.id from merge_requests mr join namespaces n on n.id = mr.namespace_id
    where mr.id = any (${[...ids]}::bigint[]) and ${mayMerge(sql`${userIdOrZero(ctx)}::bigint`)}`.execute(ctx.db)
  const found = byId(rows)
  return id => found(id) !== null
})

/**
 * The messages of its merge and squash commits unless they are edited; null for those who may not merge, and once it is
 * not open.
 */
export const commitMessagesOf = fromGit(async (ctx, { id, state }) => {
  const mergeRequest = state === 'opened' ? await loadIfAllowed(ctx, 'issuable:merge', mergeRequestById, { id }) : null
  if (mergeRequest === null || !(await actorMayMerge(ctx, id))) return null
  return commitMessages(ctx, mergeRequest, await mergeSettingsOf(ctx, mergeRequest.namespaceId))
})

const rulesOf = batch<number, ApproverRules | null>(async (ctx, ids) => {
  const rules = await approverRulesOf(ctx, ids)
  return id => rules.get(id) ?? null
})

/** Whether the actor could approve it now. */
export async function canApprove(context: GraphqlContext, node: MergeRequestNode): Promise<boolean> {
  if (node.state !== 'opened') return false
  const [facts, rules, approvals] = await Promise.all([
    issuableFactsOf(context, node.id),
    rulesOf(context, node.namespaceId),
    approvalsOf(context, node.id),
  ])
  if (facts === null || rules === null || approvals?.userHasApproved === true) return false
  if (!may(context.weft.actor, 'issuable:approve', facts.facts)) return false
  const { id, namespaceId, authorId } = node
  return mayApproveUnder(context.weft, { id, namespaceId, authorId, facts: facts.facts }, rules)
}
