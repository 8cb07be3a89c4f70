import { CommentIcon, EyeClosedIcon, ThumbsupIcon } from '@primer/octicons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { asking } from '#web/api/graphql.ts'
import { pathOf } from '#web/api/path-of.ts'
import { CountFact } from '#web/plan/facts/Fact.tsx'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { type IssueSuggestionResult, issueSuggestion } from './issue-suggestion.graphql.gen.ts'
import styles from './SimilarIssues.module.css'

/** After this pause in typing the title. @source NEWISSUE-008 */
const pauseMs = 1_000

type Suggestion = NonNullable<
  NonNullable<NonNullable<NonNullable<IssueSuggestionResult['project']>['issues']>['nodes']>[number]
>

interface SimilarIssuesProps {
  /** Full path of the project. */
  readonly namespace: string
  readonly title: string
}

/** Issues whose titles are like the one that is being written, the last changed first. @source NEWISSUE-006 to NEWISSUE-010, NEWISSUE-015 */
export function SimilarIssues({ namespace, title }: SimilarIssuesProps) {
  const search = useDebounced(title.trim(), pauseMs)
  const { data } = useQuery({
    ...asking(issueSuggestion, { fullPath: namespace, search }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const found = search === '' || data === undefined ? none : (data.project?.issues?.nodes ?? []).filter(isThere)
  const issues = useCalmly(title.trim() === '' ? none : found)
  if (issues.length === 0) return null
  return (
    <section aria-label="Similar issues" className={styles.similar}>
      <h2 className={styles.heading}>Similar issues</h2>
      <p className={styles.hint}>One of these issues may already cover it.</p>
      <ul>
        {issues.map(issue => (
          <Row key={issue.id} issue={issue} />
        ))}
      </ul>
    </section>
  )
}

const none: readonly Suggestion[] = []
const isThere = (issue: Suggestion | null): issue is Suggestion => issue !== null

/** The found issues, but no new ones while the user writes in a box below, which would move. */
function useCalmly(found: readonly Suggestion[]): readonly Suggestion[] {
  const [shown, setShown] = useState(found)
  const key = found.map(issue => issue.id).join(' ')
  const isShown = shown.map(issue => issue.id).join(' ') === key
  // React does not know the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what was found.
  useEffect(() => {
    if (isShown) return
    const show = () => {
      if (!(document.activeElement instanceof HTMLTextAreaElement)) setShown(found)
    }
    show()
    document.addEventListener('focusin', show)
    return () => document.removeEventListener('focusin', show)
  }, [key, isShown])
  return shown
}

function Row({ issue }: { readonly issue: Suggestion }) {
  const { author, state, closedAt, createdAt, updatedAt, upvotes, userNotesCount } = issue
  return (
    <li className={styles.row}>
      <StateBadge state={state === 'closed' ? 'closed' : 'opened'} look="icon" />
      <div className={styles.words}>
        <div>
          {issue.confidential && (
            <span role="img" aria-label="Confidential" title="Confidential" className={styles.confidential}>
              <EyeClosedIcon />
            </span>
          )}
          <a href={pathOf(issue.webUrl)} target="_blank" rel="noreferrer" className={styles.title}>
            {issue.title}
          </a>
        </div>
        <div className={styles.facts}>
          <span>#{issue.iid}</span>
          <span>
            {state === 'closed' && closedAt !== null ? (
              <>
                closed <RelativeTime at={closedAt} />
              </>
            ) : (
              <>
                opened <RelativeTime at={createdAt} />
              </>
            )}{' '}
            by {author.name}
          </span>
          <span>
            updated <RelativeTime at={updatedAt} />
          </span>
          <CountFact icon={<ThumbsupIcon size={12} />} count={upvotes} noun="upvote" />
          <CountFact icon={<CommentIcon size={12} />} count={userNotesCount} noun="comment" />
        </div>
      </div>
    </li>
  )
}
