import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CallError } from '#web/api/client.ts'
import { messages } from '#web/plan/messages.ts'
import { dismissToasts, showToast } from '#web/ui/overlays/toasts.ts'

/** Without a connection, a session or access, the page itself says so. */
const shownByPage: readonly number[] = [0, 401, 403, 404]

/** Say that a page which is shown could not be read anew, until it is. @param word  what the page shows: "issue" @source ERRMSG-092 */
export function useReloadFailure({ isRefetchError, error }: UseQueryResult<unknown, CallError>, word: string): void {
  const isTold = isRefetchError && error !== null && !shownByPage.includes(error.status)
  // Messages stand outside of React.
  useEffect(() => {
    if (!isTold) return
    const sentence = messages.save(word)
    showToast(sentence, { tone: 'danger' })
    return () => dismissToasts(sentence)
  }, [isTold, word])
}
