import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { CallError, call } from '#web/api/client.ts'
import { createPageNote } from '#web/api/operations.gen.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { type DiscussionList, type Gap, holdsNote, mergeNotes, withoutNote } from './discussions.ts'
import { knownCommands } from './editor/Completion.tsx'
import { partText } from './editor/commands.ts'
import { messages } from './messages.ts'
import { type Noteable, places } from './noteable.ts'
import { collapsed } from './poller.ts'
import { discussionsKey, discussionsReading, loadAround, loadGap } from './reading.ts'
import { forgetKey, keyFor } from './sent-keys.ts'
import type { Sort } from './sort.ts'
import { useFreshness } from './use-freshness.ts'

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
  /** Load one more page of what is missing. */
  readonly load: (gap: Gap, from: 'start' | 'end') => Promise<void>
  /** Load the page that a note is on. */
  readonly reach: (noteId: string) => Promise<void>
}

export interface DiscussionsView {
  readonly sort: Sort
  /** 0 all, 1 comments, 2 history. */
  readonly filter?: number | undefined
  /** The note the address points at. */
  readonly targetId: string | null
  /** Whether somebody is writing in a note: then it stays although it was deleted. */
  readonly isHeld: (noteId: string) => boolean
}

/** The discussions of a page, kept fresh, and the ways to change them. */
export function useDiscussions(noteable: Noteable, view: DiscussionsView): DiscussionsState {
  const client = useQueryClient()
  const { namespace, id, iid, type } = noteable
  const { sort, filter, targetId, isHeld } = view
  const place = useMemo(() => ({ namespace, id, iid, type, filter }), [namespace, id, iid, type, filter])
  const key = useMemo(() => discussionsKey(place), [place])
  const { data, isError, isFetching, refetch } = useQuery(discussionsReading(place, { sort, targetId }))
  const [pending, setPending] = useState<readonly PendingNote[]>([])
  const [unreachable, setUnreachable] = useState<string | null>(null)

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
  const freshness = useFreshness(place, isHeld, data !== undefined)
  const load = useCallback(
    async (gap: Gap, from: 'start' | 'end') => {
      try {
        await loadGap(place, gap, from, client)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        showToast(messages.fetch, { tone: 'danger' })
      }
    },
    [place, client],
  )
  const reach = useCallback(
    async (noteId: string) => {
      try {
        if (!(await loadAround(place, noteId, client))) setUnreachable(noteId)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        showToast(messages.fetch, { tone: 'danger' })
      }
    },
    [place, client],
  )

  const { canComment, isLocked, isArchived } = noteable
  const rights = `${canComment} ${isLocked} ${isArchived}`
  const knownRights = useRef(rights)
  const readAnew = useMemo(() => collapsed(() => void client.invalidateQueries({ queryKey: key })), [client, key])
  // What the viewer may do with each note follows from what they may do here.
  useEffect(() => {
    if (knownRights.current === rights) return
    knownRights.current = rights
    readAnew()
  }, [rights, readAnew])

  const isMissing =
    targetId !== null && data !== undefined && !isFetching && targetId !== unreachable && !holdsNote(data, targetId)
  // The address is outside of React: the page of the note it names is loaded when it is not there.
  useEffect(() => {
    if (isMissing && targetId !== null) void reach(targetId)
  }, [isMissing, targetId, reach])

  async function post(note: NewNote): Promise<Posted> {
    // Sending the same words again after a failure, or a reload, must not write them twice.
    const box = note.replyTo === null ? places.note(noteable) : places.reply(noteable, note.replyTo)
    const idempotencyKey = keyFor(box, JSON.stringify(note))
    const { said, commands } = partText(note.text, knownCommands(noteable))
    const { isInternal, replyTo } = note
    setPending(list => [...list, { key: idempotencyKey, text: said, commands: commands.length, isInternal, replyTo }])
    freshness.pause()
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
      forgetKey(box)
      if (reply.discussion) merge(reply.discussion.notes)
      const status = reply.quickActionsStatus
      if (status) {
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
      // What was refused was not done: the next try is another one.
      if (error.status >= 400 && error.status < 500) forgetKey(box)
      return { ok: false, problems: problemsOf(error) }
    } finally {
      setPending(list => list.filter(each => each.key !== idempotencyKey))
      freshness.resume()
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
    load,
    reach,
  }
}

function problemsOf(error: CallError): readonly string[] {
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
