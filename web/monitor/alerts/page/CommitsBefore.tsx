import { GitCommitIcon } from '@primer/octicons-react'
import { commitsBefore } from '#contract/monitor/alerts/commits-before.ts'
import { urlOf } from '#web/api/client.ts'
import { listCommits } from '#web/api/operations.gen.ts'
import { hasAnswers } from '#web/api/page.ts'
import { queryClient, reading, useReading } from '#web/api/query.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List, ListRow } from '#web/ui/layout/List.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import styles from '../AlertDetails.module.css'
import type { AlertPageData } from '../shapes.ts'

/** Have the commits that came with the document before the page is drawn. */
export async function readCommitsAhead({ namespace, facts }: AlertPageData): Promise<void> {
  const input = commitsBefore(namespace.fullPath, facts.startedAt)
  if (namespace.offers.code && hasAnswers(urlOf(listCommits, input)))
    await queryClient.prefetchQuery(reading(listCommits, input))
}

/** The last commits on the default branch in the day before the alert. */
export function CommitsBefore({ page: { namespace, facts } }: { readonly page: AlertPageData }) {
  const { data: commits = [] } = useReading(listCommits, commitsBefore(namespace.fullPath, facts.startedAt))
  if (commits.length === 0) return null
  return (
    <Card title="Commits before the alert" flush className={styles.table}>
      <List framed={false} aria-label="Commits before the alert">
        {commits.map(({ id, shortId, title, authorName, committedDate }) => (
          <ListRow
            key={id}
            leading={<GitCommitIcon />}
            title={
              <TextLink tone="plain" href={`/${namespace.fullPath}/-/commit/${id}`}>
                <bdi>{title}</bdi>
              </TextLink>
            }
            detail={
              <>
                <code>{shortId}</code> · <bdi>{authorName}</bdi> · <RelativeTime at={committedDate} />
              </>
            }
          />
        ))}
      </List>
    </Card>
  )
}
