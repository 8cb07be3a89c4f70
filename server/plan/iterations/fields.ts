import { type RawBuilder, sql } from 'kysely'
import { gid } from '#contract/gid.ts'
import { iterationStates } from '#contract/plan/timeboxes/iterations.ts'
import { may } from '#server/access/may.ts'
import { shownHtml } from '#server/discuss/notes/fields/node.ts'
import { Malformed } from '#server/errors.ts'
import { Group, type PlaceNode, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { batchRows, byId } from '#server/graphql/batch.ts'
import { bounded } from '#server/graphql/bounded.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { connectionOf, type PageArgs, pageArgs, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { type Days, Timeframe } from '#server/graphql/timeframe.ts'
import { reportOf, TimeboxReport } from '#server/plan/timeboxes/report.ts'
import { nameOrder } from '#server/platform/sql/natural-order.ts'
import { matchesSearch } from '#server/platform/sql/search.ts'
import { type IterationStateFilter, iterationPath, sequenceOf, stateNumber } from './iteration.ts'
import { type IterationFilter, type IterationPlace, iterationsWhere, iterationTables, ownersWhere } from './queries.ts'

interface CadenceNode {
  readonly id: number
  readonly title: string
  readonly description: string
  readonly startDate: string | null
  readonly durationInWeeks: number | null
  readonly iterationsInAdvance: number | null
  readonly active: boolean
  readonly automatic: boolean
  readonly rollOver: boolean
}

interface IterationNode {
  readonly id: number
  readonly iid: number
  readonly cadenceId: number
  readonly sequence: number
  readonly title: string | null
  readonly description: string
  readonly descriptionHtml: string
  readonly startDate: string
  readonly dueDate: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly path: string
  readonly state: number
}

/** The columns of a cadence, over `iteration_cadences c`. */
const cadenceColumns = sql`c.id, c.title, c.description, c.start_date as "startDate", c.duration_in_weeks as "durationInWeeks",
  c.iterations_in_advance as "iterationsInAdvance", c.active, c.automatic, c.roll_over as "rollOver"`

/** The columns of an iteration, over `iterationTables`. */
const iterationColumns = (
  today: RawBuilder<unknown>,
) => sql`it.id, it.iid, it.cadence_id as "cadenceId", ${sequenceOf('it')} as sequence, it.title,
  it.description, it.description_html as "descriptionHtml", it.start_date as "startDate", it.due_date as "dueDate",
  iso(it.created_at) as "createdAt", iso(it.updated_at) as "updatedAt", ${iterationPath('it', 'n')} as path, ${stateNumber('it', today)} as state`

const utcToday = sql`(now() at time zone 'utc')`

export const cadenceNode = batchRows<CadenceNode, CadenceNode | null>(
  'iteration cadences',
  ids => sql`select ${cadenceColumns} from iteration_cadences c where c.id = any (${ids}::bigint[])`,
  byId,
)

/**
 * An iteration by its id. A reader of an issue may know of its iteration; for others its group must be loaded first.
 */
export const iterationNode = batchRows<IterationNode, IterationNode | null>(
  'iterations',
  ids => sql`select ${iterationColumns(utcToday)} from ${iterationTables} where it.id = any (${ids}::bigint[])`,
  byId,
)

export const IterationCadence = builder.objectRef<CadenceNode>('IterationCadence').implement({
  description: 'A cadence: settings for consecutive iterations of a group.',
  fields: t => ({
    id: t.field({
      type: 'IterationsCadenceID',
      nullable: false,
      resolve: cadence => gid('Iterations::Cadence', cadence.id),
    }),
    title: t.exposeString('title', { nullable: false }),
    description: t.exposeString('description'),
    startDate: t.field({ type: 'Time', resolve: cadence => cadence.startDate }),
    durationInWeeks: t.exposeInt('durationInWeeks'),
    iterationsInAdvance: t.exposeInt('iterationsInAdvance'),
    active: t.exposeBoolean('active'),
    automatic: t.exposeBoolean('automatic'),
    rollOver: t.exposeBoolean('rollOver', { nullable: false }),
  }),
})

const IterationState = builder.enumType('IterationState', {
  values: words(['all', 'closed', 'current', 'opened', 'upcoming']),
})

export const Iteration = builder.objectRef<IterationNode>('Iteration').implement({
  description: 'A time period in which work is planned.',
  fields: t => ({
    id: t.id({ nullable: false, resolve: iteration => gid('Iteration', iteration.id) }),
    iid: t.string({ nullable: false, resolve: iteration => String(iteration.iid) }),
    sequence: t.exposeInt('sequence', { nullable: false }),
    title: t.exposeString('title'),
    description: t.exposeString('description'),
    descriptionHtml: t.string({
      resolve: (iteration, _args, context) => shownHtml(context, iteration.descriptionHtml),
    }),
    state: t.field({
      type: IterationState,
      nullable: false,
      resolve: ({ state }) => iterationStates[state - 1] ?? 'closed',
    }),
    startDate: t.field({ type: 'Time', resolve: iteration => iteration.startDate }),
    dueDate: t.field({ type: 'Time', resolve: iteration => iteration.dueDate }),
    createdAt: t.field({ type: 'Time', nullable: false, resolve: iteration => iteration.createdAt }),
    updatedAt: t.field({ type: 'Time', nullable: false, resolve: iteration => iteration.updatedAt }),
    webPath: t.exposeString('path', { nullable: false }),
    webUrl: t.string({
      nullable: false,
      resolve: ({ path }, _args, { weft }) => `${weft.services.settings.externalUrl}${path}`,
    }),
    scopedPath: t.exposeString('path'),
    scopedUrl: t.string({ resolve: ({ path }, _args, { weft }) => `${weft.services.settings.externalUrl}${path}` }),
    iterationCadence: t.field({
      type: IterationCadence,
      nullable: false,
      resolve: async (iteration, _args, context) => {
        const cadence = await cadenceNode(context, iteration.cadenceId)
        if (cadence === null) throw new Error('an iteration without a cadence')
        return cadence
      },
    }),
    report: t.field({
      type: TimeboxReport,
      args: { fullPath: t.arg.string() },
      resolve: ({ id }, { fullPath }, context) => reportOf(context, 'iteration', id, fullPath),
    }),
  }),
})

const IterationConnection = connectionOf(Iteration)
const CadenceConnection = connectionOf(IterationCadence)

interface IterationArgs extends PageArgs {
  readonly id?: string | null | undefined
  readonly iid?: string | null | undefined
  readonly in?: readonly ('title' | 'cadence_title')[] | null | undefined
  readonly includeAncestors?: boolean | null | undefined
  readonly includeDescendants?: boolean | null | undefined
  readonly iterationCadenceIds?: readonly number[] | null | undefined
  readonly search?: string | null | undefined
  readonly sort?: 'asc' | 'desc' | null | undefined
  readonly state?: IterationStateFilter | null | undefined
  readonly timeframe?: Days | null | undefined
}

const placeOfNode = ({ id, kind }: PlaceNode): IterationPlace => ({
  id,
  kind: kind === 'project' ? 'project' : 'group',
})

function iterationsPage(context: GraphqlContext, node: PlaceNode, args: IterationArgs) {
  const { weft } = context
  const filter: IterationFilter = {
    ...(args.id == null ? {} : { ids: [readLooseId(args.id, ['Iteration'])] }),
    ...(args.iid == null ? {} : { iid: numberOf(args.iid) }),
    ...(args.iterationCadenceIds == null ? {} : { cadenceIds: args.iterationCadenceIds }),
    ...(args.search == null ? {} : { search: bounded('search', args.search) }),
    ...(args.in == null ? {} : { in: args.in }),
    ...(args.state == null ? {} : { state: args.state }),
    ...(args.timeframe == null ? {} : { timeframe: args.timeframe }),
    includeAncestors: args.includeAncestors ?? true,
    includeDescendants: args.includeDescendants ?? false,
  }
  const direction = args.sort ?? 'asc'
  return pageOfRows<IterationNode>(context, args, {
    columns: iterationColumns(sql`${weft.now.slice(0, 10)}`),
    from: iterationTables,
    where: iterationsWhere(weft, placeOfNode(node), filter),
    keys: [
      { value: nameOrder(sql`c.title`), type: 'text', direction: 'asc' },
      { value: sql`it.cadence_id`, type: 'bigint', direction: 'asc' },
      { value: sql`it.due_date`, type: 'date', direction },
      { value: sql`it.id`, type: 'bigint', direction },
    ],
  })
}

function numberOf(iid: string): number {
  if (!/^\d{1,15}$/.test(iid)) throw new Malformed('iid is invalid')
  return Number(iid)
}

interface CadenceArgs extends PageArgs {
  readonly id?: number | null | undefined
  readonly title?: string | null | undefined
  readonly active?: boolean | null | undefined
  readonly automatic?: boolean | null | undefined
  readonly durationInWeeks?: number | null | undefined
  readonly includeAncestorGroups?: boolean | null | undefined
}

function cadencesPage(context: GraphqlContext, node: PlaceNode, args: CadenceArgs) {
  const includeAncestors = node.kind === 'project' || (args.includeAncestorGroups ?? false)
  const where = [ownersWhere(context.weft, placeOfNode(node), { includeAncestors })]
  if (args.id != null) where.push(sql`c.id = ${args.id}`)
  const title = bounded('title', args.title)?.trim() ?? ''
  if (title !== '') where.push(matchesSearch(sql`c.title`, title))
  if (args.active != null) where.push(sql`c.active = ${args.active}`)
  if (args.automatic != null) where.push(sql`c.automatic = ${args.automatic}`)
  if (args.durationInWeeks != null) where.push(sql`c.duration_in_weeks = ${args.durationInWeeks}`)
  return pageOfRows<CadenceNode>(context, args, {
    columns: cadenceColumns,
    from: sql`iteration_cadences c join namespaces n on n.id = c.namespace_id`,
    where: sql.join(where, sql` and `),
    keys: [
      { value: nameOrder(sql`c.title`), type: 'text', direction: 'asc' },
      { value: sql`c.id`, type: 'bigint', direction: 'asc' },
    ],
  })
}

/** The lists of iterations and cadences. @source graphql.md 5, 9.3 */
export function iterationsFields(): void {
  const SearchableField = builder.enumType('IterationSearchableField', {
    values: { TITLE: { value: 'title' }, CADENCE_TITLE: { value: 'cadence_title' } } as const,
  })
  const Sort = builder.enumType('IterationSort', {
    values: { CADENCE_AND_DUE_DATE_ASC: { value: 'asc' }, CADENCE_AND_DUE_DATE_DESC: { value: 'desc' } } as const,
  })
  const iterationArgs = builder.args(t => ({
    id: t.id(),
    iid: t.id(),
    in: t.field({ type: [SearchableField] }),
    includeAncestors: t.boolean({ defaultValue: true }),
    includeDescendants: t.boolean({ defaultValue: false }),
    iterationCadenceIds: t.field({ type: ['IterationsCadenceID'] }),
    search: t.string(),
    sort: t.field({ type: Sort }),
    state: t.field({ type: IterationState }),
    timeframe: t.field({ type: Timeframe }),
  }))
  const cadenceArgs = builder.args(t => ({
    id: t.field({ type: 'IterationsCadenceID' }),
    title: t.string(),
    active: t.boolean(),
    automatic: t.boolean(),
    durationInWeeks: t.int(),
    includeAncestorGroups: t.boolean({ defaultValue: false }),
  }))
  const fieldsOf = (kind: 'project' | 'group') => {
    const mayRead = ({ weft }: GraphqlContext, { facts }: PlaceNode) =>
      may(weft.actor, `${kind}:read-iterations`, facts)
    const place = kind === 'project' ? Project : Group
    builder.objectField(place, 'iterations', t =>
      t.field({
        type: IterationConnection,
        args: { ...pageArgs, ...iterationArgs },
        resolve: (node, args, context) => (mayRead(context, node) ? iterationsPage(context, node, args) : null),
      }),
    )
    builder.objectField(place, 'iterationCadences', t =>
      t.field({
        type: CadenceConnection,
        args: { ...pageArgs, ...cadenceArgs },
        resolve: (node, args, context) => (mayRead(context, node) ? cadencesPage(context, node, args) : null),
      }),
    )
  }
  fieldsOf('project')
  fieldsOf('group')
  builder.queryField('iteration', t =>
    t.field({
      type: Iteration,
      description: 'Get an iteration by ID.',
      args: { id: t.arg({ type: 'IterationID', required: true }) },
      resolve: async (_root, args, context) => {
        const { rows } = await sql<{ namespaceId: number }>`
          select namespace_id from iterations where id = ${args.id}`.execute(context.weft.db)
        const found = rows[0] === undefined ? null : await placeNode(context, rows[0].namespaceId)
        return found !== null && may(context.weft.actor, 'group:read-iterations', found.facts)
          ? iterationNode(context, args.id)
          : null
      },
    }),
  )
}
