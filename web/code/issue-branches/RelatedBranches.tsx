import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { pipelinesTopic, repositoryTopic } from '#contract/live-topics.ts'
import { call, urlOf } from '#web/api/client.ts'
import { useTopics } from '#web/api/live/live.ts'
import { getRelatedBranches } from '#web/api/operations.gen.ts'
import { keyOf } from '#web/api/query.ts'
import { Prose } from '#web/discuss/text/Prose.tsx'
import { useIssuePage } from '#web/plan/issues/page/issue-page-context.ts'
import type { IssuePageData } from '#web/plan/shapes.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { CounterBadge } from '#web/ui/status/CounterBadge.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { messages } from './messages.ts'
import styles from './Related.module.css'

/** The query, and the address of its first page. */
export function relatedBranches({ namespace, issue }: IssuePageData) {
  const input = { namespace: namespace.fullPath, iid: issue.iid }
  return {
    firstUrl: urlOf(getRelatedBranches, { ...input, page: 1 }),
    query: infiniteQueryOptions({
      queryKey: [...keyOf(getRelatedBranches, input), 'pages'],
      queryFn: ({ pageParam, signal }) => call(getRelatedBranches, { ...input, page: pageParam }, { signal }),
      initialPageParam: 1,
      getNextPageParam: (_last, pages) => (countIn(pages) < (pages[0]?.count ?? 0) ? pages.length + 1 : null),
    }),
  }
}

/** The branches of the issue, as many at a time as the server gives. @source BRANCH-027, BRANCH-033 */
export function RelatedBranches() {
  const page = useIssuePage()
  const { namespace } = page
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    relatedBranches(page).query,
  )
  useTopics(
    [repositoryTopic(namespace.id), pipelinesTopic(namespace.id)],
    useCallback(() => void refetch(), [refetch]),
  )
  if (isError && data === undefined)
    return <RetryBanner onRetry={() => void refetch()}>{messages.relatedBranches}</RetryBanner>
  const [first] = data?.pages ?? []
  if (data === undefined || first === undefined || first.html === '') return null
  return (
    <Card
      flush
      title={
        <span className={styles.title}>
          Related branches <CounterBadge count={first.count} />
        </span>
      }
    >
      {data.pages.map(({ html }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is named by its place
        <Prose key={index} html={html} wide className={styles.branches} />
      ))}
      {hasNextPage && (
        <Button variant="quiet" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </Card>
  )
}

const countIn = (pages: readonly { readonly html: string }[]): number =>
  pages.reduce((sum, { html }) => sum + html.split('<li>').length - 1, 0)
