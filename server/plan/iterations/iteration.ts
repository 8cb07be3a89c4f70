import { type RawBuilder, sql } from 'kysely'
import type { iterationStateFilters, iterationStates } from '#contract/plan/timeboxes/iterations.ts'
import { object } from '#server/platform/sql/shape.ts'
import type { Settings } from '#server/settings.ts'

export type IterationState = (typeof iterationStates)[number]
export type IterationStateFilter = (typeof iterationStateFilters)[number]

export const overlapping = 'Dates cannot overlap with other existing Iterations within this iterations cadence'

type Day = string | RawBuilder<unknown>

const column = (iteration: string, name: string) => sql.ref(`${iteration}.${name}`)

/** The state of an iteration by its dates: 1 upcoming, 2 current, 3 closed. */
export const stateNumber = (iteration: string, today: Day): RawBuilder<number> => sql<number>`(case
  when ${column(iteration, 'start_date')} > ${today}::date then 1 when ${column(iteration, 'due_date')} < ${today}::date then 3 else 2 end)`

/** SQL condition for the iterations in a state; null for every iteration. */
export function isInState(iteration: string, state: IterationStateFilter, today: Day): RawBuilder<boolean> | null {
  const start = column(iteration, 'start_date')
  const due = column(iteration, 'due_date')
  switch (state) {
    case 'opened':
      return sql<boolean>`${due} >= ${today}::date`
    case 'upcoming':
      return sql<boolean>`${start} > ${today}::date`
    case 'current':
    case 'started':
      return sql<boolean>`(${start} <= ${today}::date and ${due} >= ${today}::date)`
    case 'closed':
      return sql<boolean>`${due} < ${today}::date`
    case 'all':
      return null
    default:
      return state satisfies never
  }
}

/** The place of an iteration within its cadence, from 1. */
export const sequenceOf = (
  iteration: string,
): RawBuilder<number> => sql<number>`(select count(*) from iterations earlier
  where earlier.cadence_id = ${column(iteration, 'cadence_id')} and earlier.start_date <= ${column(iteration, 'start_date')})`

/** The name of an iteration: its title, or else its period as `periodWords` has it: "2 Nov – 15 Nov, 2026". */
export function nameOf(iteration: string): RawBuilder<string> {
  const [start, due] = [column(iteration, 'start_date'), column(iteration, 'due_date')]
  const isOfOneYear = sql`extract(year from ${start}) = extract(year from ${due})`
  return sql<string>`coalesce(${column(iteration, 'title')}, to_char(${start}, case when ${isOfOneYear} then 'FMDD Mon' else 'FMDD Mon, YYYY' end)
    || ' – ' || to_char(${due}, 'FMDD Mon, YYYY'))`
}

/** Separates the title of a cadence from the name of its iteration. */
export const cadenceMark = ' > '

/** The name of an iteration with its cadence, which distinguishes iterations of the same name: "Sprints > Week 1". */
export const fullNameOf = (iteration: string): RawBuilder<string> =>
  sql<string>`(select named.title from iteration_cadences named where named.id = ${column(iteration, 'cadence_id')})
    || ${sql.lit(cadenceMark)} || ${nameOf(iteration)}`

/** The path of an iteration's page. */
export const iterationPath = (iteration: string, namespace: string): RawBuilder<string> =>
  sql<string>`'/groups/' || ${column(namespace, 'full_path')} || '/-/iterations/' || ${column(iteration, 'id')}`

/** The Iteration shape as JSON, over `iterations` and its group under their names in the statement. */
export function iterationJson(
  settings: Settings,
  iteration: string,
  namespace: string,
  today: Day,
): RawBuilder<unknown> {
  const it = (name: string) => column(iteration, name)
  return object({
    id: it('id'),
    iid: it('iid'),
    sequence: sequenceOf(iteration),
    group_id: it('namespace_id'),
    title: it('title'),
    description: sql`nullif(${it('description')}, '')`,
    state: stateNumber(iteration, today),
    created_at: sql`iso(${it('created_at')})`,
    updated_at: sql`iso(${it('updated_at')})`,
    start_date: it('start_date'),
    due_date: it('due_date'),
    web_url: sql`${sql.lit(settings.externalUrl)} || ${iterationPath(iteration, namespace)}`,
  })
}

/** The Iteration shape of the iteration with an id, as JSON; null where there is none. */
export const iterationWithId = (settings: Settings, id: RawBuilder<unknown>, today: Day): RawBuilder<unknown> =>
  sql`(select ${iterationJson(settings, 'it', 'itn', today)} from iterations it join namespaces itn on itn.id = it.namespace_id where it.id = ${id})`
