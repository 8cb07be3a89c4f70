import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { batchInfo } from '#server/platform/git/cat-file.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { readRef } from '#server/platform/git/refs/ref-store.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import type { Check, Finding } from '#server/slice.ts'
import { repositoryOf } from '../repository/open.ts'
import { unfinishedMerges } from './merge/merge.ts'
import { refreshMergeRequest } from './versions/refresh.ts'

export const mergeRequestChecks: readonly Check[] = [unfinishedMerges, behindTheirBranch, unkeptCommits, miscounted]

type Refreshed = Parameters<typeof refreshMergeRequest>[1]

const atOnce = 500

/** Open merge requests that have no version for where their source branch is. */
async function* behindTheirBranch(ctx: Context): AsyncIterable<Finding> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Refreshed & { readonly fullPath: string; readonly headSha: Oid | null }>`
      select i.id, i.iid, i.type, i.state, i.namespace_id, n.ancestor_ids, n.full_path, mr.source_project_id, mr.source_branch, mr.target_branch, mr.head_sha
      from merge_requests mr join issuables i on i.id = mr.id join namespaces n on n.id = i.namespace_id
      where mr.is_open and mr.id > ${after} order by mr.id limit ${atOnce}`.execute(ctx.db)
    for (const mergeRequest of rows) {
      const { sourceProjectId, sourceBranch, headSha } = mergeRequest
      const dir = sourceProjectId === null ? null : await repositoryOf(ctx, { id: sourceProjectId })
      const head = dir === null ? null : await findRef(dir, 'branch', sourceBranch)
      if (head === null || head.commitId === headSha) continue
      yield {
        place: `${mergeRequest.fullPath}!${mergeRequest.iid}`,
        text: `The latest version is ${headSha?.slice(0, 12) ?? 'missing'}, but ${sourceBranch} is at ${head.commitId.slice(0, 12)}.`,
        repair: () => refreshMergeRequest(ctx, mergeRequest),
      }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Commits of versions and merges that no ref keeps in the repository of their target, or that are gone. */
async function* unkeptCommits(ctx: Context): AsyncIterable<Finding> {
  const { rows: projects } = await sql<{ id: number; fullPath: string }>`
    select n.id, n.full_path from namespaces n where exists (select 1 from merge_request_versions v where v.namespace_id = n.id) order by n.id`.execute(
    ctx.db,
  )
  for (const { id, fullPath } of projects) {
    const dir = await repositoryOf(ctx, { id })
    // The check of repositories says so.
    if (dir === null) continue
    const { rows } = await sql<{ iid: number; heads: readonly Oid[]; head: Oid }>`
      select i.iid, (array_agg(v.head_sha order by v.number desc))[1] as head,
        array_agg(distinct c.id) as heads
      from merge_request_versions v join issuables i on i.id = v.merge_request_id
        cross join unnest(array[v.base_sha, v.start_sha, v.head_sha]) c(id)
      where v.namespace_id = ${id} and c.id is not null group by i.iid order by i.iid`.execute(ctx.db)
    for (const { iid, heads, head } of rows) {
      const wanted = [
        ...heads.map(each => ({ ref: `refs/keep-around/${each}`, after: each })),
        { ref: `refs/merge-requests/${iid}/head`, after: head },
      ]
      const kept = await Promise.all(wanted.map(({ ref }) => readRef(dir, ref)))
      const unkept = wanted.filter(({ after }, index) => kept[index] !== after)
      if (unkept.length === 0) continue
      const objects = await batchInfo(
        dir,
        unkept.map(({ after }) => after),
      )
      const there = unkept.filter((_, index) => objects[index] != null)
      const gone = unkept.filter((_, index) => objects[index] == null)
      if (gone.length > 0)
        yield {
          place: `${fullPath}!${iid}`,
          text: `Commits are missing: ${[...new Set(gone.map(({ after }) => after.slice(0, 12)))].join(', ')}.`,
        }
      if (there.length > 0)
        yield {
          place: `${fullPath}!${iid}`,
          text: `No ref keeps ${[...new Set(there.map(({ after }) => after.slice(0, 12)))].join(', ')}.`,
          repair: () => updateRefs(dir, there),
        }
    }
  }
}

/** Projects whose number of open merge requests is wrong. */
async function* miscounted(ctx: Context): AsyncIterable<Finding> {
  const { rows } = await sql<{ id: number; fullPath: string; shown: number; counted: number }>`
    select p.id, n.full_path, p.open_merge_requests_count as shown, c.counted
    from projects p join namespaces n on n.id = p.id
      cross join lateral (select count(*)::integer as counted from merge_requests mr where mr.namespace_id = p.id and mr.is_open) c
    where p.open_merge_requests_count <> c.counted order by p.id`.execute(ctx.db)
  for (const { id, fullPath, shown, counted } of rows)
    yield {
      place: fullPath,
      text: `${shown} open merge requests are shown, but there are ${counted}.`,
      repair: async () => {
        await sql`update projects p set open_merge_requests_count =
          (select count(*) from merge_requests mr where mr.namespace_id = p.id and mr.is_open) where p.id = ${id}`.execute(
          ctx.db,
        )
      },
    }
}
