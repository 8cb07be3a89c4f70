import { sql } from 'kysely'
import { draftNotesTopic } from '#contract/live-topics.ts'
import { type Context, transact } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import { type NoteableRow, noteableJson } from '#server/discuss/noteables/noteable.ts'
import { draftsInDiff, storeCarried, storePlaces, threadsInDiff } from '#server/discuss/notes/positions/carried.ts'
import type { StoredPosition } from '#server/discuss/notes/positions/position.ts'
import type { CarriedPosition } from '#server/discuss/notes/positions/position-check.ts'
import { emptyTree } from '#server/platform/git/objects.ts'
import { later } from '#server/slice.ts'
import { repositoryOf } from '../repository/open.ts'
import { carryPositions, type DiffVersion } from './carry.ts'
import './events.ts'

export const diffNoteFollowers = [
  later('merge_request.pushed', (ctx, { payload }) => carryThreads(ctx, payload.issuableId)),
  later('merge_request.recompared', (ctx, { payload }) => carryThreads(ctx, payload.issuableId)),
]

interface Newest extends DiffVersion {
  readonly versionId: number
  readonly number: number
  /** The setting of the project. */
  readonly resolvesOutdated: boolean
  readonly noteable: NoteableRow
}

/** Carry the threads and the pending comments in the diff of a merge request to its newest version. */
export async function carryThreads(ctx: Context, issuableId: number): Promise<void> {
  const newest = await newestOf(ctx, issuableId)
  if (newest === null) return
  const { noteable } = newest
  const dir = await repositoryOf(ctx, { id: noteable.namespaceId })
  if (dir === null) return
  const threads = await carriedTo(dir, newest, await threadsInDiff(ctx, issuableId))
  const drafts = await carriedTo(dir, newest, await draftsInDiff(ctx, issuableId))
  if (threads.length === 0 && drafts.length === 0) return
  await transact(ctx, async inner => {
    // Another push may have come meanwhile: its own job carries them.
    const { rows } = await sql<{ headSha: string | null }>`
      select head_sha from merge_requests where id = ${issuableId} for no key update`.execute(inner.db)
    if (rows[0]?.headSha !== newest.headSha) return
    await storeCarried(inner, noteable, threads, { version: newest.number, resolves: newest.resolvesOutdated })
    await storePlaces(inner, drafts)
    await inner.events.record(
      'diff_threads.carried',
      { issuableId, versionId: newest.versionId },
      {
        namespaceId: noteable.namespaceId,
        topics: [
          ...noteTopics(noteable, false),
          ...(threads.some(thread => thread.internal) ? noteTopics(noteable, true) : []),
          ...new Set(drafts.map(({ authorId }) => draftNotesTopic(authorId))),
        ],
      },
    )
  })
}

async function carriedTo<T extends { readonly position: StoredPosition }>(
  dir: string,
  newest: DiffVersion,
  given: readonly T[],
): Promise<readonly (T & { readonly carried: CarriedPosition })[]> {
  const places = await carryPositions(
    dir,
    newest,
    given.map(each => each.position),
  )
  return given.flatMap((each, index) => {
    const carried = places[index]
    return carried === undefined ? [] : [{ ...each, carried }]
  })
}

async function newestOf(ctx: Context, issuableId: number): Promise<Newest | null> {
  const { rows } = await sql<Newest>`
    select v.id as version_id, v.number, coalesce(v.base_sha, ${emptyTree}) as base_sha, v.start_sha, v.head_sha,
      p.resolve_outdated_diff_discussions as resolves_outdated, ${noteableJson} as noteable
    from merge_request_versions v join issuables i on i.id = v.merge_request_id join namespaces n on n.id = i.namespace_id
      join projects p on p.id = i.namespace_id
    where v.merge_request_id = ${issuableId} order by v.number desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}
