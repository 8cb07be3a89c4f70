import { AlertIcon, CheckIcon, ClockIcon } from '@primer/octicons-react'
import { Fact } from '#web/plan/facts/Fact.tsx'
import type { IssueRowData } from '#web/plan/shapes.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'

interface RequestFactProps {
  readonly column: 'requester' | 'firstAnswer'
  readonly request: NonNullable<IssueRowData['request']>
}

/** The requester of a row, or whether a member has answered. */
export function RequestFact({ column, request }: RequestFactProps) {
  const { email, name, isUnverified, answeredAt, firstAnswerDueAt, isOverdue } = request
  if (column === 'requester')
    return (
      <Fact
        icon={isUnverified ? AlertIcon : null}
        title={`Requester: ${name === '' ? '' : `${name}, `}${email}${isUnverified ? ' (unverified sender)' : ''}`}
      >
        <bdi>{name === '' ? email : name}</bdi>
      </Fact>
    )
  if (answeredAt !== null)
    return (
      <Fact icon={CheckIcon} title="First reply">
        <RelativeTime at={answeredAt} />
      </Fact>
    )
  if (isOverdue)
    return (
      <Fact icon={ClockIcon} title="No member has replied in time" isLate>
        Overdue
      </Fact>
    )
  return firstAnswerDueAt === null ? (
    <span>Not yet</span>
  ) : (
    <Fact icon={ClockIcon} title="A reply is due">
      <RelativeTime at={firstAnswerDueAt} />
    </Fact>
  )
}
