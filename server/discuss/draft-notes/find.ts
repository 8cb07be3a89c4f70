import { type RawBuilder, sql } from 'kysely'
import type { LineState } from '#contract/discuss/positions.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { issuableFacts } from '#server/access/issuable-facts.ts'
import { finder } from '#server/access/load.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import {
  conditionsOf,
  type DiscussedKind,
  type NoteableRow,
  noteableJson,
  type PageKey,
  type RestKey,
} from '#server/discuss/noteables/noteable.ts'
import { codeOfDraft, positionOfDraft, type StoredPosition } from '#server/discuss/notes/positions/position.ts'

/** The effects of the quick actions of a text and the users that it mentions, as they were when the text was saved. */
interface Foreseen {
  readonly users: readonly string[]
  /** Sentences. */
  readonly commands: readonly string[]
}

export interface DraftRow {
  readonly id: number
  readonly authorId: number
  readonly issuableId: number
  /** The discussion that the comment replies to. */
  readonly discussionId: string | null
  readonly type: 'DiscussionNote' | 'DiffNote' | null
  /** The given position; null for a reply. */
  readonly position: StoredPosition | null
  /** Null outside of a diff. */
  readonly code: {
    readonly commitId: string | null
    /** The position in the newest version, or the last one that its lines had. */
    readonly position: StoredPosition
    /** The position in the newest version: on the file, where the lines are deleted; null where the file is. */
    readonly currentPosition: StoredPosition | null
    readonly lineState: LineState
    readonly lineCode: string | null
    readonly fileHash: string | null
  } | null
  readonly body: string
  readonly bodyHtml: string
  readonly foreseen: Foreseen
  readonly internal: boolean
  /** Null: its thread stays as it is. */
  readonly resolveDiscussion: boolean | null
  readonly idempotencyKey: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

/** The columns of `DraftRow`, of `draft_notes d`. */
export const draftColumns = sql`d.id, d.author_id, d.issuable_id, d.discussion_id, d.type, d.body, d.body_html, d.foreseen,
  d.internal, d.resolve_discussion, d.idempotency_key, d.created_at, d.updated_at, ${positionOfDraft} as position, ${codeOfDraft} as code`

/** A draft with its noteable. */
export interface FoundDraft extends DraftRow {
  readonly noteable: NoteableRow
}

const what = 'Draft Note'

/** Only the actor's own are ever found. */
async function findDraft(ctx: Context, id: number, condition: RawBuilder<unknown>) {
  if (ctx.actor.kind !== 'user') return null
  const { rows } = await sql<FoundDraft & { readonly noteableFacts: IssuableFacts }>`
    select ${draftColumns}, ${noteableJson} as noteable, ${issuableFacts(ctx.actor, 'i', 'n')} as noteable_facts
    from draft_notes d join issuables i on i.id = d.issuable_id join namespaces n on n.id = i.namespace_id
    where d.id = ${id} and d.author_id = ${ctx.actor.id} and ${condition}`.execute(ctx.db)
  const found = rows[0]
  if (found === undefined) return null
  const { noteableFacts, ...row } = found
  return { row: row as FoundDraft, facts: { noteable: noteableFacts, authorId: row.authorId } }
}

/** The finders of drafts for the addresses of a kind. */
export function draftFindersOf(kind: DiscussedKind) {
  const { ofApi, ofPage } = conditionsOf(kind)
  return {
    draftOfApi: finder('draft', what, async (ctx: Context, key: RestKey & { readonly draftNoteId: number }) =>
      findDraft(ctx, key.draftNoteId, await ofApi(ctx, key)),
    ),
    draftOfPage: finder('draft', what, (ctx: Context, key: PageKey & { readonly draftId: number }) =>
      findDraft(ctx, key.draftId, ofPage(key)),
    ),
  }
}

/** A draft by its id, wherever it is. */
export const draftById = finder('draft', what, (ctx: Context, id: number) => findDraft(ctx, id, sql`true`))

/** The actor's drafts on an issuable, in the order in which they were written. */
export async function draftsOf(ctx: Context, noteableId: number): Promise<readonly DraftRow[]> {
  const { rows } = await sql<DraftRow>`select ${draftColumns} from draft_notes d
    where d.author_id = ${userIdOrZero(ctx)} and d.issuable_id = ${noteableId} order by d.id`.execute(ctx.db)
  return rows
}
