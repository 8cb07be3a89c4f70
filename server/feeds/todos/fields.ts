import { type RawBuilder, sql } from 'kysely'
import { todoActions } from '#contract/feeds/todos.ts'
import { gid } from '#contract/gid.ts'
import { globalIdsOf, todoTargetsOf } from '#contract/issuable-feeds.ts'
import { allSeries, type IssuableSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import type { Context } from '#server/context.ts'
import { Note } from '#server/discuss/notes/fields/fields.ts'
import { noteNode } from '#server/discuss/notes/fields/node.ts'
import { discussedNode, discussedTypes, unionOfDiscussed } from '#server/discuss/notes/fields/noteable-type.ts'
import { pagePathSql } from '#server/discuss/references/page-path.ts'
import { NotFound } from '#server/errors.ts'
import { Group, Project, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { User, UserCore, userOf } from '#server/foundation/users/fields.ts'
import { batch, byId, groupedBy } from '#server/graphql/batch.ts'
import { builder, dateSorts, words } from '#server/graphql/builder.ts'
import { connectionOf, emptyPage, type PageArgs, pageArgs, pageOfList, pageOfRows } from '#server/graphql/connection.ts'
import type { GraphqlContext } from '#server/graphql/context.ts'
import { readLooseId } from '#server/graphql/ids.ts'
import { Alert } from '#server/monitor/alerts/fields/node.ts'
import { CurrentUserTodosWidget } from '#server/plan/work-items/node.ts'
import type { SortKey } from '#server/platform/sql/keyset.ts'
import { labelPriorityOfTodo } from './filter.ts'
import { isAwake, readable } from './queries.ts'

interface TodoNode {
  readonly id: number
  readonly action: (typeof todoActions)[number]
  readonly authorId: number
  readonly namespaceId: number
  readonly issuableId: number
  readonly series: IssuableSeries
  readonly noteId: number | null
  readonly state: 'pending' | 'done'
  readonly createdAt: string
  readonly snoozedUntil: string | null
  readonly body: string
  readonly path: string
}

const columns = sql`t.id, t.action, t.author_id, t.namespace_id, t.issuable_id, bi.series, t.note_id, t.state, t.created_at, t.snoozed_until,
  coalesce(bn.body, bi.title) as body, ${pagePathSql('bi', 'bp')} || case when t.note_id is null then '' else '#note_' || t.note_id end as path`
const seriesInGraphql = allSeries.filter(series => globalIdsOf(series).length > 0)
const from = sql`todos t join issuables bi on bi.id = t.issuable_id and bi.series in (${sql.join(seriesInGraphql.map(each => sql.lit(each)))}) join namespaces bp on bp.id = bi.namespace_id
  left join notes bn on bn.id = t.note_id`

export const selectTodos = (ctx: Context, which: RawBuilder<unknown>) =>
  sql<TodoNode>`select ${columns} from ${from} where ${readable(ctx)} and ${which} order by t.id desc`.execute(ctx.db)

/** One of the actor's own to-dos. */
export const todoNode = batch<number, TodoNode | null>(async (ctx, ids) =>
  byId((await selectTodos(ctx, sql`t.id = any (${[...ids]}::bigint[])`)).rows),
)

const todosOfIssuable = batch<number, readonly TodoNode[]>(async (ctx, ids) =>
  groupedBy((await selectTodos(ctx, sql`t.issuable_id = any (${[...ids]}::bigint[])`)).rows, row => row.issuableId),
)

interface TodoArgs {
  readonly action?: readonly string[] | null | undefined
  readonly authorId?: readonly string[] | null | undefined
  readonly groupId?: readonly string[] | null | undefined
  readonly projectId?: readonly string[] | null | undefined
  readonly state?: readonly ('pending' | 'done')[] | null | undefined
  readonly type?: readonly string[] | null | undefined
}

const seriesOfTarget: ReadonlyMap<string, IssuableSeries> = new Map(
  allSeries.flatMap(series => todoTargetsOf(series).map(target => [target, series] as const)),
)

/** Targets of the contract that no to-do in Weft has. @source graphql.md 10 */
const otherTargets = [
  'COMPLIANCE_VIOLATION',
  'DESIGN',
  'KEY',
  'NAMESPACE',
  'PROJECT',
  'USER',
  'VULNERABILITY',
  'WIKIPAGEMETA',
]
/** Actions of the contract for which Weft creates no to-do. @source graphql.md 10 */
const otherActions = [
  'added_approver',
  'duo_core_access_granted',
  'duo_enterprise_access_granted',
  'duo_pro_access_granted',
  'okr_checkin_requested',
  'ssh_key_expired',
  'ssh_key_expiring_soon',
]

/** A condition on `todos t`. */
export function conditions({ action, authorId, groupId, projectId, state, type }: TodoArgs): RawBuilder<unknown> {
  const ids = (given: readonly string[], className: string) => given.map(id => readLooseId(id, [className]))
  return sql.join(
    [
      sql`true`,
      ...(action == null ? [] : [sql`t.action = any (${[...action]}::text[])`]),
      ...(authorId == null ? [] : [sql`t.author_id = any (${ids(authorId, 'User')}::bigint[])`]),
      ...(projectId == null ? [] : [sql`t.namespace_id = any (${ids(projectId, 'Project')}::bigint[])`]),
      ...(groupId == null
        ? []
        : [
            sql`exists (select 1 from namespaces gn where gn.id = t.namespace_id and gn.ancestor_ids && ${ids(groupId, 'Group')}::bigint[])`,
          ]),
      ...(state == null ? [] : [sql`t.state = any (${[...state]}::text[])`]),
      ...(type == null
        ? []
        : [
            sql`exists (select 1 from issuables ts where ts.id = t.issuable_id
              and ts.series = any (${type.map(each => seriesOfTarget.get(each) ?? '')}::text[]))`,
          ]),
    ],
    sql` and `,
  )
}

function keysOf(sort: string | null | undefined): readonly SortKey[] {
  const [, name, word] = /^(CREATED|UPDATED|LABEL_PRIORITY)_(ASC|DESC)$/.exec((sort ?? '').toUpperCase()) ?? []
  const direction = word === 'ASC' ? 'asc' : 'desc'
  const id: SortKey = { value: sql`t.id`, type: 'bigint', direction }
  if (name === 'LABEL_PRIORITY')
    return [
      { value: labelPriorityOfTodo, type: 'integer', direction, isNullable: true },
      { value: sql`t.id`, type: 'bigint', direction: 'desc' },
    ]
  return name === 'UPDATED' ? [{ value: sql`t.updated_at`, type: 'timestamptz', direction }, id] : [id]
}

interface ListArgs extends TodoArgs, PageArgs {
  readonly isSnoozed?: boolean | null | undefined
  readonly sort?: string | null | undefined
}

/** A page of the actor's own to-dos. @param among  one more condition on `todos t` */
function todosPage(context: GraphqlContext, args: ListArgs, among: RawBuilder<unknown> = sql`true`) {
  const { weft } = context
  const { isSnoozed } = args
  const sleeping = isSnoozed == null ? sql`true` : isSnoozed ? sql`not ${isAwake(weft)}` : isAwake(weft)
  const where = sql`${readable(weft)} and ${among} and ${sleeping} and ${conditions({ ...args, state: args.state ?? ['pending'] })}`
  return pageOfRows<TodoNode>(context, args, {
    columns,
    from,
    where,
    keys: keysOf(args.sort),
  })
}

/** The types of to-dos and their fields on other types. @returns the types that the mutations need */
export function todosFields() {
  const Action = builder.enumType('TodoActionEnum', { values: words([...todoActions, ...otherActions]) })
  const State = builder.enumType('TodoStateEnum', { values: words(['pending', 'done']) })
  const Target = builder.enumType('TodoTargetEnum', {
    values: words([...seriesOfTarget.keys(), ...otherTargets]),
  })
  const TodoSort = builder.enumType('TodoSort', {
    values: words([...dateSorts, 'LABEL_PRIORITY_ASC', 'LABEL_PRIORITY_DESC']),
  })
  const Todoable = unionOfDiscussed('Todoable')
  const target = async (todo: TodoNode, _args: object, context: GraphqlContext) => {
    const found = await discussedNode(context, todo.series, todo.issuableId)
    if (found === null) throw new NotFound('Target')
    return found
  }
  const Todo = builder.objectRef<TodoNode>('Todo').implement({
    description: 'A to-do of the current user.',
    fields: t => ({
      id: t.id({ nullable: false, resolve: todo => gid('Todo', todo.id) }),
      action: t.field({ type: Action, nullable: false, resolve: todo => todo.action }),
      author: t.field({
        type: UserCore,
        nullable: false,
        resolve: (todo, _args, context) => userOf(context, todo.authorId),
      }),
      body: t.exposeString('body', { nullable: false }),
      createdAt: t.field({ type: 'Time', nullable: false, resolve: todo => todo.createdAt }),
      group: t.field({
        type: Group,
        resolve: async (todo, _args, context) => {
          const project = await placeNode(context, todo.namespaceId)
          if (project?.kind === 'group') return project
          const parent = project?.parentId == null ? null : await placeNode(context, project.parentId)
          return parent?.kind === 'group' ? parent : null
        },
      }),
      memberAccessType: t.string({ resolve: () => null }),
      note: t.field({
        type: Note,
        resolve: (todo, _args, context) => (todo.noteId === null ? null : noteNode(context, todo.noteId)),
      }),
      project: t.field({
        type: Project,
        resolve: (todo, _args, context) =>
          issuableKinds[todo.series].namespace === 'group' ? null : placeNode(context, todo.namespaceId),
      }),
      snoozedUntil: t.field({ type: 'Time', resolve: todo => todo.snoozedUntil }),
      state: t.field({ type: State, nullable: false, resolve: todo => todo.state }),
      target: t.field({
        type: Todoable,
        nullable: false,
        deprecationReason: 'Use `targetEntity`.',
        resolve: target,
      }),
      targetEntity: t.field({ type: Todoable, resolve: target }),
      targetType: t.field({
        type: Target,
        nullable: false,
        resolve: ({ series }) => todoTargetsOf(series)[0] ?? '',
      }),
      targetUrl: t.string({
        resolve: (todo, _args, { weft }) => `${weft.services.settings.externalUrl}${todo.path}`,
      }),
    }),
  })
  const TodoConnection = connectionOf(Todo, { count: 'nullable' })
  const listArgs = builder.args(t => ({
    action: t.field({ type: [Action] }),
    authorId: t.idList(),
    groupId: t.idList(),
    isSnoozed: t.boolean(),
    projectId: t.idList(),
    sort: t.field({ type: TodoSort }),
    state: t.field({ type: [State] }),
    type: t.field({ type: [Target] }),
  }))
  builder.interfaceField(User, 'todos', t =>
    t.field({
      type: TodoConnection,
      description: 'Visible only to the user.',
      args: { ...pageArgs, ...listArgs },
      resolve: (user, args, context) => {
        const { actor } = context.weft
        return actor.kind === 'user' && actor.id === user.id ? todosPage(context, args) : emptyPage
      },
    }),
  )
  const ownTodos = async (
    context: GraphqlContext,
    id: number,
    args: PageArgs & { readonly state?: string | null | undefined },
  ) => {
    if (context.weft.actor.kind === 'anonymous') return emptyPage
    const todos = await todosOfIssuable(context, id)
    const shown = args.state == null ? todos : todos.filter(todo => todo.state === args.state)
    return pageOfList(context, args, shown, todo => todo.id)
  }
  for (const type of discussedTypes()) {
    if (type === Alert) continue
    builder.objectField(type, 'currentUserTodos', t =>
      t.field({
        type: TodoConnection,
        nullable: false,
        args: { ...pageArgs, state: t.arg({ type: State }) },
        resolve: ({ id }, args, context) => ownTodos(context, id, args),
      }),
    )
  }
  builder.objectField(Alert, 'todos', t =>
    t.field({
      type: TodoConnection,
      description: 'To-dos of the current user on the alert.',
      args: { ...pageArgs, ...listArgs },
      resolve: ({ id }, args, context) => todosPage(context, args, sql`t.issuable_id = ${id}`),
    }),
  )
  builder.objectField(CurrentUserTodosWidget, 'currentUserTodos', t =>
    t.field({
      type: TodoConnection,
      nullable: false,
      args: { ...pageArgs, state: t.arg({ type: State }) },
      resolve: ({ item }, args, context) => ownTodos(context, item.id, args),
    }),
  )
  builder.queryField('todo', t =>
    t.field({
      type: Todo,
      description: 'Get a to-do of the current user by ID.',
      args: { id: t.arg({ type: 'TodoID', required: true }) },
      resolve: (_root, args, context) => todoNode(context, args.id),
    }),
  )
  return { Todo, Action, Target }
}

export type TodoTypes = ReturnType<typeof todosFields>
