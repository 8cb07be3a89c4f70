import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallError } from '#web/api/client.ts'
import { type Activity, type ActivityPage, appended, merged } from './merged.ts'

interface ActivityRows {
  readonly rows: readonly Activity[]
  /** The number of loaded pages. */
  readonly pages: number
  /** Null at the end. */
  readonly loadMore: (() => void) | null
  readonly isLoading: boolean
  readonly isFailed: boolean
}

interface KeptActivity {
  readonly key: string
  readonly first: ActivityPage
  readonly all: ActivityPage
  readonly pages: number
}

/**
 * The rows of a live list of events that grows by pages: new events come in with its first page.
 *
 * @param key  names what is listed; another one begins anew
 * @param first  its first page, as last read
 */
export function useActivity(
  key: string,
  first: ActivityPage,
  read: (cursor: string) => Promise<ActivityPage>,
): ActivityRows {
  const [state, setState] = useState<KeptActivity>({ key, first, all: first, pages: 1 })
  const kept = state.key === key && state.first === first ? state : followed(state, key, first)
  if (kept !== state) setState(kept)
  const more = useMutation<ActivityPage, CallError, string>({
    mutationFn: read,
    onSuccess: (page, cursor) =>
      setState(now =>
        now.key === key && now.all.next === cursor
          ? { ...now, all: appended(now.all, page), pages: now.pages + 1 }
          : now,
      ),
  })
  const { next } = kept.all
  return {
    rows: kept.all.activities,
    pages: kept.pages,
    loadMore: next === null ? null : () => more.mutate(next),
    isLoading: more.isPending,
    isFailed: more.isError,
  }
}

const followed = (kept: KeptActivity, key: string, first: ActivityPage): KeptActivity =>
  kept.key === key ? { ...kept, first, all: merged(kept.all, first) } : { key, first, all: first, pages: 1 }
