import { ClockIcon, HourglassIcon, type Icon, IterationsIcon, ProjectRoadmapIcon } from '@primer/octicons-react'
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
      return epic && <Link icon={ProjectRoadmapIcon} title="Epic" href={epic.path} name={epic.title} />
    case 'iteration':
      return iteration && <Link icon={IterationsIcon} title="Iteration" href={iteration.path} name={iteration.name} />
    case 'estimate':
      return estimate && <Time icon={HourglassIcon} title="Estimate" time={estimate} />
    case 'spent':
      return spent && <Time icon={ClockIcon} title="Time spent" time={spent} />
    default:
      return column satisfies never
  }
}

interface LinkProps {
  readonly icon: Icon
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

const Time = ({ icon, title, time }: { readonly icon: Icon; readonly title: string; readonly time: string }) => (
  <Fact icon={icon} title={`${title}: ${time}`}>
    {time}
  </Fact>
)
