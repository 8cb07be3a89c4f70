import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
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
  'namespacePage',
  'dashboardPage',
]

test('no statistics make a hot statement do many times its work', async () => {
  const built = await furnished()
  const { project } = built
  const operations = new Map(
    slices.flatMap(slice => slice.answers ?? []).map(each => [each.operation.name, each.operation]),
  )
  const statements: { readonly name: string; readonly query: CompiledQuery; readonly work: number[] }[] = []
  const place = { id: project.id, namespace: project.fullPath, iid: 1, issueIid: 1 }
  for (const name of asked) {
    const operation = operations.get(name)
    if (operation === undefined) throw new Error(`There is no operation ${name}`)
    const queries = await built.queries(() => built.as('rita').call(operation, inputOf(operation, place)))
    for (const [index, query] of queries.entries()) statements.push({ name: `${name} ${index}`, query, work: [] })
  }
  const look = async () => {
    for (const [index, { query, work }] of statements.entries())
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await run(built, `set local plan_cache_mode = ${mode}`)
        await run(built, `prepare looked_at_${index} as ${query.sql}`)
        work.push(workOf(await planOf(built, `looked_at_${index}`, query.parameters)))
        await run(built, `deallocate looked_at_${index}`)
      }
  }
  await run(built, 'analyze')
  await look()
  await comment(built, 60)
  await look()
  await run(built, 'analyze notes')
  await look()
  const flipping = statements
    .filter(({ work }) => Math.max(...work) > tolerance.factor * Math.min(...work) + tolerance.rows)
    .map(({ name, work }) => `${name}: ${work.join(', ')} rows`)
  expect(flipping).toEqual([])
}, 120_000)

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
     select ${project.id}, 'issue', n, 'Thread ' || n, '', '', '', ${users.rita.id}, case when n % 4 = 0 then 'closed' else 'opened' end,
       now() - n * interval '1 minute', now() - n * interval '1 minute' from generate_series(1, ${issues}) n`,
  )
  await run(built, insertNotes(built, 'i.iid > 2', 3, 1))
  await comment(built, longDiscussion)
  return built
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
