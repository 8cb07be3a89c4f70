import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { slices } from '#server/slices.ts'
import { type World, world } from '#test/world/world.ts'

// A statement's plan is chosen by estimates, which change with the statistics and with the calls of a connection: it may never be
// one that does many times the work of another.
const tolerance = { factor: 3, rows: 1_000 }

const issues = 3_000
const longDiscussion = 500

interface PlanNode {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

const asked = [
  'getIssuePage',
  'listPageDiscussions',
  'getDiscussionSummary',
  'listIssueDiscussions',
  'listIssueNotes',
  'getIssue',
  'getIssuesPage',
  'listProjectIssues',
  'listTodos',
  'todosPage',
  'getViewer',
  'getUserCounts',
  'namespacePage',
  'dashboardPage',
]

test('no statistics make a hot statement do many times its work', async () => {
  const built = await furnished()
  const { project } = built
  const place = { id: project.id, namespace: project.fullPath, iid: 1, issueIid: 1 }
  const looked = await lookedAt(
    built,
    asked.map(name => [name, inputOf(operationNamed(name), place)]),
  )
  await run(built, 'analyze')
  await looked.look()
  await comment(built, 60)
  await looked.look()
  await run(built, 'analyze notes')
  await looked.look()
  expect(looked.flipping()).toEqual([])
}, 120_000)

/** Rows that the plan of a page may handle: by an order of their own, and by what stands in other tables. */
const maxRowsOfPage = 1_000
/** Pages sorted by columns whose indexes do not tell who can read an issue. */
const maxRowsOfSortedPage = 1_500
const maxRowsOfJoinedPage = 4_500
/** Pages sorted by priority compare the labels of all issues that are due on one day. */
const maxRowsOfRankedPage = 6_000
/** A hundred issues of each state are offered behind `#`. */
const maxRowsOfCompletion = 2_500

test('a list of a project reads its page, also by the day of a milestone and the priority of labels, and so does completion', async () => {
  const built = await furnished()
  const { project } = built
  await plan(built, project.id)
  const by = (state: 'opened' | 'all', ...orders: readonly string[]) =>
    lookedAt(
      built,
      orders.map(orderBy => ['listProjectIssues', { id: project.id, state, orderBy, sort: 'asc' }] as const),
    )
  const columns = ['title', 'popularity', 'closed_at', 'comments', 'time_estimate', 'time_spent', 'tasks']
  const own = await by('opened', 'created_at', 'updated_at', 'relative_position')
  const sorted = await by('opened', ...columns)
  const ofAllStates = await by('all', ...columns, 'due_date', 'weight', 'relative_position')
  const joined = await by('opened', 'milestone_due', 'iteration', 'label_priority', 'author', 'assignee', 'epic')
  const ranked = await by('opened', 'priority')
  const completed = await lookedAt(built, [['completeIssues', { namespace: project.fullPath }]])
  const filtered = await lookedAt(
    built,
    ['milestone_due', 'label_priority', 'priority'].flatMap(orderBy =>
      [{ iids: [3, 5] }, { milestone: 'Part 3' }].map(
        filter => ['listProjectIssues', { id: project.id, orderBy, sort: 'asc', ...filter }] as const,
      ),
    ),
  )
  await run(built, 'analyze')
  await own.look()
  await sorted.look()
  await ofAllStates.look()
  await joined.look()
  await ranked.look()
  await completed.look()
  await filtered.look()
  expect([
    ...own.over(maxRowsOfPage),
    ...sorted.over(maxRowsOfSortedPage),
    ...ofAllStates.over(maxRowsOfSortedPage),
    ...joined.over(maxRowsOfJoinedPage),
    ...ranked.over(maxRowsOfRankedPage),
    ...completed.over(maxRowsOfCompletion),
    ...filtered.over(maxRowsOfJoinedPage),
  ]).toEqual([])
})

/** Every fifth issue is found: they are counted by the index of words, and the page is the newest of them. */
const maxRowsOfCommonSearch = 4_000

test('a search that finds every fifth issue reads the list only until its page is full', async () => {
  const built = await furnished()
  const { project } = built
  await run(
    built,
    `update issuables set description = 'Oil the heddle' where namespace_id = ${project.id} and iid % 5 = 0`,
  )
  await run(built, 'analyze')
  const looked = await lookedAt(built, [
    ['listProjectIssues', { id: project.id, search: 'heddle', orderBy: 'created_at', sort: 'desc' }],
  ])
  await looked.look()
  expect(looked.over(maxRowsOfCommonSearch)).toEqual([])
})

test('the page of an issue without notes reads none of the others, where an issue has thousands on average', async () => {
  const built = await world()
  const { as, build, project } = built
  for (const iid of [1, 2]) await build.issue({ title: `Issue ${iid}` })
  await as('rita').call(issueDiscussionPage.markRead, { namespace: project.fullPath, iid: 2, noteId: 0 })
  await comment(built, 5_000)
  await run(built, 'analyze')
  const looked = await lookedAt(built, [['getIssuePage', { namespace: project.fullPath, iid: 2 }]])
  await looked.look()
  expect(looked.over(1_000)).toEqual([])
})

const mergeRequests = 3_000
/** The merge requests of a state are counted, and each of them stands in two tables. */
const maxRowsOfCountedPage = 7_000

test('a list of merge requests reads the others only to count them, and the page of one does not', async () => {
  const built = await world()
  const { project, users } = built
  await run(
    built,
    `with made as (insert into issuables (namespace_id, type, series, iid, title, title_html, description, description_html, author_id, state, created_at, updated_at)
       select ${project.id}, 'merge_request', 'merge_request', n, 'Thread ' || n, '', '', '', ${users.mina.id}, case when n % 4 = 0 then 'merged' else 'opened' end,
         now() - n * interval '1 minute', now() - n * interval '1 minute' from generate_series(1, ${mergeRequests}) n returning id, iid, state)
     insert into merge_requests (id, namespace_id, source_project_id, source_branch, target_branch, is_open)
       select id, ${project.id}, ${project.id}, 'thread-' || iid, 'main', state = 'opened' from made`,
  )
  await run(built, 'analyze')
  const lists = await lookedAt(built, [
    ['listProjectMergeRequests', { id: project.id, state: 'opened' }],
    ['listProjectMergeRequests', { id: project.id, state: 'opened', orderBy: 'updated_at' }],
    ['getMergeRequestsPage', { namespace: project.fullPath }],
  ])
  const pages = await lookedAt(built, [
    ['getMergeRequestPage', { namespace: project.fullPath, iid: 2 }],
    ['getMergeRequestChangesPage', { namespace: project.fullPath, iid: 2 }],
  ])
  await lists.look()
  await pages.look()
  expect([...lists.over(maxRowsOfCountedPage), ...pages.over(maxRowsOfPage)]).toEqual([])
})

const projects = 300
const issuesOfProject = 30
/** Rows that the plan of a list may handle: a fixed number for each project, however many issues there are. */
const maxRows = projects * 60

/** Rows of a count of one project's issues: the labels and milestones of a title everywhere, but no issues of other projects. */
const maxRowsOfProjectCount = 2_000

const countedInProject = [
  { authorUsername: 'mina' },
  { assigneeUsername: ['rita'] },
  { milestone: 'First' },
  { labels: ['bug'] },
  { labels: ['bug'], milestone: 'First' },
  { any: { labelName: ['bug'], assigneeUsername: ['rita'] } },
]

const askedOfMany: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['listGroupIssues', {}],
  ['listGroupIssues', { state: 'opened' }],
  ['listGroupIssues', { state: 'opened', orderBy: 'updated_at' }],
  ['listGroupIssues', { state: 'opened', orderBy: 'relative_position' }],
  ['listGroupIssues', { state: 'opened', orderBy: 'milestone_due', sort: 'asc' }],
  ['listGroupIssues', { orderBy: 'milestone_due', sort: 'asc' }],
  ['listGroupIssues', { state: 'opened', orderBy: 'iteration', sort: 'asc' }],
  ...['author', 'assignee', 'epic', 'tasks'].map(
    orderBy => ['listGroupIssues', { state: 'opened', orderBy, sort: 'asc' }] as const,
  ),
  ['listGroupIssues', { state: 'opened', orderBy: 'label_priority', sort: 'asc' }],
  ['listGroupIssues', { state: 'opened', orderBy: 'priority', sort: 'asc' }],
  ['getGroupIssuesPage', {}],
  ['getGroupIssuesPage', { orderBy: 'milestone_due', sort: 'asc' }],
  // The API counts these filtered rows to 10,000, row by row.
  ['getGroupIssuesPage', { assigneeId: 'None' }],
  ['getGroupIssuesPage', { labels: ['None'] }],
  ['getGroupIssuesPage', { any: { labelName: ['rare'], assigneeUsername: ['nina'] } }],
  ['listGroupIssues', { any: { labelName: ['rare'], assigneeUsername: ['nina'], authorUsername: ['nina'] } }],
  ['getGroupIssuesStatistics', {}],
  ['getGroupIssuesStatistics', { labels: ['bug'] }],
  ['getGroupIssuesStatistics', { labels: ['bug', 'flaw'] }],
  ['getGroupIssuesStatistics', { milestone: 'First' }],
  ['getGroupIssuesStatistics', { assigneeUsername: ['rita'] }],
  ['getGroupIssuesStatistics', { authorUsername: 'mina' }],
  ['listIssues', { state: 'opened' }],
  ['listIssues', { state: 'opened', scope: 'assigned_to_me' }],
  ['listIssues', { state: 'opened', scope: 'all' }],
  ['listGroupProjects', { includeSubgroups: true }],
  ['listDescendantGroups', {}],
  ['listNamespaces', {}],
  ['quickSearch', { q: 'thread' }],
  ['dashboardPage', {}],
  ['listTodos', {}],
  ['listTodos', { page: 10 }],
  ['todosPage', {}],
  ['getUserCounts', {}],
]

test('no list of a large group reads its issues, under custom and generic plans', async () => {
  const built = await world()
  const { users } = built
  const group = await largeGroup(built)
  // Otherwise the statistics of the tables depend on the tests before.
  await run(built, 'analyze')
  const calls = askedOfMany.map(([name, input]) => {
    const place = inputOf(operationNamed(name), { id: group.id, namespace: group.fullPath })
    return [name, { ...place, ...input }] as const
  })
  const looked = [await lookedAt(built, calls, users.rita.id), await lookedAt(built, calls, users.nina.id)]
  const { id } = await projectOf(built, group.id)
  const ofProject = await lookedAt(
    built,
    countedInProject.map(filter => ['getProjectIssuesStatistics', { id, ...filter }] as const),
  )
  for (const each of [...looked, ofProject]) await each.look()
  expect(looked.flatMap(each => each.over(maxRows))).toEqual([])
  expect(ofProject.over(maxRowsOfProjectCount)).toEqual([])
}, 240_000)

const operations = new Map(
  slices.flatMap(slice => slice.answers ?? []).map(each => [each.operation.name, each.operation]),
)

function operationNamed(name: string): Operation {
  const operation = operations.get(name)
  if (operation === undefined) throw new Error(`There is no operation ${name}`)
  return operation
}

/** The statements of calls, of which each look notes the work under either way of planning. */
async function lookedAt(
  built: World,
  calls: readonly (readonly [name: string, input: Readonly<Record<string, unknown>>])[],
  reader: 'rita' | number = 'rita',
) {
  const statements: { readonly name: string; readonly query: CompiledQuery; readonly work: number[] }[] = []
  for (const [name, input] of calls) {
    const queries = await built.queries(() => built.as(reader).reply(operationNamed(name), input))
    for (const [index, query] of queries.entries())
      statements.push({ name: `${name} ${JSON.stringify(input)} ${index}`, query, work: [] })
  }
  const shown = (found: typeof statements) => found.map(({ name, work }) => `${name}: ${work.join(', ')} rows`)
  return {
    look: async () => {
      // The setting of the server: other tests plan without sequential scans.
      await run(built, 'set local enable_seqscan = on')
      for (const [index, { query, work }] of statements.entries())
        for (const mode of ['force_custom_plan', 'force_generic_plan']) {
          await run(built, `set local plan_cache_mode = ${mode}`)
          await run(built, `prepare looked_at_${index} as ${query.sql}`)
          work.push(workOf(await planOf(built, `looked_at_${index}`, query.parameters)))
          await run(built, `deallocate looked_at_${index}`)
        }
    },
    flipping: () =>
      shown(statements.filter(({ work }) => Math.max(...work) > tolerance.factor * Math.min(...work) + tolerance.rows)),
    over: (rows: number) => shown(statements.filter(({ work }) => Math.max(...work) > rows)),
  }
}

/** A public group of many projects, of half of which Nina is a member, with issues that are assigned to Rita and to-dos of hers. */
async function largeGroup(built: World): Promise<{ readonly id: number; readonly fullPath: string }> {
  const { build, users } = built
  const group = await build.group({ path: 'large', visibility: 'public' })
  await run(
    built,
    `with made as (insert into namespaces (kind, parent_id, name, path, full_path, full_name, ancestor_ids, visibility)
       select 'project', ${group.id}, 'Loom ' || n, 'loom-' || n, 'large/loom-' || n, 'large / Loom ' || n, '{}',
         (array['public', 'internal', 'private'])[1 + n % 3] from generate_series(1, ${projects}) n returning id),
     held as (insert into members (namespace_id, user_id, access_level) select id, ${users.nina.id}, 30 from made where id % 2 = 0)
     insert into projects (id) select id from made`,
  )
  await run(built, `update namespaces set ancestor_ids = array[${group.id}, id] where parent_id = ${group.id}`)
  await run(
    built,
    `insert into milestones (namespace_id, iid, title, due_date) select id, 1, 'First', current_date + (id % 40)::int from namespaces where parent_id = ${group.id}`,
  )
  await run(
    built,
    `with labelled as (insert into labels (namespace_id, title, color) select id, 'bug', '#6699cc' from namespaces where parent_id = ${group.id}
       returning id, namespace_id)
     insert into label_priorities (project_id, label_id, priority) select namespace_id, id, 1 + namespace_id % 5 from labelled`,
  )
  await run(
    built,
    `insert into issuables (namespace_id, type, iid, title, title_html, description, description_html, author_id, state, milestone_id, relative_position, created_at)
     select p.id, 'issue', n, 'Thread ' || n, '', '', '', (array[${[users.olga, users.mina, users.dan, users.gus].map(each => each.id).join(', ')}])[1 + n % 4],
       case when n % 4 = 0 then 'closed' else 'opened' end, case when n % 5 = 0 then (select id from milestones m where m.namespace_id = p.id) end,
       case when n % 2 = 0 then n * 512 end, now() - n * interval '1 hour' - p.id * interval '1 minute'
     from namespaces p, generate_series(1, ${issuesOfProject}) n where p.parent_id = ${group.id}`,
  )
  await run(
    built,
    `insert into issuable_labels (issuable_id, label_id, namespace_id) select i.id, l.id, i.namespace_id from issuables i
       join namespaces p on p.id = i.namespace_id join labels l on l.namespace_id = p.id where p.parent_id = ${group.id} and i.iid % 15 = 0`,
  )
  await run(
    built,
    `with few as (select i.id, i.namespace_id from issuables i join namespaces p on p.id = i.namespace_id where p.parent_id = ${group.id} and i.iid = 1),
     given as (insert into issuable_assignees (issuable_id, user_id, namespace_id) select id, ${users.rita.id}, namespace_id from few)
     insert into todos (user_id, author_id, namespace_id, issuable_id, action) select ${users.rita.id}, ${users.nina.id}, namespace_id, id, 'assigned' from few`,
  )
  return { id: group.id, fullPath: 'large' }
}

/** One of the projects of a group. */
async function projectOf(built: World, groupId: number): Promise<{ readonly id: number }> {
  const { rows } = await run(built, `select id from namespaces where parent_id = ${groupId} order by id limit 1`)
  return { id: Number(rows[0]?.id) }
}

/** The parts of `place` that an operation asks for. */
const inputOf = (operation: Operation, place: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(place).filter(([name]) => name in operation.input.properties))

const run = ({ db }: World, text: string) => db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))

/** Many short issues, and one with a long discussion. */
async function furnished(): Promise<World> {
  const built = await world()
  const { project, users } = built
  await run(
    built,
    `insert into issuables (namespace_id, type, iid, title, title_html, description, description_html, author_id, state, created_at, updated_at)
     select ${project.id}, 'issue', n, 'Thread ' || n, '', '', '', ${users.mina.id}, case when n % 4 = 0 then 'closed' else 'opened' end,
       now() - n * interval '1 minute', now() - n * interval '1 minute' from generate_series(1, ${issues}) n`,
  )
  await run(built, insertNotes(built, 'i.iid > 2', 3, 1))
  await comment(built, longDiscussion)
  return built
}

/** Give issues of a project milestones with days, and labels with priorities. */
async function plan(built: World, projectId: number): Promise<void> {
  await run(
    built,
    `with made as (insert into milestones (namespace_id, iid, title, due_date) select ${projectId}, n, 'Part ' || n, current_date + n from generate_series(1, 60) n
       returning id, iid)
     update issuables i set milestone_id = made.id from made where i.namespace_id = ${projectId} and i.iid % 80 = made.iid`,
  )
  await run(
    built,
    `with made as (insert into labels (namespace_id, title, color) select ${projectId}, 'kind ' || n, '#6699cc' from generate_series(1, 30) n returning id, title),
     ranked as (insert into label_priorities (project_id, label_id, priority) select ${projectId}, id, right(title, 1)::int from made where id % 3 = 0)
     insert into issuable_labels (issuable_id, label_id, namespace_id) select i.id, m.id, ${projectId} from issuables i
       join made m on m.title = 'kind ' || (1 + i.iid % 50) where i.namespace_id = ${projectId}`,
  )
}

const comment = (built: World, count: number) => run(built, insertNotes(built, 'i.iid = 1', count, 100))

const insertNotes = ({ project, users }: World, of: string, count: number, threads: number) =>
  `insert into notes (namespace_id, issuable_id, discussion_id, type, author_id, body, body_html, resolvable, created_at, updated_at)
   select ${project.id}, i.id, encode(substring(sha256((i.id || '-' || n % ${threads})::text::bytea) from 1 for 20), 'hex'), 'DiscussionNote',
     ${users.rita.id}, 'Oil it', '<p>Oil it</p>', true, now() - n * interval '1 second', now()
   from issuables i, generate_series(1, ${count}) n where i.namespace_id = ${project.id} and ${of}`

async function planOf(built: World, prepared: string, parameters: readonly unknown[]): Promise<PlanNode> {
  const given = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`
  const { rows } = await run(built, `explain (analyze, timing off, format json) execute ${prepared}${given}`)
  const [plans] = Object.values(rows[0] ?? {})
  // The form of PostgreSQL's JSON.
  return (plans as readonly [{ readonly Plan: PlanNode }])[0].Plan
}

const literal = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? `'{${value.map(each => JSON.stringify(String(each))).join(',')}}'`
      : `'${String(value).replaceAll("'", "''")}'`

/** Rows that the nodes of a plan have passed on or thrown away: the same number on every machine. */
function workOf(node: PlanNode): number {
  const rows =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return Math.round(rows * node['Actual Loops']) + (node.Plans ?? []).reduce((sum, each) => sum + workOf(each), 0)
}
