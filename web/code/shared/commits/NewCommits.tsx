import { type ReactNode, useState } from 'react'
import type { InputOf, Operation, ReplyOf } from '#contract/operation.ts'
import type { Address } from '#web/api/address.ts'
import { keyOf, useReading } from '#web/api/query.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import type { CodePlace } from '../../shapes.ts'
import { codeTopics } from '../place.ts'
import styles from './NewCommits.module.css'

interface QuietReading<Data> {
  readonly data: Data | undefined
  /** The server has data that the reader does not see yet. */
  readonly news: boolean
  readonly showNews: () => void
}

interface QuietOptions<Data> {
  readonly keepPrevious?: boolean
  /** The live topics of an answer; those of its project's code when left out. */
  readonly topics?: (data: Data) => readonly string[]
}

/**
 * Read what a person studies line by line: where a newer answer would move what is being read, the reader is told and
 * decides, whatever made the page ask again.
 */
export function useQuietReading<Op extends Operation>(
  op: Address<Op>,
  input: InputOf<Op>,
  isNews: (shown: ReplyOf<Op>, now: ReplyOf<Op>) => boolean,
  options: QuietOptions<ReplyOf<Op>> = {},
): QuietReading<ReplyOf<Op>> {
  const { data: now, isPlaceholderData, isStale } = useReading(op, input, { topics: topicsOf, ...options })
  const key = JSON.stringify(keyOf(op, input))
  const [shown, setShown] = useState<ShownData<ReplyOf<Op>> | null>(null)
  if (now === undefined || isPlaceholderData) return { data: now, news: false, showNews: () => {} }
  const show = () => setShown({ key, data: now, isStale })
  const before = shown?.key === key ? shown : null
  // An answer that was old on arrival is replaced by the one that is on its way.
  const news = before !== null && !before.isStale && before.data !== now && isNews(before.data, now)
  if (!news && (before?.data !== now || (before.isStale && !isStale))) show()
  return { data: news ? before.data : now, news, showNews: show }
}

interface ShownData<Data> {
  readonly key: string
  readonly data: Data
  readonly isStale: boolean
}

/** Every page of code tells which project it belongs to. */
const topicsOf = (data: unknown): readonly string[] => codeTopics(data as { readonly place: CodePlace })

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
            Load new version
          </Button>
        }
      >
        {children}
      </Banner>
    </div>
  )
}
