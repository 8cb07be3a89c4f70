import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { DraftNote, PageDraft } from '#contract/discuss/draft-notes.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { noteableType } from '#server/discuss/noteables/noteable.ts'
import { visibleNotes } from '#server/discuss/noteables/visible-notes.ts'
import type { StoredPosition } from '#server/discuss/notes/positions/position.ts'
import { redactFor } from '#server/discuss/references/redact.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { avatarUrl } from '#server/foundation/users/present.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import type { Shown } from '#server/slice.ts'
import { type DraftRow, draftColumns } from './find.ts'

interface OnNoteable {
  readonly id: number
  readonly type: string
}

const noPosition = {
  baseSha: null,
  startSha: null,
  headSha: null,
  oldPath: null,
  newPath: null,
  positionType: null,
  oldLine: null,
  newLine: null,
  lineRange: null,
}

const json = (position: StoredPosition) => new RawJson(JSON.stringify(position))

/** A draft as the API shows it. */
export function presentDraft(draft: DraftRow, noteable: OnNoteable): Shown<Static<typeof DraftNote>> {
  const { id, authorId, discussionId, internal } = draft
  const type = noteableType(noteable.type)
  return {
    id,
    authorId,
    mergeRequestId: type === 'MergeRequest' ? noteable.id : null,
    noteableId: noteable.id,
    noteableType: type,
    resolveDiscussion: draft.resolveDiscussion ?? false,
    discussionId,
    note: draft.body,
    internal,
    commitId: draft.code?.commitId ?? null,
    lineCode: draft.code?.lineCode ?? null,
    position: draft.code === null ? noPosition : json(draft.code.position),
  }
}

interface DraftPageRow extends DraftRow {
  readonly replyToNoteId: number | null
  /** The author of the first note of the thread that the draft replies to. */
  readonly threadAuthorId: number | null
  readonly username: string
  readonly name: string
  readonly avatarUploadId: number | null
  readonly isStaff: boolean
}

/**
 * The actor's drafts on an issuable as the page shows them, in the order in which they were written.
 *
 * One statement, and a second one when a text refers to something that not everyone may know of.
 *
 * @param only  one of them
 */
export async function pageDrafts(
  ctx: Context,
  noteable: OnNoteable & { readonly facts: IssuableFacts },
  only: number | null = null,
): Promise<readonly Shown<PageDraft>[]> {
  const { actor } = ctx
  if (actor.kind !== 'user') return []
  const { rows } = await sql<DraftPageRow>`
    select ${draftColumns}, u.username, u.name, u.avatar_upload_id, u.is_staff,
      (select n.id from notes n where n.issuable_id = d.issuable_id and n.discussion_id = d.discussion_id
        and ${visibleNotes(actor, 'n', noteable.facts.namespace)} order by n.created_at, n.id limit 1) as reply_to_note_id,
      (select n.author_id from notes n where n.issuable_id = d.issuable_id and n.discussion_id = d.discussion_id
        order by n.created_at, n.id limit 1) as thread_author_id
    from draft_notes d join users u on u.id = d.author_id
    where d.author_id = ${actor.id} and d.issuable_id = ${noteable.id} ${only === null ? sql`` : sql`and d.id = ${only}`}
    order by d.id`.execute(ctx.db)
  const htmls = await redactFor(
    ctx,
    rows.map(row => row.bodyHtml),
  )
  return rows.map((row, index) => presentOnPage(ctx, noteable, row, htmls[index] ?? ''))
}

function presentOnPage(
  ctx: Context,
  noteable: OnNoteable & { readonly facts: IssuableFacts },
  row: DraftPageRow,
  noteHtml: string,
): Shown<PageDraft> {
  const base = siteBase(ctx)
  const type = noteableType(noteable.type)
  const canResolve =
    row.replyToNoteId !== null &&
    row.threadAuthorId !== null &&
    may(ctx.actor, 'note:resolve', {
      noteable: noteable.facts,
      authorId: row.threadAuthorId,
      internal: row.internal,
      system: false,
    })
  return {
    id: row.id,
    author: {
      id: row.authorId,
      username: row.username,
      name: row.name,
      state: 'active',
      avatarUrl: avatarUrl({ externalUrl: base }, { id: row.authorId, avatarUploadId: row.avatarUploadId }),
      path: `${base}/${row.username}`,
      showStatus: false,
      statusTooltipHtml: null,
      availability: null,
      isGitlabEmployee: row.isStaff,
    },
    mergeRequestId: type === 'MergeRequest' ? noteable.id : null,
    noteableId: noteable.id,
    noteableType: type,
    position: row.code && json(row.code.position),
    originalPosition: row.position && json(row.position),
    currentPosition: row.code?.currentPosition ? json(row.code.currentPosition) : null,
    lineState: row.code?.lineState ?? null,
    lineCode: row.code?.lineCode ?? null,
    fileIdentifierHash: null,
    fileHash: row.code?.fileHash ?? null,
    filePath: row.code?.position.new_path ?? null,
    commitId: row.code?.commitId ?? null,
    type: row.type,
    note: row.body,
    noteHtml,
    references: {
      users: [...row.foreseen.users],
      commands: row.foreseen.commands.map(sentence => `<p>${escapeHtml(sentence)}</p>`).join(''),
      suggestions: [],
    },
    suggestions: [],
    discussionId: row.discussionId,
    replyToNoteId: row.replyToNoteId,
    resolveDiscussion: row.resolveDiscussion,
    internal: row.internal,
    isDraft: true,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    currentUser: { canEdit: true, canAwardEmoji: false, canResolve, canResolveDiscussion: canResolve },
  }
}
