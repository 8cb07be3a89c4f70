import type { ReactNode } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { SteadyArea, useSteadyList } from '#web/ui/layout/SteadyArea.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './ActivityList.module.css'
import { ActivityRow } from './ActivityRow.tsx'
import type { ActivityPage } from './merged.ts'
import { messages } from './messages.ts'
import { useActivity } from './use-activity.ts'

interface ActivityListProps {
  /** Names what is listed. */
  readonly listed: string
  readonly first: ActivityPage
  readonly read: (cursor: string) => Promise<ActivityPage>
  readonly within?: number
  /** Shown for no rows. */
  readonly empty: ReactNode
}

/** The activity, newest first. While a row is pointed at or focused, new rows wait. */
export function ActivityList({ listed, first, read, within, empty }: ActivityListProps) {
  const { rows, pages, loadMore, isLoading, isFailed } = useActivity(listed, first, read)
  const steady = useSteadyList(`${listed} ${pages}`, rows, row => row.id)
  if (steady.rows.length === 0 && !steady.isBehind) return empty
  return (
    <SteadyArea of={steady} noun="event">
      <List aria-label="Activity">
        {steady.rows.map(row => (
          <ActivityRow key={row.id} activity={row} within={within ?? null} />
        ))}
      </List>
      {loadMore !== null && (
        <div className={styles.more}>
          <Button onClick={loadMore} busy={isLoading}>
            Load more
          </Button>
          {isFailed && <Banner tone="danger">{messages.more}</Banner>}
        </div>
      )}
    </SteadyArea>
  )
}
