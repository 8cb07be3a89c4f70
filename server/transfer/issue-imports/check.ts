import { sql } from 'kysely'
import { isOfType } from '#contract/plan/attributes/plain-attributes.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { refsOf } from '#server/plan/issuables/changes/list-change.ts'
import { lookUp } from '#server/plan/issuables/changes/look-up.ts'
import { refuseWrong } from '#server/plan/issuables/changes/normalize.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { cadenceMark, fullNameOf, nameOf } from '#server/plan/iterations/iteration.ts'
import { checkLabelTitle } from '#server/plan/labels/label.ts'
import type { ImportedIssue } from './imported-issue.ts'

type ImportProject = Allowed<'project:import-issues', ProjectRow>

/** The result of checking an import. */
interface Checked {
  /** The reasons why an issue could not be created, a list of sentences each. */
  readonly problems: readonly (readonly string[])[]
  /** The parts left out of an issue, likewise. */
  readonly notices: readonly (readonly string[])[]
  /** The issues without the parts that are left out. */
  readonly issues: readonly ImportedIssue[]
  /** The titles of labels that would be created. */
  readonly newLabels: readonly string[]
}

/** Check rows of an import against the project as it is now, in two statements for all of them. */
export async function checkIssues(
  ctx: Context,
  project: ImportProject,
  issues: readonly ImportedIssue[],
): Promise<Checked> {
  const all = issues.map(issue => issue.changes)
  const place = { namespaceId: project.id, ancestorIds: project.ancestorIds, series: 'issue', type: 'issue' } as const
  const named = await lookUp(
    ctx,
    place,
    {
      assignees: { replace: [...new Set(all.flatMap(({ assignees }) => refsOf(assignees)))] },
      labels: { replace: [...new Set(all.flatMap(({ labels }) => refsOf(labels)))] },
    },
    { isStrict: false },
  )
  const milestones = await milestonesNamed(ctx, project, all)
  const iterations = await iterationsNamed(ctx, project, all)
  const usernames = new Set(named.users.map(user => user.username.toLowerCase()))
  const titles = new Set(named.labels.map(label => label.title.toLowerCase()))
  const newLabels = new Map<string, string>()
  const mayCreateIncident = may(ctx.actor, 'project:create-incident', project.facts)
  const mayCreateLabels = may(ctx.actor, 'project:admin-labels', project.facts)

  const problemsOf = (changes: Changes): readonly string[] => {
    const problems: string[] = []
    const milestone = typeof changes.milestone === 'string' ? changes.milestone : null
    if (milestone !== null && !milestones.has(milestone.toLowerCase()))
      problems.push(`There is no milestone "${milestone}"`)
    const iteration = typeof changes.iteration === 'string' ? changes.iteration : null
    const iterationCount = iteration === null ? 1 : (iterations.get(iteration.toLowerCase()) ?? 0)
    if (iterationCount === 0) problems.push(`There is no iteration "${iteration}"`)
    if (iterationCount > 1)
      problems.push(
        `Several iterations are named "${iteration}". Add the cadence, as in "Cadence${cadenceMark}${iteration}"`,
      )
    for (const title of refsOf(changes.labels).map(String)) {
      if (titles.has(title.toLowerCase())) continue
      if (!mayCreateLabels) problems.push(`There is no label "${title}"`)
      else if (!isLabelTitle(title)) problems.push(`"${title}" cannot be the title of a label`)
      else newLabels.set(title.toLowerCase(), title)
    }
    if (changes.type === 'incident' && !mayCreateIncident) problems.push('You cannot create incidents here')
    const { milestone: _milestone, iteration: _iteration, ...others } = changes
    try {
      refuseWrong(ofItsType(others), { ...named, milestone: null, iteration: null, parent: null })
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      problems.push(error.message)
    }
    return problems
  }
  const isKnown = (name: string | number) => usernames.has(String(name).toLowerCase())
  const strangers = all.map(({ assignees }) => refsOf(assignees).filter(name => !isKnown(name)))
  const left = issues.map((issue, index) =>
    strangers[index]?.length
      ? {
          ...issue,
          changes: { ...issue.changes, assignees: { replace: refsOf(issue.changes.assignees).filter(isKnown) } },
        }
      : issue,
  )
  return {
    problems: left.map(({ changes }) => problemsOf(changes)),
    // People leave, and work comes from other sites: the issue comes without them.
    notices: strangers.map((names, index) => [
      ...(issues[index]?.notices ?? []),
      ...names.map(name => `There is no user "${name}" who can see the issue`),
    ]),
    issues: left,
    newLabels: [...newLabels.values()],
  }
}

/** Remove the values that the type does not have, which are left out when the issue is created. */
const ofItsType = ({ type = 'issue', ...changes }: Changes): Changes => ({
  ...Object.fromEntries(Object.entries(changes).filter(([name]) => isOfType(name, type))),
  type,
})

/** The values of an attribute that is given by name, in lower case. */
const namesOf = (all: readonly Changes[], attribute: 'milestone' | 'iteration'): readonly string[] => [
  ...new Set(
    all.flatMap(changes => {
      const name = changes[attribute]
      return typeof name === 'string' ? name.toLowerCase() : []
    }),
  ),
]

/** The number of iterations that each name may mean, with or without its cadence. */
async function iterationsNamed(
  ctx: Context,
  project: ImportProject,
  all: readonly Changes[],
): Promise<ReadonlyMap<string, number>> {
  const names = namesOf(all, 'iteration')
  if (names.length === 0) return new Map()
  const { rows } = await sql<{ name: string; count: number }>`
    select called.name, count(*)::integer as count from iterations it,
      lateral (values (lower(${nameOf('it')})), (lower(${fullNameOf('it')}))) called(name)
    where it.namespace_id = any (${[...project.ancestorIds]}::bigint[]) and called.name = any (${names}::text[])
    group by called.name`.execute(ctx.db)
  return new Map(rows.map(row => [row.name, row.count]))
}

async function milestonesNamed(
  ctx: Context,
  project: ImportProject,
  all: readonly Changes[],
): Promise<ReadonlySet<string>> {
  const titles = namesOf(all, 'milestone')
  if (titles.length === 0) return new Set()
  const { rows } = await sql<{ title: string }>`
    select lower(title) as title from milestones
    where namespace_id = any (${[...project.ancestorIds]}::bigint[]) and lower(title) = any (${titles}::text[])`.execute(
    ctx.db,
  )
  return new Set(rows.map(row => row.title))
}

function isLabelTitle(title: string): boolean {
  try {
    checkLabelTitle(title)
    return true
  } catch (error) {
    if (error instanceof Invalid) return false
    throw error
  }
}
