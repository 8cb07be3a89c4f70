import { call } from '#web/api/client.ts'
import { userActivity } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import type { ProfileActionProps } from '#web/foundation/people/profile-actions.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import styles from './ActivityList.module.css'
import { ActivityList } from './ActivityList.tsx'
import { shownTopics } from './live-topics.ts'
import { messages } from './messages.ts'

/** The activity of a user, on their profile. */
export function ProfileActivity({ user }: ProfileActionProps) {
  const { data, isError } = useReading(userActivity, { id: user.id }, { topics: shownTopics })
  return (
    <section aria-label="Activity" className={styles.profile}>
      <h2 className={styles.heading}>Activity</h2>
      {data !== undefined ? (
        <ActivityList
          listed={String(user.id)}
          first={data}
          read={cursor => call(userActivity, { id: user.id, cursor })}
          empty={
            <EmptyState title="No activity yet" headingLevel={3}>
              {user.isSelf ? 'Your issues, comments and pushes appear here.' : 'This user has no activity you can see.'}
            </EmptyState>
          }
        />
      ) : isError ? (
        <Banner tone="danger">{messages.fetch}</Banner>
      ) : (
        <Skeleton shape="row" rows={4} label="Loading activity" />
      )}
    </section>
  )
}
