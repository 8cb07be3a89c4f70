import { AlertIcon, CalendarIcon, MilestoneIcon } from '@primer/octicons-react'
import type { ReactNode } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { type ChoiceName, choiceOf, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { pathOf } from '#web/api/path-of.ts'
import type { IssueRowData } from '#web/plan/shapes.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { WeightIcon } from '#web/ui/own-icons.ts'
import { counted } from '#web/ui/text/counted.ts'
import { useToday } from '#web/ui/text/use-now.ts'
import { Dot } from './ChoiceDot.tsx'
import { isPastDue, nameDay } from './days.ts'
import styles from './Fact.module.css'

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

interface CountFactProps {
  readonly icon: ReactNode
  readonly count: number
  /** The noun in the singular: `upvote`. */
  readonly noun: string
}

/** The number of something; nothing for none. */
export function CountFact({ icon, count, noun }: CountFactProps) {
  if (count === 0) return null
  return (
    <Fact icon={icon} title={counted(count, noun)}>
      {count}
    </Fact>
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
  const now = useToday()
  const isLate = isPastDue(dueDate, state, now)
  return (
    <Fact
      icon={isLate ? <AlertIcon size={12} /> : <CalendarIcon size={12} />}
      title={`${isLate ? 'Past due' : 'Due'}: ${dayWords(dueDate)}`}
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

interface ChoiceFactProps {
  readonly name: ChoiceName
  readonly value: string | null
}

/** Nothing where none is set, or no more is known than of a new issue. */
export function ChoiceFact({ name, value }: ChoiceFactProps) {
  const choice = choiceOf(name, value)
  if (choice === undefined || choice.tone === 'muted') return null
  return (
    <Fact icon={<Dot tone={choice.tone} />} title={`${plainAttributes[name].label}: ${choice.label}`}>
      {choice.label}
    </Fact>
  )
}

/** Nothing where none is set. */
export function WeightFact({ weight }: Pick<FactsOf, 'weight'>) {
  if (weight === null) return null
  return (
    <Fact icon={<WeightIcon size={12} />} title={`Weight: ${weight}`}>
      {weight}
    </Fact>
  )
}
