import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './DescriptionChange.module.css'

export function DiffSkeleton() {
  return (
    <div className={styles.loading}>
      <Skeleton rows={2} label="Loading the changes" />
    </div>
  )
}
