import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { errorsTopic, projectTopic } from '#contract/live-topics.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { type CallError, callFully } from '#web/api/client.ts'
import { useTopics } from '#web/api/live/live.ts'
import { getErrorDetails, listErrors, updateErrorStatus } from '#web/api/operations.gen.ts'
import { keyOf, useOperation } from '#web/api/query.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { messages } from './messages.ts'
import { pollUntilData } from './poll.ts'

export type ErrorsPageData = ReplyOf<typeof import('#contract/monitor/error-tracking/errors.ts').listErrors>
export type ListedError = ErrorsPageData['errors'][number]
type ListInput = InputOf<typeof import('#contract/monitor/error-tracking/errors.ts').listErrors>

/**
 * The page of errors for an address, kept fresh by the live socket. Where a server has no answer yet, it is asked again until it has.
 *
 * @source ERRTRK-019 to ERRTRK-021
 */
export function useErrors(input: ListInput) {
  const result = useQuery<ErrorsPageData, CallError>({
    queryKey: keyOf(listErrors, input),
    queryFn: ({ signal }) => pollUntilData(() => callFully(listErrors, input, { signal }), signal),
    placeholderData: previous => previous,
    // Placeholder data from before the first answer does not count.
    staleTime: ({ state }) => (state.data ? 30_000 : 0),
  })
  const { data, refetch } = result
  const topics = data ? [errorsTopic(data.namespace.id), projectTopic(data.namespace.id)] : []
  useTopics(
    topics,
    useCallback(() => void refetch(), [refetch]),
  )
  return { ...result, data: data ?? undefined }
}

/** Changes the status of an error. Which change is under way says `busy`. @source ERRTRK-011 to ERRTRK-013 */
export function useErrorStatus(namespace: string, { onDone }: { readonly onDone?: (status: string) => void } = {}) {
  const update = useOperation(updateErrorStatus, {
    refreshes: [listErrors, getErrorDetails],
    onSuccess: ({ result: { status, closedIssueIid } }) => {
      showToast(doneWords(status, closedIssueIid))
      onDone?.(status)
    },
    onError: () => showToast(messages.status, { tone: 'danger' }),
  })
  return {
    set: (errorId: number, status: ListedError['status']) => update.mutate({ namespace, errorId, status }),
    busy: update.isPending ? update.variables.status : null,
  }
}

function doneWords(status: ListedError['status'], closedIssueIid: number | null): string {
  switch (status) {
    case 'resolved':
      return closedIssueIid === null ? 'Error resolved' : `Error resolved and issue #${closedIssueIid} closed`
    case 'ignored':
      return 'Error ignored'
    case 'unresolved':
      return 'Error reopened'
    default:
      return status satisfies never
  }
}
