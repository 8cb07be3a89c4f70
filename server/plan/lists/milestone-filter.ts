import { sql } from 'kysely'
import { anyOf, type Condition, lowerWord } from './condition-table.ts'

/**
 * A condition on the milestone, one of the given ones. Titles are one condition: the planner takes seconds over a
 * hundred subqueries.
 */
export function milestoneAmong(refs: readonly string[], today: string): Condition {
  const titles = refs.filter(ref => !milestoneWords.has(lowerWord(ref)))
  const words = [...new Set(refs.map(lowerWord).filter(word => milestoneWords.has(word)))]
  return anyOf([
    ...words.map(word => milestoneCondition(word, today)),
    ...(titles.length === 0
      ? []
      : [
          sql`exists (select 1 from milestones fm where fm.id = i.milestone_id and fm.title = any (${titles}::text[]))`,
        ]),
  ])
}

/** A milestone by title, or by the words and numbers that stand for several. @source MILE-010..013 */
export function milestoneCondition(ref: number | string, today: string): Condition {
  const isIt = milestoneMatching(ref, today)
  if (isIt !== null) return sql`exists (select 1 from milestones fm where fm.id = i.milestone_id and ${isIt})`
  return noMilestone.has(lowerWord(ref)) ? sql`i.milestone_id is null` : sql`i.milestone_id is not null`
}

const noMilestone: ReadonlySet<string> = new Set(['none', 'no milestone', '-1', '0'])
const anyMilestone: ReadonlySet<string> = new Set(['any', 'any milestone', 'null'])
const milestoneWords: ReadonlySet<string> = new Set([
  ...noMilestone,
  ...anyMilestone,
  ...['upcoming', 'started', '-2', '-3'],
])

/** The milestones that a filter names, as a condition on `milestones fm`; null where it asks for none or for any. */
export function milestoneMatching(ref: number | string, today: string): Condition | null {
  const word = lowerWord(ref)
  if (noMilestone.has(word) || anyMilestone.has(word)) return null
  switch (word) {
    case 'upcoming':
    case '-2':
      return sql`fm.state = 'active' and fm.start_date > ${today}::date`
    case 'started':
    case '-3':
      return sql`fm.state = 'active' and (fm.start_date is not null or fm.due_date is not null)
        and (fm.start_date is null or fm.start_date <= ${today}::date) and (fm.due_date is null or fm.due_date >= ${today}::date)`
    default:
      return typeof ref === 'number' ? sql`fm.id = ${ref}` : sql`fm.title = ${ref}`
  }
}
