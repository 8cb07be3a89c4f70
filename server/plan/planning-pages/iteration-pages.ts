import { sql } from 'kysely'
import { periodWords } from '#contract/day-words.ts'
import type { InputOf } from '#contract/operation.ts'
import { getGroupIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { readListWords } from '#contract/plan/lists/list-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import {
  getGroupIterationPage,
  getGroupIterationsPage,
  getIterationsPage,
} from '#contract/plan/timeboxes/iteration-pages.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { type Allowed, finder } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { namespaceFacts } from '#server/access/namespace-facts.ts'
import type { Context } from '#server/context.ts'
import { namespaceIs } from '#server/foundation/namespaces/find.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { refuseMoved } from '#server/foundation/namespaces/moved.ts'
import { type PageAddress, page } from '#server/page-address.ts'
import { showCadences, showIterationInFull } from '#server/plan/iterations/page-queries.ts'
import { conditionsOf } from '#server/plan/lists/filter.ts'
import { showTimeboxDays } from '#server/plan/timeboxes/series.ts'
import { showShares } from '#server/plan/timeboxes/shares.ts'
import { showTimes } from '#server/plan/timeboxes/times.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { summaryOf } from '#server/platform/text/summary.ts'
import { type Answer, answer } from '#server/slice.ts'
import { issuesOfTimebox } from './timebox-issues.ts'

const c = columnsOf('iterationCadences', 'c')

interface ProjectOrGroup {
  readonly id: number
  readonly kind: 'project' | 'group'
  readonly facts: NamespaceFacts
}

async function iterationsPage(ctx: Context, place: ProjectOrGroup, { state }: { readonly state?: 'closed' }) {
  return {
    namespace: await showHeader(ctx, place),
    permissions: {
      canAdminIterations: place.kind === 'group' && may(ctx.actor, 'group:admin-iterations', place.facts),
      canAdminBoards: may(ctx.actor, `${place.kind}:admin-boards`, place.facts),
    },
    cadences: await showCadences(ctx, place, state ?? 'opened'),
  }
}

interface ShownIteration {
  readonly id: number
  readonly iterationId: number
  readonly cadence: { readonly id: number; readonly title: string; readonly automatic: boolean }
}

/** An iteration of the group in the address of its page. */
const iterationOfPage = finder(
  'group',
  'Iteration',
  async (ctx: Context, given: { readonly namespace: string; readonly iterationId: number }) => {
    const { rows } = await sql<ShownIteration & { readonly facts: NamespaceFacts }>`
      select n.id, it.id as iteration_id, ${object({ ...c.fields('id', 'title', 'automatic') })} as cadence,
        ${namespaceFacts(ctx.actor, 'n')} as facts
      from namespaces n join iterations it on it.namespace_id = n.id join iteration_cadences c on c.id = it.cadence_id
      where ${namespaceIs(given.namespace)} and n.kind = 'group' and it.id = ${given.iterationId}`.execute(ctx.db)
    const found = rows[0]
    if (found === undefined) {
      await refuseMoved(ctx, given.namespace, 'group')
      return null
    }
    const { facts, ...row } = found
    return { row: row as ShownIteration, facts }
  },
)

async function iterationPage(
  ctx: Context,
  found: Allowed<'group:read-iterations', ShownIteration>,
  { namespace: _namespace, iterationId: _iterationId, ...filter }: InputOf<typeof getGroupIterationPage>,
) {
  const conditions = conditionsOf(ctx, filter)
  const place = { id: found.id, kind: 'group', facts: found.facts } as const
  return {
    namespace: await showHeader(ctx, place),
    permissions: { canAdmin: may(ctx.actor, 'group:admin-iterations', found.facts) },
    cadence: found.cadence,
    iteration: await showIterationInFull(ctx, place, found.iterationId),
    days: await showTimeboxDays(ctx, place, 'iteration', found.iterationId, conditions),
    times: await showTimes(ctx, place, 'iteration', found.iterationId, conditions),
    shares: await showShares(ctx, place, 'iteration', found.iterationId, conditions),
  }
}

/** The pages of iterations. They stand above them, as they read the filters of lists. */
export const iterationPageAnswers: readonly Answer[] = [
  answer(getIterationsPage, {
    about: projectByPath,
    ability: 'project:read-iterations',
    run: (ctx, { id, facts }, input) => iterationsPage(ctx, { id, kind: 'project', facts }, input),
  }),
  answer(getGroupIterationsPage, {
    about: groupByPath,
    ability: 'group:read-iterations',
    run: (ctx, { id, facts }, input) => iterationsPage(ctx, { id, kind: 'group', facts }, input),
  }),
  answer(getGroupIterationPage, { about: iterationOfPage, ability: 'group:read-iterations', run: iterationPage }),
]

export const iterationPages: readonly PageAddress[] = [
  {
    name: 'iterations',
    address: '/:namespace/-/iterations',
    operation: getIterationsPage,
    title: planTitles.iterations,
    module: 'plan/iterations/IterationsPage.tsx',
  },
  {
    name: 'group-iterations',
    address: '/groups/:namespace/-/iterations',
    operation: getGroupIterationsPage,
    title: planTitles.iterations,
    module: 'plan/iterations/IterationsPage.tsx',
  },
  page({
    name: 'group-iteration',
    address: '/groups/:namespace/-/iterations/:iterationId',
    operation: getGroupIterationPage,
    title: ({ iteration, cadence }) =>
      planTitles.iteration(iteration.title, cadence.title, periodWords(iteration.start_date, iteration.due_date)),
    description: ({ iteration }) => summaryOf(iteration.description_html),
    readWords: readListWords,
    module: 'plan/iterations/IterationPage.tsx',
    asksFirst: (input, { iteration }, words) =>
      issuesOfTimebox(getGroupIssuesPage, input, { iteration_id: iteration.id }, words),
  }),
]
