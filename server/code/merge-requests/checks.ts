import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { batchInfo } from '#server/platform/git/cat-file.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { readRef } from '#server/platform/git/refs/ref-store.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import type { Check, Finding } from '#server/slice.ts'
import { repositoryOf } from '../repository/open.ts'
import { unfinishedMerges } from './merge/merge.ts'
import { missingVersions } from './versions/check-versions.ts'
import { refreshMergeRequest } from './versions/refresh.ts'
import { headsOf } from './versions/repositories.ts'

export const mergeRequestChecks: readonly Check[] = [
  unfinishedMerges,
  wrongStates,
  missingVersions,
  behindTheirBranch,
  unkeptCommits,
  miscounted,
]

type Refreshed = Parameters<typeof refreshMergeRequest>[1]

const atOnce = 500

/** Open merge requests without a version for the head of their source branch, or whose branches have moved since they were checked. */
async function* behindTheirBranch(ctx: Context): AsyncIterable<Finding> {
  for (let after = 0; ; ) {
    const { rows } = await sql<
      Refreshed & {
        readonly fullPath: string
        readonly headSha: Oid | null
        readonly checkedHeads: readonly string[] | null
      }
    >`
      select i.id, i.iid, i.type, i.state, i.namespace_id, n.ancestor_ids, n.full_path, mr.source_project_id, mr.source_branch, mr.target_branch, mr.head_sha, mr.checked_heads
      from merge_requests mr join issuables i on i.id = mr.id join namespaces n on n.id = i.namespace_id
      where mr.is_open and mr.merging is null and mr.id > ${after} order by mr.id limit ${atOnce}`.execute(ctx.db)
    for (const mergeRequest of rows) {
      const { sourceBranch, headSha, checkedHeads } = mergeRequest
      const place = `${mergeRequest.fullPath}!${mergeRequest.iid}`
      const heads = await headsOf(ctx, mergeRequest).catch(() => undefined)
      if (heads === undefined) {
        // For example, a fork that lacks objects: a person must look at it.
        yield { place, text: 'Could not read its branches.' }
        continue
      }
      const { source = null, target = null } = heads ?? {}
      const finding = { place, repair: () => refreshMergeRequest(ctx, mergeRequest) }
      if (source !== null && source !== headSha)
        yield {
          ...finding,
          text: `The latest version is ${headSha?.slice(0, 12) ?? 'missing'}, but ${sourceBranch} is at ${source.slice(0, 12)}.`,
        }
      else if (checkedHeads?.[0] !== (source ?? '') || checkedHeads[1] !== (target ?? ''))
        yield { ...finding, text: 'Its branches have moved since they were last checked.' }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Commits of versions and merges that no ref keeps in the repository of their target, or that no longer exist. */
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
          text: `No ref protects these commits from garbage collection: ${[...new Set(there.map(({ after }) => after.slice(0, 12)))].join(', ')}.`,
          repair: () => updateRefs(dir, there),
        }
    }
  }
}

/** Merge requests without a row, or whose row does not agree with their state, and threads on code without a position. */
async function* wrongStates(ctx: Context): AsyncIterable<Finding> {
  const { rows } = await sql<{ id: number; place: string; problem: 'row' | 'state' | 'lock' | 'position' }>`
    select i.id, n.full_path || '!' || i.iid as place, w.problem from issuables i join namespaces n on n.id = i.namespace_id
      left join merge_requests mr on mr.id = i.id
      cross join lateral (select case when mr.id is null then 'row' when mr.is_open <> (i.state in ('opened', 'locked')) then 'state'
        when i.state = 'locked' and mr.merging is null then 'lock' when exists (select 1 from notes d where d.issuable_id = i.id
          and d.type = 'DiffNote' and not exists (select 1 from notes held join note_positions p on p.note_id = held.id
            where held.issuable_id = i.id and held.discussion_id = d.discussion_id)) then 'position' end as problem) w
    where i.series = 'merge_request' and w.problem is not null order by i.id`.execute(ctx.db)
  for (const { id, place, problem } of rows)
    if (problem === 'row') yield { place, text: 'Its row in merge_requests is missing.' }
    else if (problem === 'position') yield { place, text: 'A thread on its code has no position.' }
    else if (problem === 'lock')
      yield {
        place,
        text: 'It is locked for a merge that is not in progress.',
        repair: async () =>
          void (await sql`update issuables set state = 'opened' where id = ${id} and state = 'locked'`.execute(ctx.db)),
      }
    else
      yield {
        place,
        text: 'Its state and the list of open merge requests disagree.',
        repair: async () =>
          void (await sql`update merge_requests mr set is_open = i.state in ('opened', 'locked') from issuables i
            where mr.id = ${id} and i.id = mr.id`.execute(ctx.db)),
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
