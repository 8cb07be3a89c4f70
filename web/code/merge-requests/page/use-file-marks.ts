import { useEffect, useMemo, useRef, useState } from 'react'
import { maxMarkedFiles } from '#contract/code/diffs/diff-steps.ts'
import type { FileMarks as Kept } from '#contract/code/diffs/file-marks.ts'
import { fileMarksTopic } from '#contract/live-topics.ts'
import { CallError, call } from '#web/api/client.ts'
import { getFileMarks, markFiles } from '#web/api/operations.gen.ts'
import { write } from '#web/api/own-writes.ts'
import { keyOf, queryClient, useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { FileMarks } from '../../diff/file-marks.ts'
import { messages } from '../messages.ts'
import { useMergeRequestPage } from './merge-request-context.ts'
import { forgetMark, keepMark, type UnsentMark, unsentMarks } from './unsent-marks.ts'

interface Mark {
  readonly isViewed: boolean
  readonly isCollapsed: boolean | null
}

const unmarked: Mark = { isViewed: false, isCollapsed: null }

/**
 * The reader's marks on the files of a merge request, the same in all of their pages.
 *
 * @param first  what came with the page; null for a visitor
 * @returns undefined for a visitor
 */
export function useFileMarks(first: Kept | null): FileMarks | undefined {
  const { namespace, mergeRequest } = useMergeRequestPage()
  const { user } = useViewer()
  const input = useMemo(
    () => ({ namespace: namespace.fullPath, iid: mergeRequest.iid }),
    [namespace.fullPath, mergeRequest.iid],
  )
  useState(() => {
    const key = keyOf(getFileMarks, input)
    if (first !== null && queryClient.getQueryData(key) === undefined) queryClient.setQueryData(key, first)
  })
  const userId = user?.id ?? null
  const { data } = useReading(getFileMarks, input, {
    enabled: userId !== null,
    topics: () => (userId === null ? [] : [fileMarksTopic(userId)]),
  })
  const [wishes, setWishes] = useState<readonly UnsentMark[]>([])
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  const { iid } = mergeRequest
  const queue = useMemo(() => {
    const owner = { userId: userId ?? 0, projectId: namespace.id }
    const topic = fileMarksTopic(owner.userId)
    const without = (id: string) => (all: readonly UnsentMark[]) => all.filter(each => each.id !== id)
    // One after the other: the last click is the last to arrive.
    const send = (wish: UnsentMark) => {
      setWishes(all => [...without(wish.id)(all), wish])
      sent.current = sent.current.then(async () => {
        const { id, files, viewed, collapsed } = wish
        const marks = viewed === undefined ? { collapsed } : { viewed }
        try {
          for (let at = 0; at < files.length; at += maxMarkedFiles) {
            const part = files.slice(at, at + maxMarkedFiles)
            await write(topic, carried => call(markFiles, { ...input, files: part, ...marks }, { carried }))
          }
          const key = keyOf(getFileMarks, input)
          const kept = queryClient.getQueryData<Kept>(key)
          if (kept !== undefined) queryClient.setQueryData<Kept>(key, keptOf(marksOf(kept, [wish])))
        } catch (error) {
          showToast(messages.fileMarks, { tone: 'danger' })
          // If the server has not answered, the mark stays, and is sent once it can be reached.
          if (error instanceof CallError && error.status === 0) return
        }
        forgetMark(owner, id)
        setWishes(without(id))
      })
    }
    return {
      add: (files: readonly { readonly id: string }[], marks: Pick<UnsentMark, 'viewed' | 'collapsed'>) => {
        const wish = { id: `${Date.now()}.${Math.random()}`, iid, files: files.map(file => file.id), ...marks }
        keepMark(owner, wish)
        send(wish)
      },
      sendAgain: () => {
        for (const wish of unsentMarks(owner)) if (wish.iid === iid) send(wish)
      },
    }
  }, [input, userId, namespace.id, iid])
  // Only the browser knows the marks that an earlier page could not send.
  useEffect(() => {
    if (userId === null) return
    queue.sendAgain()
    window.addEventListener('online', queue.sendAgain)
    return () => window.removeEventListener('online', queue.sendAgain)
  }, [userId, queue])
  const saves = useMemo(
    () => ({
      setViewed: (file: { readonly id: string }, viewed: boolean) => queue.add([file], { viewed, collapsed: viewed }),
      setCollapsed: (files: readonly { readonly id: string }[], collapsed: boolean) => queue.add(files, { collapsed }),
    }),
    [queue],
  )
  const marks = useMemo(() => marksOf(data ?? first, wishes), [data, first, wishes])
  return useMemo(
    () =>
      userId === null
        ? undefined
        : {
            isViewed: file => (marks.get(file.id) ?? unmarked).isViewed,
            isCollapsed: file => (marks.get(file.id) ?? unmarked).isCollapsed,
            ...saves,
          },
    [userId, marks, saves],
  )
}

/** The marks to show: the unsent ones over the stored ones. */
function marksOf(kept: Kept | null, wishes: readonly UnsentMark[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>()
  const set = (ids: Iterable<string>, change: Partial<Mark>) => {
    for (const id of ids) marks.set(id, { ...(marks.get(id) ?? unmarked), ...change })
  }
  set(kept?.viewed ?? [], { isViewed: true })
  set(kept?.collapsed ?? [], { isCollapsed: true })
  set(kept?.expanded ?? [], { isCollapsed: false })
  for (const { files, viewed, collapsed } of wishes)
    set(files, { isCollapsed: collapsed, ...(viewed !== undefined && { isViewed: viewed }) })
  return marks
}

function keptOf(marks: ReadonlyMap<string, Mark>): Kept {
  const all = [...marks]
  const idsOf = (has: (mark: Mark) => boolean) => all.filter(([, mark]) => has(mark)).map(([id]) => id)
  return {
    viewed: idsOf(mark => mark.isViewed),
    collapsed: idsOf(mark => mark.isCollapsed === true),
    expanded: idsOf(mark => mark.isCollapsed === false),
  }
}
