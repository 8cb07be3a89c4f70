import { turnsOnHome } from '#contract/code/merge-requests/turns-on-home.ts'
import { getMergeRequestsDashboard } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { useViewer } from '#web/api/viewer.ts'
import { usedBy } from '#web/plan/lists/columns/used.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { usualColumns } from './columns.tsx'
import { dashboardTopics } from './dashboard-topics.ts'
import { MergeRequestRow } from './MergeRequestRow.tsx'
import styles from './TurnOnHome.module.css'

/** The merge requests that wait for the viewer, the last changed ones; nothing where none does. */
export function TurnOnHome() {
  const { user } = useViewer()
  const { data } = useReading(
    getMergeRequestsDashboard,
    { perPage: turnsOnHome.per_page },
    { topics: dashboardTopics(user) },
  )
  if (data === undefined || data.mergeRequests.length === 0) return null
  const { counts, countedUpTo, mergeRequests } = data
  const columns = usedBy(usualColumns, mergeRequests)
  const count = counts.turn >= countedUpTo ? `${countedUpTo}+` : String(counts.turn)
  return (
    <Card
      title="Your turn"
      flush
      className={styles.card}
      aside={
        <TextLink href="/dashboard/merge_requests">
          {counts.turn > mergeRequests.length ? `All ${count} merge requests` : 'Your merge requests'}
        </TextLink>
      }
    >
      <List framed={false} density="regular" aria-label="Merge requests that need your action" className={styles.rows}>
        {mergeRequests.map(row => (
          <MergeRequestRow key={row.id} row={row} isNew={false} selection={null} columns={columns} />
        ))}
      </List>
    </Card>
  )
}
