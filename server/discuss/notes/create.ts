import { noteBodyLimit } from '#contract/discuss/notes.ts'
import type { IssuableFacts } from '#server/access/facts.ts'
import { load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, userIdOrZero } from '#server/context.ts'
import { discussionOf, type NoteableRow, textNamespaceOf } from '#server/discuss/noteables/noteable.ts'
import { extractCommands } from '#server/discuss/quick-actions/extract.ts'
import type { CommandsChanges, CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { type CommandsOutcome, commandsIn } from '#server/discuss/quick-actions/run.ts'
import { emptyText, type RenderedText, renderText } from '#server/discuss/references/render.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { readSiteSettings } from '#server/foundation/settings/site-settings.ts'
import { tooLong } from '#server/platform/text/problems.ts'
import { runCommandsAlone } from './commands.ts'
import { makeDiscussionId } from './history/system-note.ts'
import type { NoteRowToInsert } from './insert.ts'
import type { NewPlace } from './positions/position.ts'
import { type CheckedPosition, checkPosition } from './positions/position-check.ts'
import { countNote } from './rate-limit.ts'
import { type StoredNote, storeNote } from './store.ts'

/** An issuable on which the actor may comment. */
export type Commentable = NoteableRow & { readonly facts: IssuableFacts }

export interface NewNote {
  readonly body: string
  readonly internal?: boolean
  /** ISO 8601. Only owners may set it; ignored from others. */
  readonly createdAt?: string
  readonly idempotencyKey?: string
  /** The note is one of several that a review publishes together, with one notification. */
  readonly isOfReview?: boolean
  /** The person without an account for whom the support bot writes: no quick actions are run, and nobody is mentioned. */
  readonly external?: ExternalAuthor
  /** A new thread, a single note, a thread in a diff, or a reply in a discussion of this issuable. */
  readonly as: 'thread' | 'single' | NewPlace | { readonly replyTo: string }
}

export interface ExternalAuthor {
  readonly email: string
  /** The mail server of the site could not confirm the sender. */
  readonly isUnverified: boolean
}

export type Written =
  | ({ readonly kind: 'note' } & StoredNote)
  | { readonly kind: 'commands'; readonly outcome: CommandsOutcome; readonly changes: CommandsChanges }

/** The largest number of notes on an issuable. @source product rules section 8 */
const maxNotes = 5_000

/**
 * Write a note and run the quick actions in it. A text that has only commands creates no note.
 *
 * @throws Invalid  the text is blank or too long, the issuable has the largest number of notes, or its diff no such position
 * @throws Forbidden  an internal note by a user below planner, or on a site without internal notes
 * @throws NotFound  the discussion to reply to does not exist or is not visible
 */
export async function createNote(ctx: Context, noteable: Commentable, given: NewNote): Promise<Written> {
  checkBody(given.body)
  if (given.external === undefined) await countNote(ctx)
  if (noteable.notesCount >= maxNotes) throw new Invalid({ base: [`A discussion can have up to ${maxNotes} notes.`] })
  const target = targetOf(noteable)
  const { text, commands } =
    given.external === undefined ? commandsIn(ctx, target, given.body) : extractCommands(given.body, () => false)
  if (text === '') {
    const answer = await runCommandsAlone(ctx, target, commands, given.idempotencyKey ?? null)
    return { kind: 'commands', ...answer }
  }
  const thread = await threadOf(ctx, noteable, given)
  const position =
    typeof given.as === 'object' && 'position' in given.as ? await checkPosition(ctx, noteable, given.as) : null
  const body = await renderText(ctx, textNamespaceOf(noteable), text)
  const rendered = given.external === undefined ? body : { ...body, ...namesNothing }
  const note = rowOf(ctx, noteable, given, { text, rendered, thread, position })
  const isOfReview = given.isOfReview ?? false
  const stored = await storeNote(ctx, { note, noteable, rendered, target, commands, isOfReview })
  return { kind: 'note', ...stored }
}

/** @throws Invalid  the text is blank or longer than `noteBodyLimit` */
export function checkBody(body: string): void {
  if (body.trim() === '') throw new Invalid({ note: ["can't be blank"] })
  if (body.length > noteBodyLimit) throw new Invalid({ note: [tooLong(noteBodyLimit)] })
}

const namesNothing = {
  mentioned: emptyText.mentioned,
  mentionedUsernames: emptyText.mentionedUsernames,
  issuableIds: emptyText.issuableIds,
}

export const targetOf = (noteable: Commentable): CommandTarget => ({
  id: noteable.id,
  namespaceId: noteable.namespaceId,
  ancestorIds: noteable.ancestorIds,
  iid: noteable.iid,
  type: noteable.type,
  state: noteable.state,
  facts: noteable.facts,
})

interface Thread {
  readonly id: string
  readonly isInDiff: boolean
  readonly internal: boolean
  readonly isResolved: boolean
}

async function threadOf(ctx: Context, noteable: Commentable, given: NewNote): Promise<Thread | null> {
  if (typeof given.as === 'string' || 'position' in given.as) {
    if (given.internal) await refuseInternal(ctx, noteable.facts)
    return null
  }
  const first = await load(ctx, 'note:reply', discussionOf, { noteableId: noteable.id, discussionId: given.as.replyTo })
  return {
    id: first.discussionId,
    isInDiff: first.type === 'DiffNote',
    internal: first.internal,
    isResolved: first.resolvable && first.resolvedAt !== null,
  }
}

/** @throws Forbidden  below planner, or where the site has no internal notes */
export async function refuseInternal(ctx: Context, facts: IssuableFacts): Promise<void> {
  if (!may(ctx.actor, 'issuable:comment-internally', facts)) throw new Forbidden()
  if (!(await readSiteSettings(ctx.db)).internalNotesEnabled) throw new Forbidden()
}

interface NoteParts {
  readonly text: string
  readonly rendered: RenderedText
  readonly thread: Thread | null
  readonly position: CheckedPosition | null
}

function rowOf(ctx: Context, noteable: Commentable, given: NewNote, parts: NoteParts): NoteRowToInsert {
  const { text, rendered, thread, position } = parts
  // Signed in, by the rule of `issuable:comment`.
  const authorId = userIdOrZero(ctx)
  const isInDiff = thread?.isInDiff ?? position !== null
  const isThread = thread !== null || given.as === 'thread' || isInDiff
  const mayDate = may(ctx.actor, 'issuable:set-timestamps', noteable.facts)
  const isResolved = thread?.isResolved ?? false
  return {
    namespace_id: noteable.namespaceId,
    issuable_id: noteable.id,
    discussion_id: thread?.id ?? makeDiscussionId(),
    type: isInDiff ? 'DiffNote' : isThread ? 'DiscussionNote' : null,
    author_id: authorId,
    body: text,
    body_html: rendered.html,
    markdown_version: rendered.version,
    internal: thread?.internal ?? given.internal ?? false,
    resolvable: isThread,
    resolved_at: isResolved ? ctx.now : null,
    resolved_by_id: isResolved ? authorId : null,
    idempotency_key: given.idempotencyKey ?? null,
    created_at: (mayDate ? given.createdAt : undefined) ?? ctx.now,
    updated_at: ctx.now,
    ...(position && { position }),
    ...(given.external && {
      external_author: given.external.email,
      external_is_unverified: given.external.isUnverified,
    }),
  }
}
