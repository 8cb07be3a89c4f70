import { addChildEpic, createEpic } from '#contract/plan/epics/epics.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { DemoCaller } from './caller.ts'

interface PlannedEpic {
  readonly title: string
  readonly description: string
  readonly color: string
  /** Days from today. */
  readonly start: number
  readonly due: number
  readonly issues: readonly number[]
  /** The position in the list. */
  readonly parent?: number
}

const epics: readonly PlannedEpic[] = [
  {
    title: 'Looms that run through the night',
    description:
      'No loom stops by itself between two shifts.\n\n```mermaid\nflowchart LR\n  Sensor --> Selector --> Shuttle\n  Selector -- busy --> Log\n```\n\nA stop costs $t = \\frac{n}{180}$ minutes for $n$ lost picks.',
    color: '#4338ca',
    start: -30,
    due: 60,
    issues: [10],
  },
  {
    title: 'A selector that keeps up',
    description: 'Two picks ahead, at every speed.',
    color: '#0f766e',
    start: -20,
    due: 14,
    issues: [1, 4],
    parent: 0,
  },
  {
    title: 'Tension at a glance',
    description: 'Shows the tension of every warp beam on one screen, instead of six panels.',
    color: '#7c3aed',
    start: 7,
    due: 120,
    issues: [2, 8],
  },
]

/** Epics of a group, with issues of its project. */
export async function makeEpics(db: Db, as: DemoCaller, group: string, id: string): Promise<void> {
  for (const { title, description, color, start, due, issues, parent } of epics) {
    const dates = {
      startDateIsFixed: true,
      startDateFixed: dayFromToday(start),
      dueDateIsFixed: true,
      dueDateFixed: dayFromToday(due),
    }
    await as('mina', createEpic, { id: group, title, description, color, ...dates })
    const epic = await db
      .selectFrom('issuables')
      .select('id')
      .where('type', '=', 'epic')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    if (parent !== undefined) await as('mina', addChildEpic, { id: group, epicIid: parent + 1, childEpicId: epic.id })
    for (const issueIid of issues) await as('mina', updateIssue, { id, issueIid, epicId: epic.id })
  }
}

/** yyyy-mm-dd */
export const dayFromToday = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
