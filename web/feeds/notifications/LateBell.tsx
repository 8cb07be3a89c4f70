import { useViewer } from '#web/api/viewer.ts'
import type { PlaceActionProps } from '#web/foundation/places/place-actions.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import styles from './LateBell.module.css'

const Bell = onDemand(() => import('./NotificationBell.tsx').then(module => module.NotificationBell), {
  holdsKeys: false,
})

/** The bell, loaded with the homes of groups and projects. Its place is kept until then. */
export function LateBell(props: PlaceActionProps) {
  const { user } = useViewer()
  return user !== null && <Bell {...props} fallback={<span className={styles.place} />} />
}
