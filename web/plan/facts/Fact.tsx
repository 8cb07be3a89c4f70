import { AlertIcon, CalendarIcon, type Icon, MilestoneIcon } from '@primer/octicons-react'
import type { ComponentPropsWithRef, ReactElement } from 'react'
import { dayWords } from '#contract/day-words.ts'
import { type ChoiceName, choiceOf, plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { pathOf } from '#web/api/path-of.ts'
import type { IssueRowData } from '#web/plan/shapes.ts'
import type { AnchorProps } from '#web/ui/actions/Anchor.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { classes } from '#web/ui/classes.ts'
import { signOf } from '#web/ui/icon.tsx'
import { WeightIcon } from '#web/ui/own-icons.ts'
import { counted } from '#web/ui/text/counted.ts'
import { isPastDue, nameDay } from '#web/ui/text/days.ts'
import { useToday } from '#web/ui/text/use-now.ts'
import { Dot } from './ChoiceDot.tsx'
import styles from './Fact.module.css'

interface FactProps extends ComponentPropsWithRef<'span'> {
  /** The component of an icon, or another sign. */
  readonly icon: Icon | ReactElement | null
  readonly iconPx?: 12 | 14
  readonly isLate?: boolean
}

/** A value with its icon, in a row or under a title. */
export function Fact({ icon, iconPx = 12, isLate, children, className, ...rest }: FactProps) {
  const isIcon = typeof icon === 'function'
  return (
    <span
      {...rest}
      {...(isIcon && signOf(icon, iconPx))}
      className={classes(styles.fact, className)}
      data-late={isLate || undefined}
    >
      {isIcon ? (
        children
      ) : (
        <>
          {icon}
          <span className={styles.words}>{children}</span>
        </>
      )}
    </span>
  )
}

interface CountFactProps extends ComponentPropsWithRef<'span'> {
  readonly icon: Icon
  readonly count: number
  /** The noun in the singular: `upvote`. */
  readonly noun: string
}

/** The number of something; nothing for none. */
export function CountFact({ icon, count, noun, ...rest }: CountFactProps) {
  if (count === 0) return null
  return (
    <Fact {...rest} icon={icon} iconPx={14} title={counted(count, noun)}>
      {count}
    </Fact>
  )
}

type FactsOf = Pick<IssueRowData, 'state' | 'milestone' | 'dueDate' | 'weight'>

interface MilestoneFactProps extends AnchorProps {
  readonly milestone: NonNullable<FactsOf['milestone']>
}

export function MilestoneFact({ milestone, className, ...rest }: MilestoneFactProps) {
  return (
    <TextLink
      {...rest}
      {...signOf(MilestoneIcon, 12)}
      tone="muted"
      href={pathOf(milestone.webUrl)}
      className={classes(styles.fact, className)}
    >
      {milestone.title}
      {milestone.expired && ' (expired)'}
    </TextLink>
  )
}

interface DueDateFactProps extends ComponentPropsWithRef<'span'> {
  readonly dueDate: string
  readonly state: FactsOf['state']
}

export function DueDateFact({ dueDate, state, ...rest }: DueDateFactProps) {
  const now = useToday()
  const isLate = isPastDue(dueDate, state, now)
  return (
    <Fact
      {...rest}
      icon={isLate ? AlertIcon : CalendarIcon}
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
export function WeightFact({ weight, ...rest }: Pick<FactsOf, 'weight'> & ComponentPropsWithRef<'span'>) {
  if (weight === null) return null
  return (
    <Fact {...rest} icon={WeightIcon} title={`Weight: ${weight}`}>
      {weight}
    </Fact>
  )
}
