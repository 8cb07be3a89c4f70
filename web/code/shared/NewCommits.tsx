import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import { call } from '#web/api/client.ts'
import { useTopics } from '#web/api/live.ts'
import { keyOf, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import type { CodePlace } from '../shapes.ts'
import styles from './NewCommits.module.css'

interface QuietReading<Data> {
  readonly data: Data | undefined
  /** What the server has now is not what the reader sees. */
  readonly news: boolean
  readonly showNews: () => void
}

/**
 * Read what a person studies line by line: when somebody pushes, it is looked at again, and where that would move what
 * is being read, the reader is told and decides.
 */
export function useQuietReading<Op extends Operation>(
  op: Address<Op>,
  input: InputOf<Op>,
  isNews: (shown: ReplyOf<Op>, now: ReplyOf<Op>) => boolean,
  options: { readonly keepPrevious?: boolean } = {},
): QuietReading<ReplyOf<Op>> {
  const client = useQueryClient()
  const { data } = useReading(op, input, options)
  const key = JSON.stringify(keyOf(op, input))
  const [fresh, setFresh] = useState<{ readonly key: string; readonly now: ReplyOf<Op> } | null>(null)
  const look = useCallback(async () => {
    const queryKey = JSON.parse(key) as readonly [string, InputOf<Op>]
    const now = await call(op, queryKey[1]).catch(() => null)
    const shown = client.getQueryData<ReplyOf<Op>>(queryKey)
    if (now === null || shown === undefined) return
    if (isNews(shown, now)) setFresh({ key, now })
    else client.setQueryData(queryKey, now)
  }, [client, key, op, isNews])
  // Every page of code tells which project it belongs to.
  const place = (data as { readonly place: CodePlace } | undefined)?.place
  useTopics(place === undefined ? [] : [`repository:${place.id}`], look)
  return {
    data,
    news: fresh?.key === key,
    showNews: () => {
      if (fresh !== null) client.setQueryData(JSON.parse(fresh.key), fresh.now)
      setFresh(null)
    },
  }
}

interface NewCommitsProps {
  readonly onShow: () => void
  readonly children: ReactNode
}

export function NewCommits({ onShow, children }: NewCommitsProps) {
  return (
    <div className={styles.news}>
      <Banner
        action={
          <Button size="s" onClick={onShow}>
            Show it
          </Button>
        }
      >
        {children}
      </Banner>
    </div>
  )
}
