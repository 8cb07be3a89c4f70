import type { ReplyOf } from '#contract/operation.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { ProgressBar } from '#web/ui/status/ProgressBar.tsx'
import { counted } from '#web/ui/text/counted.ts'
import styles from './TimeSummary.module.css'

type Times = ReplyOf<typeof import('#contract/plan/label-and-milestone-pages.ts').getMilestonePage>['times']

/** Estimates and time spent of the issues of a milestone or iteration, in all, by person and by issue. Empty without either. */
export function TimeSummary({ times }: { readonly times: Times }) {
  const { estimate, spent, people, issues, issuesCount } = times
  if (estimate === 0 && spent === 0) return null
  const more = issuesCount - issues.length
  return (
    <Card title="Time tracking" className={styles.card}>
      <Total times={times} />
      <div className={styles.lists}>
        {people.length > 0 && (
          <section aria-label="Time spent by person">
            <h3 className={styles.heading}>By person</h3>
            <ul className={styles.list}>
              {people.map(({ user, humanSpent }) => (
                <li key={user?.id ?? 0}>
                  <span className={styles.name}>
                    {user === null ? (
                      'Deleted users'
                    ) : (
                      <>
                        <Avatar id={user.id} name={user.name} avatarUrl={user.avatarUrl} named={false} />
                        <TextLink tone="plain" href={`/${user.username}`}>
                          {user.name}
                        </TextLink>
                      </>
                    )}
                  </span>
                  <span className={styles.time}>{humanSpent}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <section aria-label="Time spent by issue">
          <h3 className={styles.heading}>By issue</h3>
          <ul className={styles.list}>
            {issues.map(issue => (
              <li key={issue.id}>
                <span className={styles.name}>
                  <TextLink tone="plain" href={issue.path} className={styles.title}>
                    {issue.title}
                  </TextLink>
                  <span className={styles.reference}>{issue.reference}</span>
                </span>
                <span
                  className={styles.time}
                  data-over={(issue.estimate > 0 && issue.spent > issue.estimate) || undefined}
                >
                  {issue.humanSpent ?? '0h'}
                  {issue.humanEstimate !== null && ` of ${issue.humanEstimate}`}
                </span>
              </li>
            ))}
          </ul>
          {more > 0 && <p className={styles.more}>And {counted(more, 'other issue')}</p>}
        </section>
      </div>
    </Card>
  )
}

function Total({ times: { estimate, humanEstimate, spent, humanSpent } }: { readonly times: Times }) {
  const words = `${humanSpent ?? '0h'} spent${humanEstimate === null ? '' : ` of ${humanEstimate} estimated`}`
  const isOver = estimate > 0 && spent > estimate
  return (
    <div className={styles.total}>
      {estimate > 0 && <ProgressBar label={words} value={Math.min(spent, estimate)} of={estimate} />}
      <span className={styles.words} data-over={isOver || undefined}>
        {words}
        {isOver && ' (over estimate)'}
      </span>
    </div>
  )
}
