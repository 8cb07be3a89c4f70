import { useQuery } from '@tanstack/react-query'
import { dayWords } from '#contract/day-words.ts'
import { gid } from '#contract/gid.ts'
import { query } from '#web/api/graphql.ts'
import { StateBadge } from '#web/ui/status/StateBadge.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { ReferenceCard } from './ReferenceCard.tsx'
import { type WorkItemCardResult, workItemCard } from './work-item-card.graphql.gen.ts'

/** Title, state, age and the main fields of an issue, a task or an epic. */
export function WorkItemCard({ link }: { readonly link: HTMLElement }) {
  const id = gid('WorkItem', link.dataset.issue ?? link.dataset.epic ?? '')
  const { data } = useQuery({
    queryKey: [workItemCard.name, id],
    queryFn: ({ signal }) => query(workItemCard, { id }, { signal }),
  })
  const shown = data?.workItem
  if (shown == null) return null
  const { name } = shown.workItemType
  return (
    <ReferenceCard
      link={link}
      line={
        <>
          <StateBadge state={shown.state === 'CLOSED' ? 'closed' : 'opened'} />
          {shown.confidential && <StateBadge state="confidential" />}
          <span>
            {name === 'Issue' ? 'Opened' : `${name} opened`} <RelativeTime at={shown.createdAt} />
          </span>
        </>
      }
      title={shown.title}
      details={[shown.reference, ...fieldsOf(shown)]}
    />
  )
}

type CardItem = NonNullable<WorkItemCardResult['workItem']>

/** Milestone and due date in a line, assignees in another. */
function fieldsOf({ widgets }: CardItem): readonly string[] {
  const all = Object.assign({}, ...(widgets ?? [])) as CardFields
  const people = all.assignees?.nodes?.flatMap(person => person?.name ?? []) ?? []
  const names = people.length > 3 ? [...people.slice(0, 3), 'others'] : people
  const plan = [all.milestone && `%${all.milestone.title}`, all.dueDate && `Due ${dayWords(all.dueDate)}`]
  return [plan.filter(Boolean).join(' · '), names.length === 0 ? '' : `Assigned to ${names.join(', ')}`].filter(Boolean)
}

interface CardFields {
  readonly milestone?: { readonly title: string } | null
  readonly assignees?: { readonly nodes: readonly ({ readonly name: string } | null)[] | null } | null
  readonly dueDate?: string | null
}
