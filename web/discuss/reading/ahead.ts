import { hashKey } from '@tanstack/react-query'
import type { Reading } from '#contract/discuss/read-marks.ts'
import { hasAnswers } from '#web/api/page.ts'
import { queryClient } from '#web/api/query.ts'
import { type DiscussionsKey, discussionsReading } from './reading.ts'
import { keptView } from './use-activity.ts'

/**
 * Ask for the discussion while its page is made, so that both are drawn at once. A page that opens at one of its notes asks
 * by itself, as it knows which.
 *
 * @returns when comments are there, or cannot be
 */
export async function readAhead(
  key: DiscussionsKey,
  notesFilter: number | null,
  reading: Reading | null,
): Promise<void> {
  const opensAtNote = () => location.hash.startsWith('#note_') || Boolean(reading?.commentNews)
  // The first comments come with the document, whichever one it opens at.
  if (!hasAnswers() && opensAtNote()) return
  const { filter, sort } = keptView(key.kind, notesFilter)
  const query = discussionsReading({ ...key, filter }, { sort, targetId: null })
  const whole = queryClient.prefetchQuery(query)
  await new Promise<void>(resolve => {
    const stop = queryClient.getQueryCache().subscribe(({ query: changed }) => {
      if (changed.queryHash === hashKey(query.queryKey) && changed.state.data !== undefined) resolve()
    })
    void whole.then(resolve).finally(stop)
  })
}
