import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { isInState, nameOf } from '#server/plan/iterations/iteration.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { attribute } from '../define-attribute.ts'
import type { TitleOf } from '../values.ts'

const it = columnsOf('iterations', 'it')

export const iteration = attribute({
  name: 'iteration',
  onlyIn: ['issue'],
  ability: 'issuable:set-metadata',
  blank: null,
  storage: {
    column: 'iteration_id',
    type: 'bigint',
    write: to => to?.id ?? null,
    read: sql`(select ${object({ ...it.fields('id'), title: nameOf('it') })} from iterations it where it.id = i.iteration_id)`,
  },
  isRecordedAtCreation: true,
  normalize: (_from, given, named) => (given === null ? null : named.iteration),
  isSame: (from, to) => from?.id === to?.id,
  graphql: { subscription: 'issuableIterationUpdated' },
  icons: { iteration: 'iteration' },
  describe: (from, to) => ({
    action: 'iteration',
    text: to === null ? `removed iteration ${reference(from)}` : `changed iteration to ${reference(to)}`,
    details: { from: from?.id ?? null, to: to?.id ?? null },
  }),
  commands: [
    {
      name: 'iteration',
      parameter: '*iteration:"title", --current or --next',
      description: 'Set iteration',
      read: async (ctx, target, argument) => {
        const found = await iterationNamed(ctx, target, argument.trim())
        if (found === null)
          return { refused: 'Could not apply iteration command. Failed to find the referenced iteration.' }
        return {
          changes: { iteration: found.id },
          will: `Sets the iteration to ${reference(found)}.`,
          did: `Set the iteration to ${reference(found)}.`,
        }
      },
    },
    {
      name: 'remove_iteration',
      parameter: null,
      description: 'Remove iteration',
      read: () => ({ changes: { iteration: null }, will: 'Removes the iteration.', did: 'Removed the iteration.' }),
    },
  ],
})

/** The name of an iteration in sentences. */
const reference = (iteration: TitleOf | null): string => `*iteration:"${iteration?.title ?? ''}"`

const forms =
  /^(?:\[cadence:(?:"(?<cadence>[^"\n]+)"|(?<cadenceId>\d{1,15}))\]\s*)?(?:(?<word>--current|--next)|\*?(?:iteration:)?(?:"(?<title>[^"\n]+)"|(?<id>\d{1,15})|(?<bare>[^-*"\n][^"\n]*)))$/

/** The iteration that a command names: by its title or period, by its id, or as the current or next one of a cadence. */
async function iterationNamed(ctx: Context, { ancestorIds }: CommandTarget, argument: string): Promise<TitleOf | null> {
  const given = forms.exec(argument)?.groups
  if (given === undefined) return null
  const { cadence, cadenceId, id, word, title, bare } = given
  return findIteration(ctx, ancestorIds, {
    cadence,
    cadenceId,
    id,
    title: (title ?? bare)?.trim(),
    turn: word === '--current' ? 'current' : word === '--next' ? 'next' : undefined,
  })
}

interface WantedIteration {
  readonly cadence?: string | undefined
  readonly cadenceId?: string | number | undefined
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly turn?: 'current' | 'next' | undefined
}

/**
 * The one iteration of some groups that is as wanted. The cadence may be left out where only one has such an iteration. Null: none,
 * or several.
 */
export async function findIteration(
  ctx: Context,
  groupIds: readonly number[],
  { cadence, cadenceId, id, title, turn }: WantedIteration,
): Promise<TitleOf | null> {
  const today = ctx.now.slice(0, 10)
  const conditions = [sql`it.namespace_id = any (${[...groupIds]}::bigint[])`]
  if (cadence !== undefined) conditions.push(sql`lower(c.title) = lower(${cadence})`)
  if (cadenceId !== undefined) conditions.push(sql`c.id = ${cadenceId}::bigint`)
  if (title !== undefined) conditions.push(sql`lower(${nameOf('it')}) = lower(${title})`)
  if (id !== undefined) conditions.push(sql`it.id = ${id}::bigint`)
  if (turn === 'current') conditions.push(isInState('it', 'current', today) ?? sql`true`)
  if (turn === 'next')
    conditions.push(sql`it.start_date = (select min(coming.start_date) from iterations coming
      where coming.cadence_id = it.cadence_id and coming.start_date > ${today}::date)`)
  const { rows } = await sql<TitleOf>`
    select it.id, ${nameOf('it')} as title from iterations it join iteration_cadences c on c.id = it.cadence_id
    where ${sql.join(conditions, sql` and `)} order by it.due_date desc limit 2`.execute(ctx.db)
  const isOne = rows.length === 1 || (rows.length === 2 && turn === undefined)
  return isOne ? (rows[0] ?? null) : null
}
