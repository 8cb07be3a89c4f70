import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageDraft, ReviewVerdict } from '#contract/discuss/draft-notes.ts'
import { CallError, call } from '#web/api/client.ts'
import { whenDrawn } from '#web/ui/actions/when-drawn.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { useTools } from '../context.ts'
import type { NoteableKey } from '../noteable.ts'
import { draftsKey, useReview } from './drafts.ts'
import { flagsOf, keepFlags } from './flags.ts'
import { messages } from './messages.ts'

/** The end of a review. */
export interface ReviewEnd {
  readonly verdict: ReviewVerdict
  /** A comment that follows the others; may be empty. */
  readonly summary: string
  /** The password, if the approval requires it. */
  readonly approvalPassword?: string
}

/** Publish one pending comment, or all. A failure has a reason, and every comment is kept. */
export function usePublish(ofAll: readonly PageDraft[] | null) {
  const { noteable, merge, userId } = useTools()
  const review = useReview()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function publish(drafts: readonly PageDraft[], end: ReviewEnd | null = null): Promise<boolean> {
    if (isBusy || drafts.length === 0) return false
    setBusy(true)
    setProblem(null)
    const { kind, namespace, iid } = noteable
    const flags = flagsOf(noteable)
    const release = holdDrafts(client, noteable)
    try {
      const { notes, keptIds, quickActionsStatus } = await call(kind.calls.publishPageDrafts, {
        namespace,
        iid,
        ids: drafts.map(draft => draft.id),
        ...(end !== null && {
          note: end.summary,
          reviewerState: end.verdict,
          ...(end.approvalPassword !== undefined && { approvalPassword: end.approvalPassword }),
        }),
        flags: drafts.flatMap(({ id }) => {
          const resolveDiscussion = flags[id]
          return resolveDiscussion === undefined ? [] : [{ id, resolveDiscussion }]
        }),
      })
      const gone = drafts.filter(draft => !keptIds.includes(draft.id))
      await merge(notes)
      review.change(before => {
        const left = before.filter(draft => !gone.some(each => each.id === draft.id))
        keepFlags(
          noteable,
          left.map(draft => draft.id),
        )
        return left
      })
      // The button that was pressed is gone with what was pending: the keys go on from what came of it.
      const own = notes.findLast(note => !note.system && note.author.id === userId)
      if (own !== undefined) whenDrawn(`note_${own.id}`, note => note.focus({ preventScroll: true }))
      const done = quickActionsStatus?.messages ?? []
      if (ofAll !== null || done.length > 0)
        showToast(
          [
            ...(gone.length > 0 ? [`${messages.submitted(gone.length)}.`] : []),
            ...(end === null || end.verdict === 'reviewed' ? [] : [messages.given[end.verdict]]),
            ...done,
          ].join('\n'),
        )
      const refused = quickActionsStatus?.errorMessages ?? []
      if (refused.length > 0) showToast(refused.join('\n'), { tone: 'danger' })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const otherwise = ofAll === null ? messages.publish : messages.submit
      setProblem(saysWhy(error) ? error.message : error.status === 403 ? messages.mayNotComment : otherwise)
      return false
    } finally {
      release()
      setBusy(false)
    }
  }

  return { publish, isBusy, problem, forgetProblem: () => setProblem(null) }
}

/** Something cannot be published, or the password is wrong, or was tried too often. */
const saysWhy = ({ status }: CallError): boolean => status === 422 || status === 429

/** News of the drafts that are gone comes before the comments that they became are read: until then they stay as they are. */
function holdDrafts(client: QueryClient, noteable: NoteableKey): () => void {
  const queryKey = draftsKey(noteable)
  const drafts = client.getQueryCache().find({ queryKey, exact: true })
  const stop = client.getQueryCache().subscribe(({ query }) => {
    if (query !== drafts || query.state.fetchStatus !== 'fetching') return
    // A reading that is about to begin can be cancelled once it has.
    queueMicrotask(() => void query.cancel({ revert: true }))
  })
  return () => {
    stop()
    void client.invalidateQueries({ queryKey })
  }
}
