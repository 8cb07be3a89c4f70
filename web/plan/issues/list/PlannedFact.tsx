import { ClockIcon, HourglassIcon, IterationsIcon, ProjectRoadmapIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { Fact } from '#web/plan/facts/Fact.tsx'
import type { PlannedColumn } from '#web/plan/lists/columns/columns.tsx'
import type { IssueRowData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'

interface PlannedFactProps {
  readonly column: PlannedColumn
  readonly issue: IssueRowData
}

/** The value of a planning column in an issue's row; nothing if none is set. */
export function PlannedFact({ column, issue }: PlannedFactProps) {
  const { epic, iteration, humanTimeEstimate: estimate, humanTotalTimeSpent: spent } = issue
  switch (column) {
    case 'epic':
      return epic && <Link icon={<ProjectRoadmapIcon size={12} />} title="Epic" href={epic.path} name={epic.title} />
    case 'iteration':
      return (
        iteration && (
          <Link icon={<IterationsIcon size={12} />} title="Iteration" href={iteration.path} name={iteration.name} />
        )
      )
    case 'estimate':
      return estimate && <Time icon={<HourglassIcon size={12} />} title="Estimate" time={estimate} />
    case 'spent':
      return spent && <Time icon={<ClockIcon size={12} />} title="Time spent" time={spent} />
    default:
      return column satisfies never
  }
}

interface LinkProps {
  readonly icon: ReactNode
  readonly title: string
  readonly href: string
  readonly name: string
}

const Link = ({ icon, title, href, name }: LinkProps) => (
  <Fact icon={icon} title={`${title}: ${name}`}>
    <TextLink tone="muted" href={href}>
      {name}
    </TextLink>
  </Fact>
)

const Time = ({ icon, title, time }: { readonly icon: ReactNode; readonly title: string; readonly time: string }) => (
  <Fact icon={icon} title={`${title}: ${time}`}>
    {time}
  </Fact>
)
