import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { CallError } from '#web/api/client.ts'
import { getIssuePage } from '#web/api/operations.gen.ts'
import { keyOf } from '#web/api/query.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'

const IssueContext = createContext<IssuePageData | null>(null)

interface IssueProviderProps {
  readonly page: IssuePageData
  readonly children: ReactNode
}

export function IssueProvider({ page, children }: IssueProviderProps) {
  return <IssueContext value={page}>{children}</IssueContext>
}

/** The page around the widget. */
export function useIssuePage(): IssuePageData {
  const page = useContext(IssueContext)
  if (page === null) throw new Error('There is no issue around this widget')
  return page
}

/** What names the issue for the functions that save. */
export interface IssueTarget {
  readonly namespace: string
  readonly iid: number
  readonly id: number
}

export const targetOf = ({ namespace, issue }: IssuePageData): IssueTarget => ({
  namespace: namespace.fullPath,
  iid: issue.iid,
  id: issue.id,
})

/** Under which the browser holds the page. */
export const issuePageKey = ({ namespace, issue }: IssuePageData) =>
  keyOf(getIssuePage, { namespace: namespace.fullPath, iid: issue.iid })

interface SaveOptions<Value> {
  readonly save: (target: IssueTarget, value: Value) => Promise<unknown>
  /** The page as it will be, shown at once and taken back when the save fails. */
  readonly preview?: (page: IssuePageData, value: Value) => IssuePageData
  /** What is said when it fails and the server gives no reason of its own. */
  readonly failure: string
  /** Say that sentence whatever the server's reason is. */
  readonly keepsReasons?: boolean
}

export interface Save<Value> {
  readonly run: (value: Value, onSaved?: () => void) => void
  readonly isPending: boolean
  readonly error: string | null
  readonly forgetError: () => void
}

/** Save one attribute of the issue of the page: shown at once, taken back on failure, then read anew. @source SIDE-014 */
export function useSave<Value>({ save, preview, failure, keepsReasons }: SaveOptions<Value>): Save<Value> {
  const page = useIssuePage()
  const client = useQueryClient()
  const target = targetOf(page)
  const key = issuePageKey(page)
  const mutationKey = ['save issue', target.id]
  const mutation = useMutation({
    mutationKey,
    // One after the other, as they were made: on two connections the later one may be the first to arrive.
    scope: { id: mutationKey.join(' ') },
    mutationFn: (value: Value) => save(target, value),
    onMutate: async value => {
      // An answer on its way would show what was before.
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<IssuePageData>(key)
      if (before && preview) client.setQueryData(key, preview(before, value))
      return before
    },
    onError: (_error, _value, before) => {
      if (before && preview) client.setQueryData(key, before)
    },
    // What is read before the last one is saved would take that one back for a moment.
    onSettled: async () => {
      if (client.isMutating({ mutationKey }) === 1) await client.invalidateQueries({ queryKey: key })
    },
  })
  return {
    run: (value, onSaved) => mutation.mutate(value, onSaved ? { onSuccess: onSaved } : {}),
    isPending: mutation.isPending,
    error: mutation.error === null ? null : keepsReasons ? failure : sentenceOf(mutation.error, failure),
    forgetError: mutation.reset,
  }
}

/** The first sentence of a mutation or of the server about a rule that was broken, else the widget's. @source ERRMSG-013, ERRMSG-020 */
export function sentenceOf(error: Error, failure: string): string {
  if (error instanceof CallError && error.status === 422) return firstOf(error.body) ?? error.message
  return failure
}

function firstOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return null
  const first: unknown = body.errors[0]
  return typeof first === 'string' ? first : null
}

/** A preview that changes fields of the issue. */
export const withIssue = (page: IssuePageData, changes: Partial<IssuePageData['issue']>): IssuePageData => ({
  ...page,
  issue: { ...page.issue, ...changes },
})
