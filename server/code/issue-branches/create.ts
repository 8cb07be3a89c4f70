import { type Allowed, load } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import { type Context, transact, userIdOf } from '#server/context.ts'
import { topicsOfIssuable } from '#server/discuss/noteables/live-topics.ts'
import { Invalid, NotFound, Unprocessable } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { sameNetwork } from '#server/foundation/projects/fork-relation.ts'
import type { IssuableRow } from '#server/plan/issuables/find.ts'
import { isAncestor } from '#server/platform/git/commits/merge-base.ts'
import { countRefs, findRef } from '#server/platform/git/refs/refs.ts'
import { deleteRef } from '#server/platform/git/writing/update-refs.ts'
import { createMergeRequest } from '../merge-requests/create.ts'
import { repositoryOf } from '../repository/open.ts'
import { pushTo } from '../repository/push/push-to.ts'
import { makeBranch } from '../repository/refs/branches.ts'
import { branchNameFor, freeName } from './branch-name.ts'
import { messages } from './messages.ts'
import { branchTemplateOf, labelsAndMilestoneOf } from './queries.ts'
import { textsForIssue } from './texts.ts'

export type ReadableIssue = Allowed<'issuable:read', IssuableRow>
type PushableProject = Allowed<'project:push-code', ProjectRow>

/**
 * Whether the actor can create a branch for an issue in its project.
 *
 * @returns a free name for the branch; null when they cannot
 * @source BRANCH-029; product-rules.md 13
 */
export async function suggestBranch(ctx: Context, issue: ReadableIssue): Promise<string | null> {
  const project = await load(ctx, 'project:read', projectByRef, { id: issue.namespaceId }).catch(unlessMissing)
  if (project === null || !may(ctx.actor, 'project:push-code', project.facts)) return null
  const dir = await repositoryOf(ctx, project)
  if (dir === null || (await countRefs(dir, 'branch')) === 0) return null
  const name = branchNameFor(issue, await branchTemplateOf(ctx, project.id))
  return freeName(name, async each => (await findRef(dir, 'branch', each)) !== null)
}

function unlessMissing(error: unknown): null {
  if (error instanceof NotFound) return null
  throw error
}

/**
 * The project for the branch of an issue: its own, or for a confidential one a private fork.
 *
 * @throws Unprocessable  the issue is confidential, and more people see the project than the issue
 * @throws NotFound · @throws Forbidden  the actor cannot push to it
 */
export async function projectFor(
  ctx: Context,
  issue: Pick<ReadableIssue, 'namespaceId' | 'confidential'> | null,
  { ownId, chosenId }: { readonly ownId: number; readonly chosenId: number | undefined },
): Promise<PushableProject> {
  const project = await load(ctx, 'project:push-code', projectByRef, { id: chosenId ?? ownId })
  if (project.id !== ownId && !(await sameNetwork(ctx, project.id, ownId))) throw new Unprocessable(messages.notAFork)
  const isHidden = issue === null ? project.id !== ownId : issue.confidential
  if (isHidden && project.visibility !== 'private')
    throw new Unprocessable(chosenId === undefined ? messages.needsPrivateFork : messages.notPrivate)
  return project
}

/**
 * Create a branch for an issue, and say so in the issue's history.
 *
 * @throws Invalid  the name is invalid or taken, or the ref does not exist · @throws Forbidden  the name is protected
 */
export async function createIssueBranch(
  ctx: Context,
  issue: ReadableIssue | null,
  project: PushableProject,
  { name, ref }: { readonly name: string; readonly ref: string | undefined },
): Promise<void> {
  await makeBranch(ctx, project, name, ref || project.defaultBranch)
  // The history of an issue does not mention forks that its readers cannot see.
  if (issue === null || issue.namespaceId !== project.id) return
  await transact(ctx, inner =>
    inner.events.record(
      'issue.branch_created',
      { issueId: issue.id, branch: name },
      { namespaceId: issue.namespaceId, topics: topicsOfIssuable(issue) },
    ),
  )
}

/**
 * Create a branch for an issue with a merge request that closes the issue. Without the merge request there is no branch either.
 *
 * @returns the number of the merge request in the project
 * @throws Invalid · @throws Forbidden · @throws Unprocessable  as for branches and merge requests
 * @source BRANCH-031; product-rules.md 13
 */
export async function createMergeRequestForIssue(
  ctx: Context,
  issue: ReadableIssue,
  project: PushableProject,
  given: { readonly branchName: string | undefined; readonly ref: string | undefined },
): Promise<number> {
  if (!may(ctx.actor, 'project:create-merge-request', project.facts)) throw new Unprocessable(messages.noMergeRequests)
  const target = await load(ctx, 'project:create-merge-request', projectByRef, { id: project.id })
  const dir = await repositoryOf(ctx, project)
  if (dir === null) throw new Invalid('The repository is empty')
  const sourceBranch =
    given.branchName ||
    (await freeName(
      branchNameFor(issue, await branchTemplateOf(ctx, project.id)),
      async each => (await findRef(dir, 'branch', each)) !== null,
    ))
  const ref = given.ref || project.defaultBranch
  const targetBranch = (await findRef(dir, 'branch', ref)) === null ? project.defaultBranch : ref
  await makeBranch(ctx, project, sourceBranch, ref)
  try {
    const texts = await textsForIssue(ctx, issue, project)
    const title = (await hasCommits(dir, sourceBranch, targetBranch)) ? texts.title : `Draft: ${texts.title}`
    const actorId = userIdOf(ctx)
    // Labels and milestone of one project are not those of its forks.
    const plan = issue.namespaceId === project.id ? await labelsAndMilestoneOf(ctx, issue.id) : null
    const { iid } = await createMergeRequest(ctx, project, target, {
      title,
      description: texts.description,
      sourceBranch,
      targetBranch,
      ...(actorId === null ? {} : { assignees: { replace: [actorId] } }),
      ...(plan === null ? {} : { labels: { replace: plan.labelIds }, milestone: plan.milestoneId }),
    })
    return iid
  } catch (error) {
    await deleteRef(dir, 'branch', sourceBranch, { move: pushTo(ctx, project) })
    throw error
  }
}

async function hasCommits(dir: string, source: string, target: string): Promise<boolean> {
  const [from, to] = await Promise.all([findRef(dir, 'branch', source), findRef(dir, 'branch', target)])
  return from !== null && to !== null && !(await isAncestor(dir, from.commitId, to.commitId))
}
