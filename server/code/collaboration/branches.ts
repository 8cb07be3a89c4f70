import { sql } from 'kysely'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { levelSql, levels } from '#server/access/levels.ts'
import type { Context, UserActor } from '#server/context.ts'
import { refRulesOf } from '../protected-refs/guard.ts'
import { mayMerge } from '../protected-refs/merge-right.ts'
import { isProtectedBy } from '../protected-refs/rights.ts'

/** The limit of open merge requests from one project that are checked. */
const maxMergeRequests = 100

/**
 * SQL for whether a merge request `mr` lets those who may merge it commit to its source branch: it comes from a fork, its author
 * said so, and neither of the two projects is private.
 */
export const allowsCollaboration = sql<boolean>`(mr.allow_collaboration and coalesce(mr.source_project_id, mr.namespace_id) <> mr.namespace_id
  and not exists (select 1 from namespaces cn where cn.id in (mr.source_project_id, mr.namespace_id) and cn.visibility = 'private'))`

/**
 * Branches of a fork that a person without a role there may push to: the sources of open merge requests whose author, who can still
 * push there, lets those who may merge into the target branch commit. Protected branches are never among them.
 */
export async function openBranches(ctx: Context, actor: UserActor, projectId: number): Promise<readonly string[]> {
  const { rows } = await sql<{ sourceBranch: string }>`
    select mr.source_branch from merge_requests mr join issuables i on i.id = mr.id join namespaces s on s.id = mr.source_project_id
      join namespaces n on n.id = mr.namespace_id join users author on author.id = i.author_id
    where mr.source_project_id = ${projectId} and mr.is_open and ${allowsCollaboration} and author.state = 'active'
      and (author.is_admin or access_level_of(author.id, s.ancestor_ids) >= ${levelSql('developer')})
      and ${mayMerge(sql`${actor.id}::bigint`)}
    order by mr.id desc limit ${maxMergeRequests}`.execute(ctx.db)
  if (rows.length === 0) return []
  const rules = await refRulesOf(ctx, projectId)
  const branches = rows.filter(({ sourceBranch }) => !isProtectedBy(rules, 'branch', sourceBranch))
  return [...new Set(branches.map(({ sourceBranch }) => sourceBranch))]
}

/** Whether more than the role counts: a person who has none that lets them push. */
export const mayCollaborate = (actor: Context['actor'], { level }: NamespaceFacts): actor is UserActor =>
  actor.kind === 'user' && !actor.isAdmin && level < levels.developer
