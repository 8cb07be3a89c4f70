import type { QueryClient } from '@tanstack/react-query'
import type { PageDraft } from '#contract/discuss/draft-notes.ts'
import { toWire } from '#web/api/case.ts'
import { CallError, call } from '#web/api/client.ts'
import { createPageNote } from '#web/api/operations.gen.ts'
import type { Carried } from '#web/api/own-writes.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { messages } from '../messages.ts'
import { type Noteable, type NoteableKey, targetIdOf } from '../noteable.ts'
import type { NewNote } from '../reading/discussions-state.ts'
import { draftsKey, withDraft } from '../review/drafts.ts'
import { loadReviewParts } from '../review/review-parts.ts'

/**
 * Send a note, and tell what its commands did.
 *
 * @throws CallError
 */
export async function sendNote(noteable: Noteable, note: NewNote, idempotencyKey: string, carried: Carried) {
  const { kind, namespace, id } = noteable
  const input = {
    namespace,
    targetType: kind.series,
    targetId: targetIdOf(noteable),
    note: { ...wordsOf(note), noteableType: kind.contractType, noteableId: id },
    ...(note.replyTo === null ? {} : { inReplyToDiscussionId: note.replyTo }),
    returnDiscussion: true,
    idempotencyKey,
  }
  const reply = await call(createPageNote, input, { carried })
  const status = reply.quickActionsStatus
  if (status) {
    if (status.messages.length > 0)
      showToast([...(status.commandsOnly ? [`${messages.commandsApplied}.`] : []), ...status.messages].join('\n'))
    if (status.errorMessages.length > 0) showToast(status.errorMessages.join('\n'), { tone: 'danger' })
  }
  return reply
}

/**
 * Keep a note that is published later, and show it among what is pending.
 *
 * @throws CallError
 */
export async function saveDraft(
  client: QueryClient,
  { kind, namespace, iid }: NoteableKey,
  note: NewNote,
  idempotencyKey: string,
): Promise<void> {
  const resolveDiscussion = note.draft?.resolves ?? null
  try {
    await loadReviewParts()
  } catch (error) {
    // A draft that could not be shown is not saved: the text stays in its box.
    throw new CallError(0, messages.saveDraft, null, { cause: error })
  }
  const draft = await call(kind.calls.createPageDraft, {
    namespace,
    iid,
    draftNote: { ...wordsOf(note), ...(resolveDiscussion === null ? {} : { resolveDiscussion }) },
    ...(note.replyTo === null ? {} : { inReplyToDiscussionId: note.replyTo }),
    idempotencyKey,
  })
  const key = draftsKey({ kind, namespace, iid })
  // A pending response may be older.
  await client.cancelQueries({ queryKey: key })
  client.setQueryData<readonly PageDraft[]>(key, drafts => withDraft(drafts ?? [], draft))
}

const wordsOf = ({ text, asThread, isInternal, place }: NewNote) => ({
  note: text,
  ...(asThread ? { type: 'DiscussionNote' as const } : {}),
  // The position is sent as text: the server reads a value of JSON by its own names.
  ...(place === undefined ? {} : { type: 'DiffNote' as const, position: JSON.stringify(toWire(place.position)) }),
  ...(isInternal ? { internal: true } : {}),
})

/** The reasons why a note was not created, in sentences. */
export function problemsOf(error: CallError): readonly string[] {
  if (error.status === 0) return [messages.submitNetwork]
  const body = error.body as { errors?: Readonly<Record<string, readonly string[]>> } | null
  const errors = typeof body === 'object' ? body?.errors : undefined
  if (errors !== undefined && typeof errors === 'object') {
    const { commands_only: commandsOnly, base } = errors
    if (commandsOnly !== undefined) return commandsOnly
    if (base?.[0] !== undefined) return [messages.submitBecause(base[0].toLowerCase().replace(/\.$/, ''))]
  }
  return [messages.submitBecause(error.message.replace(/\.$/, ''))]
}

/** @source ERRMSG-068 */
export const draftProblemsOf = (error: CallError): readonly string[] =>
  error.status === 422 || error.status === 409 ? [messages.saveDraft, error.message] : [messages.saveDraft]
