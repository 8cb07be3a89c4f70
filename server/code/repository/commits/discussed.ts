import { sql } from 'kysely'
import { commitIid } from '#contract/issuable-kinds.ts'
import type { IssuableFacts, NamespaceFacts } from '#server/access/facts.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import { runPlannedOnce } from '#server/platform/sql/statement.ts'

/** A commit that was commented on. */
export interface DiscussedCommit {
  readonly id: number
  /** The number of notes without internal ones. */
  readonly notesCount: number
  /** The number of the viewer's comments that are not published. */
  readonly draftsCount: number
}

/**
 * The commits, of the given ones of a project, with comments, by SHA. One statement, none for no commits.
 *
 * @param shas  at most a page of them
 */
export async function discussedCommits(
  ctx: Context,
  projectId: number,
  shas: readonly string[],
): Promise<ReadonlyMap<string, DiscussedCommit>> {
  if (shas.length === 0) return new Map()
  const { rows } = await sql<DiscussedCommit & { readonly sha: string }>`
    select c.sha, i.id, i.notes_count, (select count(*)::integer from draft_notes d
        where d.issuable_id = i.id and d.author_id = ${userIdOrZero(ctx)}) as drafts_count
    from issuables i join discussed_commits c on c.id = i.id
    where i.namespace_id = ${projectId} and i.series = 'commit' and i.iid = any (${shas.map(commitIid)}::bigint[])
      and c.sha = any (${[...shas]}::text[])`.execute(ctx.db)
  return new Map(rows.map(({ sha, ...commit }) => [sha, commit]))
}

/** The merge requests of a project with threads on a commit that the actor can see. One statement. */
export async function requestsDiscussing(ctx: Context, projectId: number, sha: string) {
  const query = sql<{ iid: number; title: string; threadCount: number }>`
    select i.iid, i.title, count(*)::integer as thread_count
    from note_positions p join notes n on n.id = p.note_id join issuables i on i.id = n.issuable_id
    where p.namespace_id = ${projectId} and p.commit_id = ${sha} and i.type = 'merge_request'
      and ${visibleIssuables(ctx.actor, 'i', { series: 'merge_request' })} and ${visibleNotes(ctx.actor, 'n', null)}
    group by i.id order by i.iid desc limit 20`
  return runPlannedOnce(ctx.db, query, true)
}

/** The facts that decide who may read a commit and comment on it. */
export const factsOfCommit = (namespace: NamespaceFacts): IssuableFacts => ({
  namespace,
  type: 'commit',
  confidential: false,
  hidden: false,
  locked: false,
  state: 'opened',
  authorId: 0,
  isAssignee: false,
})
