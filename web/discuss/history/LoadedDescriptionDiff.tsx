import { useQuery } from '@tanstack/react-query'
import { reading } from '#web/api/query.ts'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import type { NoteableKey } from '../noteable.ts'
import { partMessages } from '../part-messages.ts'
import styles from './DescriptionChange.module.css'
import { DiffSkeleton } from './DiffSkeleton.tsx'
import { startOf } from './start-of.ts'
import { WordDiff } from './WordDiff.tsx'

export interface DescriptionDiffProps extends NoteableKey {
  readonly versionId: number
  /** The first change to be taken together with it; null for its own alone. */
  readonly startVersionId: number | null
}

/** The difference itself, once it has come. */
export function LoadedDescriptionDiff({ kind, namespace, iid, versionId, startVersionId }: DescriptionDiffProps) {
  const input = { namespace, iid, versionId, ...startOf(startVersionId) }
  // A version never changes but by being deleted, which its note tells.
  const { data, isError, isFetching, refetch } = useQuery({
    ...reading(kind.calls.getDescriptionVersion, input),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data !== undefined) {
    if (data.deleted) return <p className={styles.deleted}>Deleted</p>
    if (data.diff === null)
      return <p className={styles.note}>The previous version was deleted, so this one cannot be compared.</p>
    return <WordDiff pieces={data.diff} />
  }
  if (isError && !isFetching) return <RetryBanner onRetry={refetch}>{partMessages.fetchVersion}</RetryBanner>
  return <DiffSkeleton />
}
