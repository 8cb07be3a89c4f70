import { sql } from 'kysely'
import { newPagePath, pagePath } from '#contract/issuable-kinds.ts'
import { load, loadIfAllowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { suggestTexts } from '#server/code/issue-branches/texts.ts'
import { createMergeRequest } from '#server/code/merge-requests/create.ts'
import { type MergeRequestRow, mergeRequestById } from '#server/code/merge-requests/find.ts'
import { setAutoMerge } from '#server/code/merge-requests/merge/auto-merge.ts'
import { refusalSentence } from '#server/code/merge-requests/merge/refusal-sentence.ts'
import { usualTarget } from '#server/code/merge-requests/targets.ts'
import { updateMergeRequest } from '#server/code/merge-requests/update.ts'
import { refreshMergeRequest } from '#server/code/merge-requests/versions/refresh.ts'
import type {
  MergeRequestPushOptions,
  PushOptionsHandler,
  PushWithOptions,
} from '#server/code/repository/push/push-options.ts'
import { type Context, transact } from '#server/context.ts'
import { NamedError } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Changes, Ref } from '#server/plan/issuables/define-attribute.ts'
import { branchOf } from '#server/platform/git/refs/full-name.ts'
import { runStatement } from '#server/platform/sql/statement.ts'
import { messages } from './messages.ts'

/** The limit of branches of one push for which merge requests are created or links are shown. */
const mostBranches = 10

/** `merge_request.…`, and a link for creating a merge request from a pushed branch. @source gitprotocol-pack(5) */
export const mergeRequestOptions: PushOptionsHandler = {
  concerns: () => true,
  run: async (ctx, push) => {
    const branches = pushedBranches(push)
    if (branches.length === 0) return []
    const asked = push.options.mergeRequest
    if (asked !== null && branches.length > mostBranches) return [messages.tooManyBranches(mostBranches)]
    const open = await openOnes(ctx, push.project, branches)
    const sentences: string[] = []
    for (const branch of branches.slice(0, mostBranches)) {
      const own = open.filter(each => each.sourceBranch === branch.name)
      sentences.push(
        ...(asked === null
          ? await linkTo(ctx, push.project, branch, own)
          : await followOptions(ctx, push.project, branch.name, own, asked)),
      )
    }
    return sentences
  },
}

interface Branch {
  readonly name: string
  readonly isNew: boolean
}

const pushedBranches = ({ refs }: PushWithOptions): readonly Branch[] =>
  refs.flatMap(({ ref, before, after }) => {
    const name = branchOf(ref)
    return name === null || after === null ? [] : [{ name, isNew: before === null }]
  })

interface OpenOne {
  readonly id: number
  readonly iid: number
  readonly fullPath: string
  readonly targetId: number
  readonly sourceBranch: string
  readonly targetBranch: string
}

function openOnes(ctx: Context, project: ProjectRow, branches: readonly Branch[]): Promise<readonly OpenOne[]> {
  const values = { projectId: project.id, names: branches.map(each => each.name) }
  return runStatement<OpenOne, typeof values>(
    ctx.db,
    'open merge requests of pushed branches',
    values,
    parameter => sql`
    select i.id, i.iid, n.full_path, n.id as target_id, mr.source_branch, mr.target_branch
    from merge_requests mr join issuables i on i.id = mr.id join namespaces n on n.id = i.namespace_id
    where mr.is_open and mr.source_project_id = ${parameter.projectId} and mr.source_branch = any (${parameter.names}::text[])
    order by i.id limit 100`,
  )
}

async function linkTo(
  ctx: Context,
  project: PushWithOptions['project'],
  branch: Branch,
  open: readonly OpenOne[],
): Promise<readonly string[]> {
  const site = ctx.services.settings.externalUrl
  const views = []
  for (const { id, iid, fullPath } of open)
    if ((await loadIfAllowed(ctx, 'issuable:read', mergeRequestById, { id })) !== null)
      views.push(...messages.view(branch.name, `${site}${pagePath('merge_request', fullPath, iid)}`))
  if (views.length > 0) return views
  if (!branch.isNew || branch.name === project.defaultBranch) return []
  if (!may(ctx.actor, 'project:create-merge-request', project.facts)) return []
  const query = new URLSearchParams({ 'merge_request[source_branch]': branch.name })
  return messages.create(branch.name, `${site}${newPagePath('merge_request', project.fullPath)}?${query}`)
}

async function followOptions(
  ctx: Context,
  project: PushWithOptions['project'],
  branch: string,
  open: readonly OpenOne[],
  options: MergeRequestPushOptions,
): Promise<readonly string[]> {
  try {
    const target = await targetOf(ctx, project, options)
    if (target === null) return [messages.noTarget(options.targetProject ?? project.fullPath)]
    const site = ctx.services.settings.externalUrl
    const targetBranch = options.target ?? target.defaultBranch
    const existing =
      open.find(each => each.targetId === target.id && each.targetBranch === targetBranch) ??
      (options.create && options.target !== null ? undefined : open.find(each => each.targetId === target.id))
    if (existing !== undefined) {
      await update(ctx, existing.id, options)
      const url = `${site}${pagePath('merge_request', existing.fullPath, existing.iid)}`
      return [...messages.updated(branch, url), ...(await autoMerge(ctx, existing.id, branch, options))]
    }
    if (!options.create) return [messages.noOpenOne(branch)]
    if (target.id === project.id && targetBranch === branch) return [messages.isTarget(branch)]
    const { id, iid } = await create(ctx, project, target, { sourceBranch: branch, targetBranch }, options)
    const url = `${site}${pagePath('merge_request', target.fullPath, iid)}`
    return [...messages.created(branch, url), ...(await autoMerge(ctx, id, branch, options))]
  } catch (error) {
    // The push stands, and so do the merge requests of its other branches.
    if (error instanceof NamedError) return [`${branch}: ${refusalSentence(error)}`]
    throw error
  }
}

async function targetOf(ctx: Context, project: ProjectRow, { targetProject }: MergeRequestPushOptions) {
  if (targetProject === null) return usualTarget(ctx, project)
  const id = /^\d+$/.test(targetProject) ? Number(targetProject) : targetProject
  return loadIfAllowed(ctx, 'project:create-merge-request', projectByRef, { id })
}

async function create(
  ctx: Context,
  project: PushWithOptions['project'],
  target: NonNullable<Awaited<ReturnType<typeof targetOf>>>,
  branches: { readonly sourceBranch: string; readonly targetBranch: string },
  options: MergeRequestPushOptions,
): Promise<{ readonly id: number; readonly iid: number }> {
  const suggested = await suggestTexts(ctx, project, target, branches)
  return createMergeRequest(ctx, project, target, {
    ...(await attributesOf(ctx, options)),
    title: titled(options.title ?? suggested.title, options),
    description: options.description ?? suggested.description,
    ...branches,
    ...mergeOptionsOf(options),
  })
}

async function update(ctx: Context, id: number, options: MergeRequestPushOptions): Promise<void> {
  await transact(ctx, async inner => {
    const mergeRequest = await load(inner, 'issuable:update', mergeRequestById, { id })
    const { description } = options
    const title = options.title ?? (options.draft ? mergeRequest.title : null)
    await updateMergeRequest(inner, mergeRequest, {
      attributes: {
        ...(await attributesOf(inner, options)),
        ...(title === null ? {} : { title: titled(title, options) }),
        ...(description === null ? {} : { description }),
      },
      targetBranch: options.target ?? undefined,
      ...mergeOptionsOf(options),
    })
  })
}

const titled = (title: string, { draft }: MergeRequestPushOptions): string =>
  draft && !/^\s*(?:draft:|\[draft\]|\(draft\))/i.test(title) ? `Draft: ${title}` : title

const mergeOptionsOf = ({ squash, removeSourceBranch }: MergeRequestPushOptions) => ({
  squash: squash ?? undefined,
  removeSourceBranch: removeSourceBranch ?? undefined,
})

async function attributesOf(ctx: Context, options: MergeRequestPushOptions): Promise<Changes> {
  const { labels, unlabels, assign, unassign, milestone } = options
  const people = await idsOfUsers(ctx, [...assign, ...unassign])
  const ids = (names: readonly string[]): readonly Ref[] => names.flatMap(name => people.get(name.toLowerCase()) ?? [])
  return {
    ...(labels.length + unlabels.length === 0 ? {} : { labels: { add: labels, remove: unlabels } }),
    ...(assign.length + unassign.length === 0 ? {} : { assignees: { add: ids(assign), remove: ids(unassign) } }),
    ...(milestone === null ? {} : { milestone }),
  }
}

/** The ids of users by username or id, in lower case. */
async function idsOfUsers(ctx: Context, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map()
  const wanted = names.map(name => name.toLowerCase())
  const { rows } = await sql<{ id: number; username: string }>`
    select id, lower(username) as username from users where lower(username) = any (${wanted}::text[]) or id::text = any (${wanted}::text[])`.execute(
    ctx.db,
  )
  return new Map(rows.flatMap(({ id, username }) => [[String(id), id] as const, [username, id] as const]))
}

/**
 * Have it merged once its checks pass. The push has just brought the head: where pipelines are reported, its own is yet to come.
 *
 * @returns why this was refused
 */
async function autoMerge(
  ctx: Context,
  id: number,
  branch: string,
  options: MergeRequestPushOptions,
): Promise<readonly string[]> {
  if (!options.autoMerge) return []
  try {
    // The push becomes a version first, as a later one would cancel it.
    await refreshMergeRequest(ctx, await load(ctx, 'issuable:merge', mergeRequestById, { id }))
    await transact(ctx, async inner => {
      const mergeRequest = await load(inner, 'issuable:merge', mergeRequestById, { id })
      const { squash, removeSourceBranch } = mergeOptionsOf(options)
      await setAutoMerge(inner, mergeRequest, {
        sha: mergeRequest.headSha ?? undefined,
        squash,
        shouldRemoveSourceBranch: removeSourceBranch,
        awaitsReport: await reportsPipelines(inner, mergeRequest),
      })
    })
    return []
  } catch (error) {
    if (error instanceof NamedError) return [`${branch}: ${refusalSentence(error)}`]
    throw error
  }
}

/** Whether pipelines of the project or of the fork have been reported. */
async function reportsPipelines(ctx: Context, { namespaceId, sourceProjectId }: MergeRequestRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pipelines where namespace_id in (${namespaceId}, ${sourceProjectId}::bigint) limit 1`.execute(ctx.db)
  return rows.length > 0
}
