import type { Allowed } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { projectTopic } from '#server/foundation/projects/events.ts'
import type { ProjectRow } from '#server/foundation/projects/find.ts'
import { countCommits } from '#server/platform/git/log.ts'
import type { RefUpdate, Verdict } from '#server/platform/git/receive-pack.ts'
import { resolveCommit } from '#server/platform/git/refs.ts'
import { repositoryDir, sizeBytes } from '#server/platform/git/storage.ts'
import { setDefaultBranch } from '#server/platform/git/update-refs.ts'
import { repositoryTopic } from './events.ts'
import { messages } from './messages.ts'

type Pushable = Allowed<'project:push-code', ProjectRow>

/** What a push may not do: take the default branch away or back, or write outside of branches and tags. */
export function judgePush(project: Pushable, updates: readonly RefUpdate[]): Verdict {
  const refuse = new Map<string, string>()
  const defaultRef = `refs/heads/${project.defaultBranch}`
  for (const { ref, after } of updates) {
    if (!ref.startsWith('refs/heads/') && !ref.startsWith('refs/tags/')) refuse.set(ref, messages.foreignRef)
    else if (ref === defaultRef && after === null) refuse.set(ref, messages.defaultBranchStays)
  }
  return { refuse, forwardOnly: [defaultRef], forwardMessage: messages.defaultBranchForward }
}

/**
 * Tell the house of refs that have moved: activity, size, a first default branch, and everybody who looks at the code.
 *
 * @returns sentences for who pushed
 */
export async function recordPush(
  ctx: Context,
  project: Pushable,
  updates: readonly RefUpdate[],
): Promise<readonly string[]> {
  const dir = repositoryDir(ctx.services.settings.dataDir, project.id)
  const adopted = await adoptDefaultBranch(dir, project, updates)
  const branch = adopted ?? project.defaultBranch
  const head = await resolveCommit(dir, `refs/heads/${branch}`)
  const [commitCount, repositorySizeBytes] = await Promise.all([
    head === null ? 0 : countCommits(dir, { from: [head], atMost: 100_000 }),
    sizeBytes(dir),
  ])
  await transact(ctx, async inner => {
    await inner.db
      .updateTable('projects')
      .set({
        lastPushedAt: inner.now,
        lastActivityAt: inner.now,
        defaultBranch: branch,
        commitCount,
        repositorySizeBytes,
      })
      .where('id', '=', project.id)
      .execute()
    await inner.events.record(
      'repository.pushed',
      { projectId: project.id, refs: updates.map(({ ref, before, after }) => ({ ref, before, after })) },
      { namespaceId: project.id, topics: [repositoryTopic(project.id), projectTopic(project.id)] },
    )
  })
  return adopted === null ? [] : [messages.adoptedBranch(adopted)]
}

/** A first push to another branch than the default one makes that branch the default. */
async function adoptDefaultBranch(
  dir: string,
  project: Pushable,
  updates: readonly RefUpdate[],
): Promise<string | null> {
  if (project.lastPushedAt !== null) return null
  const prefix = 'refs/heads/'
  const branches = updates.flatMap(({ ref, after }) =>
    after !== null && ref.startsWith(prefix) ? [ref.slice(prefix.length)] : [],
  )
  const first = branches.find(name => name === 'main' || name === 'master') ?? branches[0]
  if (first === undefined || branches.includes(project.defaultBranch)) return null
  await setDefaultBranch(dir, first)
  return first
}
