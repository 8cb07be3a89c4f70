import type { CommitLine, PipelineMark } from '#contract/code/code-pages.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { sshUrl } from '#server/foundation/projects/ssh-url.ts'
import type { Commit } from '#server/platform/git/objects.ts'
import type { Shown } from '#server/slice.ts'
import { mayCollaborate, openBranches } from '../collaboration/branches.ts'
import type { DiscussedCommit } from './commits/discussed.ts'
import type { ResolvedRef } from './open.ts'
import type { People } from './people.ts'

export const shortId = (id: string): string => id.slice(0, 8)

type Described = ProjectRow & { readonly facts: NamespaceFacts }

/**
 * The project of a page, with the actor's rights to its code.
 *
 * @param isEmpty  whether there are no refs
 * @param ref  that is shown, where its files can be changed
 */
export async function presentPlace(ctx: Context, project: Described, isEmpty: boolean, ref: ResolvedRef | null = null) {
  const canPush = may(ctx.actor, 'project:push-code', project.facts)
  return {
    header: await showHeader(ctx, project),
    id: project.id,
    namespace: project.fullPath,
    name: project.name,
    isEmpty,
    defaultBranch: project.defaultBranch,
    cloneUrl: `${ctx.services.settings.externalUrl}/${project.fullPath}.git`,
    sshUrl: sshUrl(ctx.services.settings, project.fullPath),
    canPush,
    canCommit: canPush || (ref?.kind === 'branch' && (await isOpen(ctx, project, ref.name))),
    canFork: may(ctx.actor, 'project:fork', project.facts),
    canAdminCode: may(ctx.actor, 'project:admin-code', project.facts),
  }
}

/** Whether the branch is the source of a merge request whose author lets the actor commit. */
async function isOpen(ctx: Context, project: Described, branch: string): Promise<boolean> {
  const { actor } = ctx
  if (ctx.deployToken !== null || !mayCollaborate(actor, project.facts)) return false
  const openTo = { ...project.facts, openBranches: await openBranches(ctx, actor, project.id) }
  return may(actor, 'project:push-branch', openTo) && openTo.openBranches.includes(branch)
}

export function presentRef(project: ProjectRow, ref: ResolvedRef) {
  return { ...ref, isDefault: ref.kind === 'branch' && ref.name === project.defaultBranch }
}

/**
 * A commit as one line of a list.
 *
 * @param marks  the results of the newest pipelines, by SHA, where the list shows them
 * @param discussed  those with comments, by SHA, where the list counts them
 */
export function presentLine(
  commit: Commit,
  people: People,
  marks?: ReadonlyMap<string, PipelineMark>,
  discussed?: ReadonlyMap<string, DiscussedCommit>,
): Shown<CommitLine> {
  const pipeline = marks?.get(commit.id)
  const commentCount = discussed?.get(commit.id)?.notesCount ?? 0
  return {
    id: commit.id,
    shortId: shortId(commit.id),
    title: commit.title,
    body: bodyOf(commit),
    parentIds: commit.parentIds,
    authorName: commit.author.name,
    authorEmail: commit.author.email,
    author: people(commit.author.email),
    authoredDate: commit.author.date,
    committedDate: commit.committer.date,
    ...(pipeline === undefined ? {} : { pipeline }),
    ...(commentCount === 0 ? {} : { commentCount }),
  }
}

/** The text after the first line of a message. */
export const bodyOf = ({ message, title }: Commit): string => {
  const text = message.trimStart()
  return text.slice(title.length).trim()
}

/** The least of a commit, for a row of a folder. */
export function presentLast(commit: Commit) {
  return {
    id: commit.id,
    shortId: shortId(commit.id),
    title: commit.title,
    authorName: commit.author.name,
    authoredDate: commit.author.date,
    committedDate: commit.committer.date,
  }
}
