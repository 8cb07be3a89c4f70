import type { Reading } from '#contract/discuss/read-marks.ts'
import { queryClient } from '#web/api/query.ts'
import { type DiscussionsKey, discussionsReading } from './reading.ts'
import { keptView } from './use-activity.ts'

/**
 * Ask for the discussion while its page is made, so that both are drawn at once. A page that opens at one of its notes asks
 * by itself, as it knows which.
 */
export function readAhead(key: DiscussionsKey, notesFilter: number | null, reading: Reading | null): void {
  const opensAtNote = location.hash.startsWith('#note_') || Boolean(reading?.commentNews)
  if (opensAtNote) return
  const { filter, sort } = keptView(key.kind, notesFilter)
  void queryClient.prefetchQuery(discussionsReading({ ...key, filter }, { sort, targetId: null }))
}
