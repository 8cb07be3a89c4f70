import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/operation.ts'
import { type CallError, call } from '#web/api/client.ts'
import { addLinkedIssues, listLinkedIssues, removeLinkedIssue, reorderLinkedIssue } from '#web/api/operations.gen.ts'
import { beginWrite, type Carried } from '#web/api/own-writes.ts'
import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { messages } from '#web/plan/messages.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { patiently } from '#web/ui/patiently.ts'
import { useIssuePage } from '../issue-page-context.ts'
import { type LinkedIssue, type LinkType, type Move, moved, removalProblem } from './related.ts'

type Changed = ReplyOf<typeof import('#contract/plan/work-items/links.ts').addLinkedIssues>

/**
 * The links of the issue of the page, and what can be done to them: shown at once, taken back on failure. The answer brings the
 * page as it is then.
 */
export function useRelated() {
  const page = useIssuePage()
  const client = useQueryClient()
  const { queryKey, target, topic } = useIssuable()
  const { namespace, iid } = target

  const show = (items: readonly LinkedIssue[]) =>
    client.setQueryData<IssuePageData>(queryKey, shown => shown && { ...shown, linkedIssues: [...items] })
  const shownNow = () => client.getQueryData<IssuePageData>(queryKey)?.linkedIssues ?? []

  /** @param preview  shows the links as they will be */
  const save = async <Reply>(call: (carried: Carried) => Promise<Reply>, preview?: () => void) => {
    const write = await beginWrite(topic)
    preview?.()
    try {
      return await write.send(call)
    } finally {
      await write.end()
    }
  }

  const reload = useMutation<readonly LinkedIssue[], CallError, void>({
    mutationFn: () => call(listLinkedIssues, { namespace, iid }),
    onSuccess: show,
  })

  const add = useMutation<Changed, CallError, { readonly references: readonly string[]; readonly linkType: LinkType }>({
    mutationFn: ({ references, linkType }) =>
      save(carried =>
        call(addLinkedIssues, { namespace, iid, issuableReferences: [...references], linkType }, { carried }),
      ),
  })

  const remove = useMutation<Changed, CallError, LinkedIssue>({
    mutationFn: ({ linkId }) =>
      save(
        carried => call(removeLinkedIssue, { namespace, iid, linkId }, { carried }),
        () => show(shownNow().filter(item => item.linkId !== linkId)),
      ),
    onSuccess: async ({ changeSetId }, item) => {
      const { sayUndoable } = await patiently(() => import('#web/plan/change-sets/say-undoable.ts'))
      sayUndoable(`Removed link to ${item.reference}`, changeSetId === null ? [] : [changeSetId])
    },
    onError: error => {
      // The link is deleted already, as intended. @source ERRMSG-059
      if (error.status === 404) return
      showToast(messages.removeLink('issue'), { tone: 'danger' })
      reload.mutate()
    },
  })

  const reorder = useMutation<unknown, CallError, Move>({
    mutationFn: move =>
      save(
        carried => call(reorderLinkedIssue, { namespace, iid, ...move }, { carried }),
        () => show(moved(shownNow(), move)),
      ),
    onError: () => {
      showToast(messages.reorderLinks, { tone: 'danger' })
      reload.mutate()
    },
  })

  return {
    items: page.linkedIssues,
    add,
    remove: (item: LinkedIssue) => {
      const problem = removalProblem(item)
      if (problem === null) remove.mutate(item)
      else showToast(problem, { tone: 'danger' })
    },
    /** The item that is being removed. */
    removingId: remove.isPending ? remove.variables.linkId : null,
    reorder: reorder.mutate,
    isChanging: [add, remove, reorder, reload].some(({ isPending }) => isPending),
    reload,
  }
}
