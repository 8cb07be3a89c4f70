import type { QueryClient } from '@tanstack/react-query'
import type { PageDiscussion } from '#contract/discuss/discussion-page.ts'
import type { NoteableKey } from '#web/discuss/noteable.ts'

const keyOfThread = ({ kind, namespace, iid }: NoteableKey, discussionId: string) =>
  ['diff-thread', namespace, kind.contractType, iid, discussionId] as const

/** A thread in a diff as it came with a page of its discussion. */
export const readThread = (client: QueryClient, noteable: NoteableKey, discussionId: string) =>
  client.getQueryData<PageDiscussion>(keyOfThread(noteable, discussionId))

export function keepThread(client: QueryClient, noteable: NoteableKey, thread: PageDiscussion): void {
  client.setQueryData<PageDiscussion>(keyOfThread(noteable, thread.id), thread)
}
