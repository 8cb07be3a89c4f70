import type { QueryClient } from '@tanstack/react-query'
import type { PageNote } from '#contract/discuss/discussion-page.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { call } from '#web/api/client.ts'
import { pollNotes } from '#web/api/operations.gen.ts'
import { type Noteable, targetIdOf } from './noteable.ts'
import { type DiscussionList, mergeNotes, strangersAmong, withChanges, withoutNotes } from './reading/discussions.ts'
import { type DiscussionsKey, discussionsKey } from './reading/reading.ts'

type NewsKey = DiscussionsKey & Pick<Noteable, 'id'>
type PollNotes = typeof import('#contract/discuss/discussion-page.ts').pollNotes
type NewsInput = InputOf<PollNotes>
export type News = ReplyOf<PollNotes>

/**
 * Ask the server for changes since the last look, and put them into the list. If there are more, the next request
 * follows immediately.
 *
 * @param isHeld  notes that stay although they were deleted, since they are being edited
 * @throws CallError
 * @source POLL-013, POLL-025
 */
export async function lookForNews(
  client: QueryClient,
  place: NewsKey,
  isHeld: (noteId: string) => boolean,
): Promise<void> {
  for (let more = true; more; ) {
    const input = newsInput(client, place)
    if (input === null) return
    more = await takeNews(client, place, isHeld, await call(pollNotes, input))
  }
}

/** The input that asks for what changed since the last look; null while nothing is loaded. */
export function newsInput(client: QueryClient, { kind, namespace, id, iid, filter }: NewsKey): NewsInput | null {
  const known = client.getQueryData<DiscussionList>(discussionsKey({ kind, namespace, iid, filter }))
  if (known === undefined) return null
  const { lookedAt } = known
  return {
    namespace,
    targetType: kind.series,
    targetId: targetIdOf({ kind, id, iid }),
    lastFetchedAt: lookedAt,
    notesFilter: filter ?? 0,
  }
}

/**
 * Put what changed into the list.
 *
 * @returns whether there is more
 * @throws CallError
 */
export async function takeNews(
  client: QueryClient,
  place: NewsKey,
  isHeld: (noteId: string) => boolean,
  news: News,
): Promise<boolean> {
  const queryKey = discussionsKey(place)
  const known = client.getQueryData<DiscussionList>(queryKey)
  if (known === undefined) return false
  const { kind, namespace, iid } = place
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
      // Two may be taken at once.
      lookedAt: Math.max(list.lookedAt, news.lastFetchedAt),
    }
  })
  return news.more
}
