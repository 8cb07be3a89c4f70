import type { QueryClient } from '@tanstack/react-query'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import { call } from '#web/api/client.ts'
import { pollNotes } from '#web/api/operations.gen.ts'
import type { Noteable } from './noteable.ts'
import { type DiscussionList, mergeNotes, strangersAmong, withChanges, withoutNotes } from './reading/discussions.ts'
import { type DiscussionsKey, discussionsKey } from './reading/reading.ts'

/**
 * Ask the server what changed since the last look, and put it into the list. What more there is follows at once.
 *
 * @param isHeld  notes that stay although they were deleted, since somebody is writing in them
 * @throws CallError
 * @source POLL-013, POLL-025
 */
export async function lookForNews(
  client: QueryClient,
  place: DiscussionsKey & Pick<Noteable, 'id'>,
  isHeld: (noteId: string) => boolean,
): Promise<void> {
  const queryKey = discussionsKey(place)
  const { kind, namespace, id, iid, filter } = place
  for (;;) {
    const known = client.getQueryData<DiscussionList>(queryKey)
    if (known === undefined) return
    const news = await call(pollNotes, {
      namespace,
      targetType: kind.series,
      targetId: id,
      lastFetchedAt: known.lookedAt,
      notesFilter: filter ?? 0,
    })
    // An answer in a thread that is not loaded looks like the beginning of a new one: only its whole discussion tells.
    const begun: PageNote[] = []
    for (const { id: noteId } of strangersAmong(known, news.notes)) {
      const [discussion] = await call(kind.calls.listPageDiscussions, {
        namespace,
        iid,
        around: Number(noteId),
        perPage: 1,
        notesFilter: 0,
        persistFilter: false,
      })
      const [first] = discussion?.notes ?? []
      if (first !== undefined && Date.parse(first.createdAt) * 1000 >= known.lookedAt)
        begun.push(...(discussion?.notes ?? []))
    }
    const gone = news.deleted.filter(noteId => !isHeld(noteId))
    client.setQueryData<DiscussionList>(queryKey, list => {
      if (list === undefined) return undefined
      const changed = withChanges(list, news.notes)
      return {
        ...changed,
        discussions: withoutNotes(mergeNotes(changed.discussions, begun), gone),
        lookedAt: news.lastFetchedAt,
      }
    })
    if (!news.more) return
  }
}
