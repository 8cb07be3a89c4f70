import { sql } from 'kysely'
import { visibleIssuables } from '#server/access/visible.ts'
import { batch } from '#server/graphql/batch.ts'
import { builder, words } from '#server/graphql/builder.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { asInt } from '#server/graphql/int.ts'
import { daysOfTimeboxes, type TimeboxDay } from './series.ts'
import type { TimeboxKind } from './timebox.ts'

interface WantedReport {
  readonly kind: TimeboxKind
  readonly id: number
  /** The path of a project or group: only issues in and below it count. */
  readonly fullPath: string | null
}

const daysOf = batch<WantedReport, readonly TimeboxDay[] | null>(
  async (ctx, wanted) => {
    const found = new Map<string, readonly TimeboxDay[]>()
    for (const [place, all] of Map.groupBy(wanted, ({ kind, fullPath }) => `${kind} ${fullPath ?? ''}`)) {
      const { kind, fullPath } = all[0] as WantedReport // A group has a member.
      const visible = visibleIssuables(ctx.actor, 'i', { series: 'issue' })
      const counted =
        fullPath === null
          ? visible
          : sql`${visible} and i.namespace_id in (select d.id from namespaces d
              where (select n.id from namespaces n where lower(n.full_path) = lower(${fullPath})) = any (d.ancestor_ids))`
      const ids = all.map(each => each.id)
      for (const { id, days } of await daysOfTimeboxes(ctx, kind, ids, counted)) found.set(`${place} ${id}`, days)
    }
    return ({ kind, id, fullPath }) => found.get(`${kind} ${fullPath ?? ''} ${id}`) ?? null
  },
  ({ kind, id, fullPath }) => `${kind} ${id} ${fullPath ?? ''}`,
)

const BurnupChartDailyTotals = builder.objectRef<TimeboxDay>('BurnupChartDailyTotals').implement({
  description: 'The issues of a milestone or iteration at the end of a day.',
  fields: t => ({
    date: t.field({ type: 'ISO8601Date', nullable: false, resolve: day => day.date }),
    scopeCount: t.exposeInt('scopeCount', { nullable: false }),
    scopeWeight: t.int({ nullable: false, resolve: day => asInt(day.scopeWeight) }),
    completedCount: t.exposeInt('completedCount', { nullable: false }),
    completedWeight: t.int({ nullable: false, resolve: day => asInt(day.completedWeight) }),
  }),
})

interface Metrics {
  readonly count: number
  readonly weight: number
}

const TimeboxMetrics = builder.objectRef<Metrics>('TimeboxMetrics').implement({
  description: 'Number and total weight of issues.',
  fields: t => ({
    count: t.exposeInt('count', { nullable: false }),
    weight: t.int({ nullable: false, resolve: ({ weight }) => asInt(weight) }),
  }),
})

const TimeReportStats = builder.objectRef<TimeboxDay>('TimeReportStats').implement({
  description: 'Issues of a milestone or iteration today, or on its due date if that has passed.',
  fields: t => ({
    complete: t.field({
      type: TimeboxMetrics,
      resolve: day => ({ count: day.completedCount, weight: day.completedWeight }),
    }),
    incomplete: t.field({
      type: TimeboxMetrics,
      resolve: day => ({
        count: day.scopeCount - day.completedCount,
        weight: day.scopeWeight - day.completedWeight,
      }),
    }),
    total: t.field({ type: TimeboxMetrics, resolve: day => ({ count: day.scopeCount, weight: day.scopeWeight }) }),
  }),
})

const TimeboxReportErrorReason = builder.enumType('TimeboxReportErrorReason', {
  values: words(['MISSING_DATES', 'TOO_MANY_EVENTS', 'UNSUPPORTED']),
})

const missingDates = { code: 'MISSING_DATES', message: 'The start date and the due date are required' } as const

const TimeboxReportError = builder.objectRef<typeof missingDates>('TimeboxReportError').implement({
  description: 'Reason for a missing report.',
  fields: t => ({
    code: t.field({ type: TimeboxReportErrorReason, nullable: false, resolve: error => error.code }),
    message: t.exposeString('message', { nullable: false }),
  }),
})

interface Report {
  readonly days: readonly TimeboxDay[] | null
}

/** The report of a milestone or iteration. @source reference/graphql.md */
export const TimeboxReport = builder.objectRef<Report>('TimeboxReport').implement({
  description: 'Progress of the issues of a milestone or iteration over time.',
  fields: t => ({
    burnupTimeSeries: t.field({ type: [BurnupChartDailyTotals], resolve: ({ days }) => days }),
    stats: t.field({ type: TimeReportStats, resolve: ({ days }) => days?.at(-1) ?? null }),
    error: t.field({ type: TimeboxReportError, resolve: ({ days }) => (days === null ? missingDates : null) }),
  }),
})

export async function reportOf(
  context: GraphqlContext,
  kind: TimeboxKind,
  id: number,
  fullPath: string | null | undefined,
): Promise<Report> {
  return { days: await daysOf(context, { kind, id, fullPath: fullPath ?? null }) }
}
