import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callFully } from '#web/api/client.ts'
import { listPageDiscussions } from '#web/api/operations.gen.ts'
import { type Discussion, type DiscussionList, mergeNotes } from './discussions.ts'
import type { Noteable } from './noteable.ts'

type Place = Pick<Noteable, 'namespace' | 'iid' | 'type'>

export const discussionsKey = ({ namespace, type, iid }: Place) => ['discussions', namespace, type, iid] as const

const firstPage = 20
const growth = 1.5
const largestPage = 100

/** All discussions, page after page, each shown as it comes. @source 001 §7: pages grow by half up to 100 */
export function discussionsReading(noteable: Place) {
  const queryKey = discussionsKey(noteable)
  return queryOptions<DiscussionList>({
    queryKey,
    staleTime: 0,
    queryFn: async ({ signal, client }) => {
      const isFirst = client.getQueryData(queryKey) === undefined
      let perPage = isFirst ? firstPage : largestPage
      let cursor: string | null = null
      let lookedAt: number | null = null
      let discussions: readonly Discussion[] = []
      for (;;) {
        const page: Awaited<ReturnType<typeof readPage>> = await readPage(noteable, perPage, cursor, signal)
        lookedAt ??= page.at
        discussions = mergeNotes(discussions, page.notes)
        cursor = page.cursor
        if (cursor === null) break
        if (isFirst) publish(client, noteable, { discussions, isComplete: false, lookedAt })
        perPage = Math.min(Math.ceil(perPage * growth), largestPage)
      }
      return { discussions: withFresh(discussions, client, noteable, lookedAt), isComplete: true, lookedAt }
    },
  })
}

async function readPage({ namespace, iid }: Place, perPage: number, cursor: string | null, signal: AbortSignal) {
  const { data, headers } = await callFully(
    listPageDiscussions,
    { namespace, iid, perPage, ...(cursor === null ? {} : { cursor }) },
    { signal },
  )
  return {
    notes: data.flatMap(discussion => discussion.notes),
    cursor: headers.get('x-next-page-cursor'),
    at: (Date.parse(headers.get('date') ?? '') || Date.now()) * 1000,
  }
}

function publish(client: QueryClient, noteable: Place, list: DiscussionList): void {
  client.setQueryData<DiscussionList>(discussionsKey(noteable), known =>
    known === undefined ? list : { ...list, discussions: withFresh(list.discussions, client, noteable, list.lookedAt) },
  )
}

/** What was written while the pages were on their way is on none of them. */
function withFresh(
  discussions: readonly Discussion[],
  client: QueryClient,
  noteable: Place,
  lookedAt: number,
): readonly Discussion[] {
  const known = client.getQueryData<DiscussionList>(discussionsKey(noteable))
  const fresh = (known?.discussions ?? [])
    .flatMap(discussion => discussion.notes)
    .filter(note => Date.parse(note.createdAt) * 1000 > lookedAt)
  return mergeNotes(discussions, fresh)
}
