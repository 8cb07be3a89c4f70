import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { checkedLine } from '#server/platform/text/checked-line.ts'
import type { CadenceRow } from './find.ts'
import { placeOf } from './place.ts'
import { scheduleIterations } from './schedule.ts'

interface CadenceGiven {
  readonly title?: string | null | undefined
  readonly description?: string | null | undefined
  /** yyyy-mm-dd */
  readonly startDate?: string | null | undefined
  readonly durationInWeeks?: number | null | undefined
  readonly iterationsInAdvance?: number | null | undefined
  readonly active?: boolean | null | undefined
  readonly automatic?: boolean | null | undefined
  readonly rollOver?: boolean | null | undefined
}

interface Group {
  readonly id: number
}

const weeksRange = { least: 1, most: 4 } as const
const advanceRange = { least: 0, most: 10 } as const

/**
 * Make a cadence; an automatic one schedules its first iterations at once.
 *
 * @throws Invalid  title or numbers; an automatic cadence without start date or duration
 */
export async function createCadence(
  ctx: Context,
  group: Allowed<'group:admin-iterations', Group>,
  given: CadenceGiven,
): Promise<number> {
  const cadence = {
    title: checkedLine('title', given.title ?? ''),
    description: given.description ?? '',
    startDate: given.startDate ?? null,
    durationInWeeks: given.durationInWeeks ?? null,
    iterationsInAdvance: given.iterationsInAdvance ?? null,
    active: given.active ?? true,
    automatic: given.automatic ?? true,
    rollOver: given.rollOver ?? false,
  }
  check(cadence)
  const id = await unlessTaken(async () => {
    const { id: made } = await ctx.db
      .insertInto('iterationCadences')
      .values({ namespaceId: group.id, ...cadence })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made
  })
  await tell(ctx, 'iteration_cadence.created', { id, namespaceId: group.id })
  await scheduleIterations(ctx, id)
  return id
}

/** Change a cadence. @throws Invalid  as at creation */
export async function updateCadence(
  ctx: Context,
  cadence: Allowed<'group:admin-iterations', CadenceRow>,
  given: CadenceGiven,
): Promise<void> {
  const to = {
    startDate: given.startDate === undefined ? cadence.startDate : given.startDate,
    durationInWeeks: given.durationInWeeks ?? cadence.durationInWeeks,
    iterationsInAdvance: given.iterationsInAdvance ?? cadence.iterationsInAdvance,
    active: given.active ?? cadence.active,
    automatic: given.automatic ?? cadence.automatic,
    rollOver: given.rollOver ?? cadence.rollOver,
  }
  check(to)
  const words = {
    ...(given.title == null ? {} : { title: checkedLine('title', given.title) }),
    ...(given.description == null ? {} : { description: given.description }),
  }
  await unlessTaken(() =>
    ctx.db
      .updateTable('iterationCadences')
      .set({ ...to, ...words, updatedAt: ctx.now })
      .where('id', '=', cadence.id)
      .execute(),
  )
  await tell(ctx, 'iteration_cadence.updated', cadence)
  await scheduleIterations(ctx, cadence.id)
}

/** Delete a cadence with its iterations; their issues stay, without one. */
export async function deleteCadence(
  ctx: Context,
  cadence: Allowed<'group:admin-iterations', CadenceRow>,
): Promise<void> {
  await ctx.db.deleteFrom('iterationCadences').where('id', '=', cadence.id).execute()
  await ctx.events.record(
    'iteration_cadence.deleted',
    { cadenceId: cadence.id, title: cadence.title },
    placeOf(cadence.namespaceId),
  )
}

const tell = (
  ctx: Context,
  name: 'iteration_cadence.created' | 'iteration_cadence.updated',
  { id, namespaceId }: { readonly id: number; readonly namespaceId: number },
): Promise<void> => ctx.events.record(name, { cadenceId: id }, placeOf(namespaceId))

interface Schedule {
  readonly startDate: string | null
  readonly durationInWeeks: number | null
  readonly iterationsInAdvance: number | null
  readonly automatic: boolean
}

function check({ startDate, durationInWeeks, iterationsInAdvance, automatic }: Schedule): void {
  checkRange('durationInWeeks', durationInWeeks, weeksRange)
  checkRange('iterationsInAdvance', iterationsInAdvance, advanceRange)
  if (!automatic) return
  if (startDate === null) throw new Invalid({ startDate: ["can't be blank"] })
  if (durationInWeeks === null) throw new Invalid({ durationInWeeks: ["can't be blank"] })
}

function checkRange(name: string, value: number | null, { least, most }: { least: number; most: number }): void {
  if (value === null) return
  if (value < least) throw new Invalid({ [name]: [`must be greater than or equal to ${least}`] })
  if (value > most) throw new Invalid({ [name]: [`must be less than or equal to ${most}`] })
}

async function unlessTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (isTaken(error, 'iteration_cadences_namespace_id_title_key'))
      throw new Invalid({ title: ['has already been taken'] }, { cause: error })
    throw error
  }
}
