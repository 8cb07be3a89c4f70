import { join } from 'node:path'
import { refGuard, refusalOf } from '#server/code/protected-refs/guard.ts'
import { messages as protectionMessages } from '#server/code/protected-refs/messages.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { branchOf, refFolders } from '#server/platform/git/refs/full-name.ts'
import { ownPrefixes } from '#server/platform/git/refs/ref-store.ts'
import { countRefs, findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import type { Verdict } from '#server/platform/git/transport/receive-pack.ts'
import { type RefUpdate, setDefaultBranch } from '#server/platform/git/writing/update-refs.ts'
import type { Unflushed } from '#server/platform/sql/durable.ts'
import { type Pushable, pushesCode } from '../../collaboration/pushable.ts'
import { messages } from '../messages.ts'
import { describePush } from './describe-push.ts'
import type { PushOptions } from './push-options.ts'
import { storePush } from './store-push.ts'

/** The project whose refs have moved. */
export type Pushed = Pick<ProjectRow, 'id' | 'defaultBranch'>

interface AboutPush {
  /** The options of a git push. */
  readonly options?: PushOptions
  /** The key of its mark. */
  readonly mark?: string
}

const ownersJudge = join(import.meta.dirname, '../../code-owners/judge-push.ts')

/** A ref of such a name would stand where git keeps the refs of a kind. */
const takenFolders: ReadonlySet<string> = new Set([...Object.values(refFolders), ...ownPrefixes])

/** Maximum number of refs that a push can update. */
const maxPushedRefs = 15_000

/**
 * Refuse pushes that update too many refs, delete the default branch, or change a protected ref against its rules.
 * Changes to files of code owners are judged once the commits have arrived. Refs that are neither branches nor tags,
 * such as `refs/notes`, are open to all who push code. The refs that the server writes itself are ignored when they
 * come with the copy of another repository.
 */
export async function judgePush(ctx: Context, project: Pushable, updates: readonly RefUpdate[]): Promise<Verdict> {
  const refuse = new Map<string, string>()
  if (updates.length > maxPushedRefs)
    return { refuse: new Map(updates.map(({ ref }) => [ref, messages.tooManyRefs(maxPushedRefs)])) }
  const ignore = new Set<string>()
  const forwardOnly: string[] = []
  const owned: string[] = []
  const guard = await refGuard(ctx, project)
  for (const { ref, before, after } of updates) {
    const [, folder, name = ''] = /^refs\/(heads|tags)\/(.*)$/s.exec(ref) ?? []
    if (folder === undefined) {
      const isOwn = ownPrefixes.some(prefix => ref.startsWith(prefix))
      if (isOwn && after !== null) ignore.add(ref)
      else if (isOwn) refuse.set(ref, messages.ownRef)
      else if (!/^refs\/./.test(ref) || takenFolders.has(`${ref}/`)) refuse.set(ref, messages.badRef)
      else if (ctx.deployToken === null && !pushesCode(ctx, project)) refuse.set(ref, messages.foreignRef)
      continue
    }
    const kind = folder === 'heads' ? 'branch' : 'tag'
    const rights = guard.of(kind, name)
    const refusal =
      after === null
        ? kind === 'branch' && name === project.defaultBranch
          ? messages.defaultBranchStays
          : rights.canDeleteByPush
            ? null
            : protectionMessages.deleteElsewhere(kind, name)
        : refusalOf(rights, before === null ? 'create' : 'push', kind, name)
    if (refusal !== null) {
      refuse.set(ref, refusal)
      continue
    }
    if (kind === 'branch' && !rights.canForcePush) forwardOnly.push(ref)
    if (rights.keepsOwnedFiles) owned.push(ref)
  }
  return {
    refuse,
    ignore,
    ...(ignore.size > 0 ? { notices: [messages.ignoredRefs(ignore.size)] } : {}),
    forwardOnly,
    forwardMessage: protectionMessages.noForces,
    ...(owned.length === 0 ? {} : { judged: { refs: owned, program: ownersJudge } }),
  }
}

/**
 * Record that refs have moved: activity, a first default branch, and live updates for readers of the code. Slower work
 * (`measure`) follows in a job.
 *
 * @returns sentences for the pusher
 */
export async function recordPush(
  ctx: Context,
  project: Pushed,
  updates: readonly RefUpdate[],
  about: AboutPush = {},
): Promise<readonly string[]> {
  return (await recordBeforeFlush(ctx, project, updates, about)).flushed(ctx.db)
}

/** The same without waiting for the disk. Until then, the mark of the push has to be kept. */
export async function recordBeforeFlush(
  ctx: Context,
  project: Pushed,
  updates: readonly RefUpdate[],
  { options, mark }: AboutPush = {},
): Promise<Unflushed<readonly string[]>> {
  const dir = repositoryDir(ctx.services.settings.dataDir, project.id)
  const adopted = await adoptDefaultBranch(dir, project, updates)
  const pushes = await describePush(dir, adopted ?? project.defaultBranch, updates)
  const stored = await storePush(ctx, {
    payload: {
      projectId: project.id,
      refs: updates.map(({ ref, before, after }) => ({ ref, before, after })),
      ...(options !== undefined && Object.keys(options.told).length > 0 ? { options } : {}),
      ...(mark === undefined ? {} : { mark }),
    },
    pushes,
    adopted: adopted === null ? null : { from: project.defaultBranch, to: adopted },
  })
  return stored.map(() => (adopted === null ? [] : [messages.adoptedBranch(adopted)]))
}

/** The first branches of a repository without the default one: one of them becomes it. */
async function adoptDefaultBranch(dir: string, project: Pushed, updates: readonly RefUpdate[]): Promise<string | null> {
  const pushed = updates.flatMap(({ ref, after }) => (after === null ? [] : (branchOf(ref) ?? [])))
  const first = pushed.find(name => name === 'main' || name === 'master') ?? pushed[0]
  if (first === undefined || (await findRef(dir, 'branch', project.defaultBranch)) !== null) return null
  if ((await countRefs(dir, 'branch')) > pushed.length) return null
  await setDefaultBranch(dir, first)
  return first
}
