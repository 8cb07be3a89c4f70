import { sql } from 'kysely'
import { type Context, userIdOf } from '#server/context.ts'
import { noteTopics } from '#server/discuss/noteables/live-topics.ts'
import { type NoteableRow, textNamespaceOf } from '#server/discuss/noteables/noteable.ts'
import { writeSystemNotes } from '../history/system-note.ts'
import { givenPositionJson, type StoredPosition } from './position.ts'
import type { CarriedPosition } from './position-check.ts'

/** A thread in a diff, as far as carrying it needs. */
interface ThreadInDiff {
  /** The id of the position. */
  readonly id: number
  readonly discussionId: string
  readonly internal: boolean
  readonly isOpen: boolean
  /** The given position. */
  readonly position: StoredPosition
  readonly wasActive: boolean
}

/** All threads in the diff of a noteable, the oldest first. */
export async function threadsInDiff(ctx: Context, noteableId: number): Promise<readonly ThreadInDiff[]> {
  const { rows } = await sql<ThreadInDiff>`
    select p.id, n.discussion_id, n.internal, ${givenPositionJson} as position,
      coalesce(p.carried ->> 'state', 'untouched') in ('untouched', 'moved') as was_active, n.resolved_at is null as is_open
    from notes n join note_positions p on p.note_id = n.id where n.issuable_id = ${noteableId} order by n.id`.execute(
    ctx.db,
  )
  return rows
}

/** A pending comment that begins a thread in a diff. */
interface DraftInDiff {
  /** The id of the position. */
  readonly id: number
  readonly authorId: number
  /** The given position. */
  readonly position: StoredPosition
}

/** The pending comments of all authors in the diff of a noteable, the oldest first. */
export async function draftsInDiff(ctx: Context, noteableId: number): Promise<readonly DraftInDiff[]> {
  const { rows } = await sql<DraftInDiff>`select p.id, d.author_id, ${givenPositionJson} as position
    from draft_notes d join note_positions p on p.draft_note_id = d.id where d.issuable_id = ${noteableId} order by d.id`.execute(
    ctx.db,
  )
  return rows
}

interface CarriedThread extends ThreadInDiff {
  readonly carried: CarriedPosition
}

/**
 * Store the positions of threads in the newest version of a diff. Open ones whose lines are no longer there get a
 * system note.
 *
 * @param version  its number, from 1
 * @param resolves  these are resolved as well
 * @source DISC-031, SYSNOTE-011
 */
export async function storeCarried(
  ctx: Context,
  noteable: NoteableRow,
  threads: readonly CarriedThread[],
  { version, resolves }: { readonly version: number; readonly resolves: boolean },
): Promise<void> {
  await storePlaces(ctx, threads)
  const outdated = threads.filter(
    ({ isOpen, wasActive, carried: { state } }) => isOpen && wasActive && state !== 'untouched' && state !== 'moved',
  )
  await writeSystemNotes(
    ctx,
    noteable.id,
    textNamespaceOf(noteable),
    outdated.map(({ discussionId, internal, position, carried }) => ({
      action: 'outdated',
      text: `changed this ${position.position_type === 'text' ? 'line' : 'file'} in version ${version} of the diff`,
      discussionId,
      internal,
      details: { change: carried.change, path: carried.position?.new_path ?? position.new_path },
    })),
  )
  if (resolves) await resolveByPush(ctx, noteable, outdated)
}

/**
 * Store the positions of pending comments in the newest version: no system notes are written, as only their authors
 * know of them.
 */
export async function storePlaces(
  ctx: Context,
  placed: readonly { readonly id: number; readonly carried: CarriedPosition }[],
): Promise<void> {
  if (placed.length === 0) return
  await sql`update note_positions p set carried = v.carried
    from jsonb_to_recordset(${JSON.stringify(placed.map(({ id, carried }) => ({ id, carried })))}::jsonb) as v(id bigint, carried jsonb)
    where p.id = v.id`.execute(ctx.db)
}

async function resolveByPush(ctx: Context, noteable: NoteableRow, threads: readonly ThreadInDiff[]): Promise<void> {
  const ids = threads.map(({ discussionId }) => discussionId)
  if (ids.length === 0) return
  await sql`update notes set resolved_at = ${ctx.now}, resolved_by_id = ${userIdOf(ctx)}::bigint, resolved_by_push = true,
      updated_at = ${ctx.now}
    where issuable_id = ${noteable.id} and discussion_id = any (${ids}::text[]) and resolvable and resolved_at is null`.execute(
    ctx.db,
  )
  for (const { discussionId, internal } of threads)
    await ctx.events.record(
      'discussion.resolved',
      { issuableId: noteable.id, discussionId, resolved: true },
      { namespaceId: noteable.namespaceId, topics: noteTopics(noteable, internal) },
    )
}
