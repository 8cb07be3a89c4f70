import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { CallError, call } from '#web/api/client.ts'
import { useIsConnected, useTopics } from '#web/api/live.ts'
import { createPageNote, pollNotes } from '#web/api/operations.gen.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type DiscussionList, mergeNotes, withoutNote } from './discussions.ts'
import { messages } from './messages.ts'
import type { Noteable } from './noteable.ts'
import { discussionsKey, discussionsReading } from './reading.ts'

/** A note on its way to the server. */
export interface PendingNote {
  readonly key: string
  /** Without the lines that are commands. */
  readonly text: string
  readonly isInternal: boolean
  readonly commands: number
  /** The discussion it answers in; null for one of its own. */
  readonly replyTo: string | null
}

export interface NewNote {
  readonly text: string
  readonly isInternal: boolean
  readonly asThread: boolean
  readonly replyTo: string | null
}

/** What keeps the text in its box, in sentences. */
export type Posted = { readonly ok: true } | { readonly ok: false; readonly problems: readonly string[] }

export interface DiscussionsState {
  readonly list: DiscussionList | undefined
  readonly isFailed: boolean
  readonly retry: () => void
  readonly pending: readonly PendingNote[]
  readonly post: (note: NewNote) => Promise<Posted>
  readonly merge: (notes: readonly PageNote[]) => void
  readonly remove: (noteId: string) => void
}

const commandLine = /^\/[a-z]\w*/i

/** The discussions of a page, kept fresh, and the ways to change them. */
export function useDiscussions(noteable: Noteable): DiscussionsState {
  const client = useQueryClient()
  const { namespace, id, iid, type } = noteable
  const key = useMemo(() => discussionsKey({ namespace, iid, type }), [namespace, iid, type])
  const { data, isError, refetch } = useQuery(discussionsReading({ namespace, iid, type }))
  const [pending, setPending] = useState<readonly PendingNote[]>([])
  const posting = useRef(0)
  const looking = useRef<'no' | 'yes' | 'again'>('no')
  const isConnected = useIsConnected()
  const wasCut = useRef(false)
  if (!isConnected) wasCut.current = true
  const failedNote = useRef<{ readonly words: string; readonly key: string } | null>(null)

  const change = useCallback(
    (next: (list: DiscussionList) => DiscussionList) =>
      client.setQueryData<DiscussionList>(key, list => (list === undefined ? undefined : next(list))),
    [client, key],
  )
  const merge = useCallback(
    (notes: readonly PageNote[]) =>
      void change(list => ({ ...list, discussions: mergeNotes(list.discussions, notes) })),
    [change],
  )
  const remove = useCallback(
    (noteId: string) => void change(list => ({ ...list, discussions: withoutNote(list.discussions, noteId) })),
    [change],
  )

  const look = useCallback(async () => {
    // A note that is being posted comes with its own answer, in the place of its placeholder.
    if (posting.current > 0 || looking.current !== 'no') {
      looking.current = looking.current === 'no' ? 'no' : 'again'
      return
    }
    const known = client.getQueryData<DiscussionList>(key)
    if (known === undefined) return
    looking.current = 'yes'
    try {
      const isWhole = wasCut.current
      wasCut.current = false
      const changed = await call(pollNotes, {
        namespace,
        targetType: type.toLowerCase(),
        targetId: id,
        lastFetchedAt: known.lookedAt,
      })
      let isNews = false
      change(list => {
        const discussions = mergeNotes(list.discussions, changed.notes)
        isNews = discussions !== list.discussions
        return { ...list, discussions, lookedAt: changed.lastFetchedAt }
      })
      // What was deleted, and reactions, are in no answer to "what is new": then all is read again.
      if (!isNews || isWhole) await client.invalidateQueries({ queryKey: key })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      // Without a connection there is nothing to say: the bar shows it, and coming back asks again.
      if (error.status >= 500) showToast(messages.poll, { tone: 'danger' })
      wasCut.current = true
    } finally {
      // The value may have changed while the answer was on its way.
      const isAgain = (looking.current as string) === 'again'
      looking.current = 'no'
      if (isAgain) void look()
    }
  }, [client, key, namespace, id, type, change])

  useTopics(
    useMemo(() => [`issue:${id}`, `issue-internal:${id}`], [id]),
    look,
  )

  async function post(note: NewNote): Promise<Posted> {
    const words = JSON.stringify(note)
    // Sending the same words again after a failure must not write them twice.
    const idempotencyKey = failedNote.current?.words === words ? failedNote.current.key : crypto.randomUUID()
    const lines = note.text.split('\n')
    const text = lines
      .filter(line => !commandLine.test(line))
      .join('\n')
      .trim()
    const commands = lines.filter(line => commandLine.test(line)).length
    const { isInternal, replyTo } = note
    setPending(list => [...list, { key: idempotencyKey, text, commands, isInternal, replyTo }])
    posting.current += 1
    try {
      const reply = await call(createPageNote, {
        namespace,
        targetType: type.toLowerCase(),
        targetId: id,
        note: {
          note: note.text,
          noteableType: type,
          noteableId: id,
          ...(note.asThread ? { type: 'DiscussionNote' as const } : {}),
          ...(note.isInternal ? { internal: true } : {}),
        },
        ...(note.replyTo === null ? {} : { inReplyToDiscussionId: note.replyTo }),
        returnDiscussion: true,
        idempotencyKey,
      })
      failedNote.current = null
      if (reply.discussion) merge(reply.discussion.notes)
      const status = reply.quickActionsStatus
      if (status) {
        if (status.commandsOnly && status.messages.length === 0 && status.errorMessages.length > 0)
          return { ok: false, problems: status.errorMessages }
        if (status.messages.length > 0)
          showToast(
            status.commandsOnly
              ? `${messages.commandsApplied}. ${status.messages.join(' ')}`
              : status.messages.join(' '),
          )
        for (const problem of status.errorMessages) showToast(problem, { tone: 'danger' })
      }
      return { ok: true }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      failedNote.current = { words, key: idempotencyKey }
      return { ok: false, problems: problemsOf(error) }
    } finally {
      posting.current -= 1
      setPending(list => list.filter(each => each.key !== idempotencyKey))
      if (posting.current === 0) void look()
    }
  }

  return {
    list: data,
    isFailed: isError && data === undefined,
    retry: () => void refetch(),
    pending,
    post,
    merge,
    remove,
  }
}

function problemsOf(error: CallError): readonly string[] {
  if (error.status === 0) return [messages.submitNetwork]
  const body = error.body as { errors?: Readonly<Record<string, readonly string[]>> } | null
  const errors = typeof body === 'object' ? body?.errors : undefined
  if (errors !== undefined && typeof errors === 'object') {
    const { commands_only: commandsOnly, base } = errors
    if (commandsOnly !== undefined) return commandsOnly
    if (base?.[0] !== undefined) return [messages.submitBecause(base[0].replace(/\.$/, ''))]
  }
  return [messages.submitBecause(error.message.replace(/\.$/, ''))]
}
