import { useQuery } from '@tanstack/react-query'
import { gid } from '#contract/gid.ts'
import { query } from '#web/api/graphql.ts'
import { periodOf } from '#web/plan/epics/period.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { milestoneCard } from './milestone-card.graphql.gen.ts'
import { ReferenceCard } from './ReferenceCard.tsx'

/** Title, state, dates and progress of a milestone. */
export function MilestoneCard({ link }: { readonly link: HTMLElement }) {
  const id = gid('Milestone', link.dataset.milestone ?? '')
  const { data } = useQuery({
    queryKey: [milestoneCard.name, id],
    queryFn: ({ signal }) => query(milestoneCard, { id }, { signal }),
  })
  const shown = data?.milestone
  if (shown == null) return null
  const { totalIssuesCount: total = null, closedIssuesCount: closed = null } = shown.stats ?? {}
  const day = (time: string | null) => time?.slice(0, 10) ?? null
  const period = periodOf({ startDate: day(shown.startDate), dueDate: day(shown.dueDate) })
  return (
    <ReferenceCard
      link={link}
      line={
        <>
          <StateBadge state={shown.state === 'closed' ? 'closed' : 'opened'} />
          <span>{shown.expired ? 'Expired milestone' : 'Milestone'}</span>
        </>
      }
      title={shown.title}
      details={[
        (shown.project ?? shown.group)?.fullPath,
        period,
        total !== null && total > 0 ? `${closed ?? 0} of ${total} ${total === 1 ? 'issue' : 'issues'} closed` : null,
      ].filter(Boolean)}
    />
  )
}
