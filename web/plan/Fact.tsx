import { AlertIcon, CalendarIcon, MilestoneIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { today } from '#web/ui/forms/dates/day.ts'
import { describePlannedDay } from '#web/ui/text/time.ts'
import { isPastDue, nameDay } from './days.ts'
import styles from './Fact.module.css'
import type { IssueRowData } from './shapes.ts'
import { WeightIcon } from './WeightIcon.tsx'

interface FactProps {
  readonly icon: ReactNode
  readonly title: string
  readonly isLate?: boolean
  readonly children: ReactNode
}

/** A value with its icon, in a row or under a title. */
export function Fact({ icon, title, isLate, children }: FactProps) {
  return (
    <span className={styles.fact} title={title} data-late={isLate || undefined}>
      {icon}
      <span className={styles.words}>{children}</span>
    </span>
  )
}

type FactsOf = Pick<IssueRowData, 'state' | 'milestone' | 'dueDate' | 'weight'>

export function MilestoneFact({ milestone }: { readonly milestone: NonNullable<FactsOf['milestone']> }) {
  return (
    <TextLink tone="muted" href={pathOf(milestone.webUrl)} className={styles.fact}>
      <MilestoneIcon size={12} />
      <span className={styles.words}>
        <bdi>{milestone.title}</bdi>
        {milestone.expired && ' (expired)'}
      </span>
    </TextLink>
  )
}

export function DueDateFact({ dueDate, state }: { readonly dueDate: string; readonly state: FactsOf['state'] }) {
  const now = today()
  const isLate = isPastDue(dueDate, state, now)
  return (
    <Fact
      icon={isLate ? <AlertIcon size={12} /> : <CalendarIcon size={12} />}
      title={`${isLate ? 'Past due' : 'Due'}: ${describePlannedDay(dueDate)}`}
      isLate={isLate}
    >
      {nameDay(dueDate, now)}
      {isLate && (
        <span data-late-words className={styles.late}>
          {' '}
          (past due)
        </span>
      )}
    </Fact>
  )
}

export function WeightFact({ weight }: { readonly weight: number }) {
  return (
    <Fact icon={<WeightIcon size={12} />} title={`Weight: ${weight}`}>
      {weight}
    </Fact>
  )
}

/** The path of an address of this site. */
function pathOf(url: string): string {
  return new URL(url, location.origin).pathname
}
