import { sql } from 'kysely'
import * as contract from '#contract/code/merge-requests/merge-request-context.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Malformed } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { isOid, type Oid } from '#server/platform/git/objects.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { type Answer, answer, Paged, pageOf } from '#server/slice.ts'
import { repositoryOf } from '../../repository/open.ts'
import { presentCommit } from '../../repository/present.ts'
import { type MergeRequestRow, mergeRequestByIid } from '../find.ts'
import { messages } from '../messages.ts'
import { maxContextCommits } from './read.ts'

/** Commits of the target project that reviewers of a merge request should know, besides its own. @source rest.md 9.2 */
export const contextCommitAnswers: readonly Answer[] = [
  answer(contract.listContextCommits, {
    about: mergeRequestByIid,
    ability: 'issuable:read',
    run: async (ctx, mergeRequest, input) => {
      const { page, perPage, offset } = pageOf(input)
      const { rows } = await sql<{ sha: Oid; total: number }>`
        select sha, count(*) over () as total from merge_request_context_commits where merge_request_id = ${mergeRequest.id}
        order by id limit ${perPage} offset ${offset}`.execute(ctx.db)
      const shown = await present(
        ctx,
        mergeRequest,
        rows.map(({ sha }) => sha),
      )
      return Paged.offset(shown, { page, perPage, total: rows[0]?.total ?? 0 })
    },
  }),
  answer(contract.addContextCommits, {
    about: mergeRequestByIid,
    ability: 'issuable:update',
    run: async (ctx, mergeRequest, { commits }) => {
      const ids = await commitsOf(ctx, mergeRequest, commits)
      await sql`select 1 from merge_requests where id = ${mergeRequest.id} for no key update`.execute(ctx.db)
      const { rows } = await sql<{ known: boolean; total: number }>`
        select coalesce(bool_or(sha = any (${ids}::text[])), false) as known, count(*) as total
        from merge_request_context_commits where merge_request_id = ${mergeRequest.id}`.execute(ctx.db)
      if (rows[0]?.known) throw new Malformed(messages.contextKnown)
      if ((rows[0]?.total ?? 0) + ids.length > maxContextCommits)
        throw new Malformed(messages.contextTooMany(maxContextCommits))
      await sql`
        insert into merge_request_context_commits (merge_request_id, sha)
        select ${mergeRequest.id}::bigint, given.sha from unnest(${ids}::text[]) with ordinality as given(sha, place) order by given.place`.execute(
        ctx.db,
      )
      await tell(ctx, mergeRequest)
      return present(ctx, mergeRequest, ids)
    },
  }),
  answer(contract.removeContextCommits, {
    about: mergeRequestByIid,
    ability: 'issuable:update',
    run: async (ctx, mergeRequest, { commits }) => {
      const given = [...new Set(commits)]
      const { numAffectedRows } = await sql`
        delete from merge_request_context_commits where merge_request_id = ${mergeRequest.id} and sha = any (${given}::text[])`.execute(
        ctx.db,
      )
      if (numAffectedRows !== BigInt(given.length)) throw new Malformed(messages.contextUnknown)
      await tell(ctx, mergeRequest)
    },
  }),
  answer(contract.createMergeRequestPipeline, {
    about: mergeRequestByIid,
    ability: 'issuable:merge',
    run: async () => {
      throw new Malformed(messages.noPipelineDefinition)
    },
  }),
]

/** Open pages show the context commits. */
async function tell(ctx: Context, mergeRequest: MergeRequestRow): Promise<void> {
  await ctx.events.record(
    'merge_request.options_changed',
    { issuableId: mergeRequest.id },
    { namespaceId: mergeRequest.namespaceId, topics: topicsOfIssuable(mergeRequest) },
  )
}

/** The commits of the target project, kept alive in it. @throws Malformed  one is none */
async function commitsOf(
  ctx: Context,
  mergeRequest: MergeRequestRow,
  given: readonly string[],
): Promise<readonly Oid[]> {
  const ids = [...new Set(given)]
  const dir = await repositoryOf(ctx, { id: mergeRequest.namespaceId })
  if (dir === null || !ids.every(isOid)) throw new Malformed(messages.contextNoCommit)
  const found = await readCommits(dir, ids)
  if (found.some(commit => commit === null)) throw new Malformed(messages.contextNoCommit)
  await updateRefs(
    dir,
    ids.map(id => ({ ref: `refs/keep-around/${id}`, after: id })),
  )
  return ids
}

async function present(ctx: Context, { namespaceId }: MergeRequestRow, ids: readonly Oid[]) {
  const dir = await repositoryOf(ctx, { id: namespaceId })
  if (dir === null) return []
  const project = await load(ctx, 'project:read-code', projectByRef, { id: namespaceId })
  const commits = await readCommits(dir, ids)
  return commits.flatMap(commit => (commit === null ? [] : [presentCommit(ctx, project, commit)]))
}
