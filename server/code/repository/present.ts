import type { Static } from 'typebox'
import type { Branch, CommitDetail, Commit as CommitShape, Diff, Tag } from '#contract/code/shapes.ts'
import type { NamespaceFacts } from '#server/access/facts.ts'
import { may } from '#server/access/may.ts'
import type { RefRights } from '#server/code/protected-refs/rights.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { type CommitStats, trailersOf } from '#server/platform/git/commits/commit.ts'
import type { FileDiff } from '#server/platform/git/commits/diff.ts'
import { addressOf } from '#server/platform/git/files/address.ts'
import type { Commit, Tag as TagObject } from '#server/platform/git/objects.ts'
import type { Ref } from '#server/platform/git/refs/refs.ts'
import type { Shown } from '#server/slice.ts'
import type { LastPipeline } from '../pipelines/head-pipeline.ts'
import { shortId } from './present-on-page.ts'

/** The address of a page of a project: `webUrl(ctx, project, 'commit', id)`. */
export const webUrl = (
  ctx: Context,
  project: Pick<ProjectRow, 'fullPath'>,
  page: string,
  ...rest: readonly string[]
): string => `${ctx.services.settings.externalUrl}/${project.fullPath}/-/${page}/${addressOf(...rest)}`

/** @source rest.md 2.4 */
export function presentCommit(ctx: Context, project: Pick<ProjectRow, 'fullPath'>, commit: Commit) {
  return {
    id: commit.id,
    shortId: shortId(commit.id),
    createdAt: commit.committer.date,
    parentIds: commit.parentIds,
    title: commit.title,
    message: commit.message,
    authorName: commit.author.name,
    authorEmail: commit.author.email,
    authoredDate: commit.author.date,
    committerName: commit.committer.name,
    committerEmail: commit.committer.email,
    committedDate: commit.committer.date,
    ...trailersOf(commit),
    webUrl: webUrl(ctx, project, 'commit', commit.id),
  } satisfies Shown<Static<typeof CommitShape>>
}

/** @param pipeline  the newest one of the commit */
export function presentCommitDetail(
  ctx: Context,
  project: ProjectRow,
  commit: Commit,
  { stats, pipeline }: { readonly stats: CommitStats | null; readonly pipeline: LastPipeline | undefined },
): Shown<Static<typeof CommitDetail>> {
  return {
    ...presentCommit(ctx, project, commit),
    ...(stats === null ? {} : { stats: presentStats(stats) }),
    status: pipeline?.status ?? null,
    projectId: project.id,
    lastPipeline: pipeline?.shown ?? null,
  }
}

export const presentStats = ({ additions, deletions, total }: CommitStats) => ({ additions, deletions, total })

/** @param unidiff  with the `---` and `+++` lines before the hunks */
export function presentDiff(file: FileDiff, unidiff: boolean): Static<typeof Diff> {
  const { newPath, oldPath, aMode, bMode, newFile, renamedFile, deletedFile, collapsed, tooLarge } = file
  const head = `--- ${newFile ? '/dev/null' : `a/${oldPath}`}\n+++ ${deletedFile ? '/dev/null' : `b/${newPath}`}\n`
  return {
    diff: unidiff && file.diff !== '' ? head + file.diff : file.diff,
    newPath,
    oldPath,
    aMode,
    bMode,
    newFile,
    renamedFile,
    deletedFile,
    generatedFile: null,
    collapsed,
    tooLarge,
  }
}

type Described = ProjectRow & { readonly facts: NamespaceFacts }

export function presentBranch(
  ctx: Context,
  project: Described,
  {
    ref,
    commit,
    isMerged,
    rights,
  }: { readonly ref: Ref; readonly commit: Commit; readonly isMerged: boolean; readonly rights: RefRights },
): Shown<Static<typeof Branch>> {
  return {
    name: ref.name,
    commit: presentCommit(ctx, project, commit),
    merged: isMerged,
    protected: rights.isProtected,
    developersCanPush: rights.developersCanPush,
    developersCanMerge: rights.developersCanMerge,
    canPush: may(ctx.actor, 'project:push-code', project.facts) && rights.canPush,
    default: ref.name === project.defaultBranch,
    webUrl: webUrl(ctx, project, 'tree', ref.name),
  }
}

/** @param commit  null for a tag of something else than a commit · @param object  null for a plain tag */
export function presentTag(
  ctx: Context,
  project: ProjectRow,
  {
    ref,
    commit,
    object,
    isProtected,
    release,
  }: {
    readonly ref: Ref
    readonly commit: Commit | null
    readonly object: TagObject | null
    readonly isProtected: boolean
    readonly release: Static<typeof Tag>['release']
  },
): Shown<Static<typeof Tag>> {
  return {
    name: ref.name,
    message: object === null ? '' : object.message.trimEnd(),
    target: ref.target,
    commit: commit === null ? null : presentCommit(ctx, project, commit),
    release,
    protected: isProtected,
    createdAt: object?.tagger == null ? null : new Date(object.tagger.date).toISOString(),
  }
}
