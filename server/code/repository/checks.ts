import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { batchInfo } from '#server/platform/git/cat-file.ts'
import type { Oid } from '#server/platform/git/objects.ts'
import { branchRef } from '#server/platform/git/refs/full-name.ts'
import { fromBytes, ownPrefixes, readDefaultBranch, readRefs } from '#server/platform/git/refs/ref-store.ts'
import { git } from '#server/platform/git/run.ts'
import { repositoryDir, repositoryExists } from '#server/platform/git/storage.ts'
import { setDefaultBranch } from '#server/platform/git/writing/update-refs.ts'
import type { Check, Finding } from '#server/slice.ts'
import { projectsOfLostPushes, recordLostPushes } from './push/lost-pushes.ts'
import { recordPush } from './push/push.ts'

interface CheckedProject {
  readonly id: number
  readonly fullPath: string
  readonly defaultBranch: string
  readonly lastPushedAt: string | null
  /** All its refs came by pushes that the log still has: it is no fork, and younger than the log. */
  readonly isLogged: boolean
}

export const repositoryChecks: readonly Check[] = [lostPushes, repositories]

/** Pushes whose server died before it could record them, and those whose record was lost with a database. */
async function* lostPushes(ctx: Context): AsyncIterable<Finding> {
  const ids = await projectsOfLostPushes(ctx)
  const { rows } = await sql<{ id: number; fullPath: string }>`
    select id, full_path from namespaces where id = any (${ids}::bigint[]) order by id`.execute(ctx.db)
  for (const { id, fullPath } of rows)
    yield {
      place: fullPath,
      text: 'A push is not recorded: it was interrupted, or its record was lost with a database.',
      repair: () => recordLostPushes(ctx, { id }),
    }
}

async function* repositories(ctx: Context): AsyncIterable<Finding> {
  for await (const project of everyProject(ctx)) {
    const dir = repositoryDir(ctx.services.settings.dataDir, project.id)
    if (await repositoryExists(dir)) {
      yield* damagedObjects(dir, project)
      yield* movedRefs(ctx, dir, project)
      yield* defaultBranch(dir, project)
    } else if (project.lastPushedAt !== null) {
      yield { place: project.fullPath, text: `The repository is missing: ${dir}.` }
    }
  }
}

const projectsAtOnce = 500

async function* everyProject(ctx: Context): AsyncIterable<CheckedProject> {
  for (let after = 0; ; ) {
    const { rows } = await sql<CheckedProject>`
      select p.id, n.full_path, p.default_branch, p.last_pushed_at,
        p.forked_from_id is null and n.created_at > now() - interval '3 years' as is_logged from projects p join namespaces n on n.id = p.id
      where p.id > ${after} order by p.id limit ${projectsAtOnce}`.execute(ctx.db)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

const fsckTimeoutMs = 3_600_000
const shownLines = 3

/** The objects that git misses or cannot read, of all that its refs need. */
async function* damagedObjects(dir: string, { fullPath }: CheckedProject): AsyncIterable<Finding> {
  const { stdout, stderr, code } = await git(dir, ['fsck', '--connectivity-only', '--no-dangling', '--no-progress'], {
    // Bits for the kinds of faults.
    accept: Array.from({ length: 32 }, (_, bits) => bits),
    timeoutMs: fsckTimeoutMs,
    lane: 'transfer',
    memory: 'large',
  })
  if (code === 0) return
  const lines = `${stdout.toString()}\n${stderr}`.split('\n').filter(line => line.trim() !== '')
  const more = lines.length > shownLines ? `; ${lines.length - shownLines} more` : ''
  yield { place: fullPath, text: `git fsck: ${lines.slice(0, shownLines).join('; ')}${more}.` }
}

interface Recorded {
  readonly ref: string
  /** The ends of its last moves: once more gone to than left. Null: deleted. */
  readonly tips: readonly (Oid | null)[]
  readonly last: Oid | null
}

/**
 * The number of the last moves of one ref that are read. Two of them may be recorded in another order than they
 * happened, so that the last one alone does not give the position of the ref.
 */
const lastMoves = 20

/** Refs of pushes that are not where the last recorded one left them. Git is right. */
async function* movedRefs(ctx: Context, dir: string, project: CheckedProject): AsyncIterable<Finding> {
  const { refs } = await readRefs(dir)
  const present = new Map(
    refs.flatMap(({ name, oid }) => (ownPrefixes.some(own => name.startsWith(own)) ? [] : [[fromBytes(name), oid]])),
  )
  const { rows } = await sql<Recorded>`
    with moves as (
      select r ->> 'ref' as ref, r ->> 'before' as before, r ->> 'after' as after,
        row_number() over (partition by r ->> 'ref' order by e.id desc) as back
      from events e cross join jsonb_array_elements(e.payload -> 'refs') r
      where e.namespace_id = ${project.id} and e.name = 'repository.pushed'
    ), recent as (select * from moves where back <= ${lastMoves}),
    ends as (
      select ref, place from (
        select ref, after as place, 1 as step from recent union all select ref, before, -1 from recent) s
      group by ref, place having sum(step) > 0
    )
    select m.ref, m.after as last, array(select e.place from ends e where e.ref = m.ref) as tips from moves m where m.back = 1
    order by m.ref`.execute(ctx.db)
  const recorded = new Set(rows.map(({ ref }) => ref))
  // A project may begin with a README, which is no push, and one without any record may have been put there as a whole.
  if (project.isLogged && recorded.size > 0)
    for (const [ref, now] of present)
      if (!recorded.has(ref) && ref !== branchRef(project.defaultBranch))
        yield {
          place: project.fullPath,
          text: `${ref} is ${shown(now)}, but no push of it is recorded.`,
          repair: async () => void (await recordPush(ctx, project, [{ ref, before: null, after: now }])),
        }
  const commits = new Map<Oid | null, boolean>()
  for (const { ref, last, tips } of rows) {
    const now = present.get(ref) ?? null
    if (now === last || tips.includes(now)) continue
    if (last !== null && !commits.has(last)) commits.set(last, (await batchInfo(dir, [last]))[0] != null)
    yield {
      place: project.fullPath,
      text: `${ref} is ${shown(now)}, but the last recorded push left it ${shown(last)}.`,
      repair: async () => {
        const before = commits.get(last) ? last : null
        await recordPush(ctx, project, [{ ref, before, after: now }])
      },
    }
  }
}

const shown = (id: Oid | null): string => (id === null ? 'deleted' : `at ${id.slice(0, 12)}`)

async function* defaultBranch(dir: string, project: CheckedProject): AsyncIterable<Finding> {
  const head = await readDefaultBranch(dir)
  if (head === project.defaultBranch) return
  yield {
    place: project.fullPath,
    text: `HEAD points to ${head ?? 'a commit'}, but the default branch is ${project.defaultBranch}.`,
    repair: () => setDefaultBranch(dir, project.defaultBranch),
  }
}
