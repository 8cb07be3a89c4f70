import { onDemand } from '#web/ui/on-demand.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import type { NoteableKey } from '../noteable.ts'
import styles from './DescriptionChange.module.css'

export interface DescriptionDiffProps extends NoteableKey {
  readonly versionId: number
  /** The first change to be taken together with it; null for its own alone. */
  readonly startVersionId: number | null
}

const LoadedDiff = onDemand(() => import('./LoadedDescriptionDiff.tsx').then(module => module.LoadedDescriptionDiff), {
  holdsKeys: false,
})

/** What changed in a description, once it has come. */
export function DescriptionDiff(props: DescriptionDiffProps) {
  return <LoadedDiff {...props} fallback={<DiffSkeleton />} />
}

export function DiffSkeleton() {
  return (
    <div className={styles.loading}>
      <Skeleton rows={2} label="Loading the changes" />
    </div>
  )
}
