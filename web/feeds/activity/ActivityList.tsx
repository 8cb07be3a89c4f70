import { SyncIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import { useHoverOrFocus } from '#web/ui/actions/held.ts'
import { List } from '#web/ui/layout/List.tsx'
import { useSteadyRows } from '#web/ui/layout/steady-rows.ts'
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

/** What happened, newest first. While a row is pointed at or focused, new rows wait. */
export function ActivityList({ listed, first, read, within, empty }: ActivityListProps) {
  const { rows, pages, loadMore, isLoading, isFailed } = useActivity(listed, first, read)
  const attention = useHoverOrFocus()
  const steady = useSteadyRows(`${listed} ${pages}`, rows, row => row.id, attention.isActive)
  if (steady.rows.length === 0 && !steady.isBehind) return empty
  return (
    <div {...attention.props}>
      <div role="status" className={styles.news}>
        {steady.isBehind && (
          <Button
            size="s"
            icon={<SyncIcon />}
            onClick={() => {
              attention.clearFocus()
              steady.showAll()
            }}
          >
            {newsOf(steady.arrived)}
          </Button>
        )}
      </div>
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
    </div>
  )
}

const newsOf = (arrived: number): string =>
  arrived === 0 ? 'Update list' : arrived === 1 ? '1 new event' : `${arrived} new events`
