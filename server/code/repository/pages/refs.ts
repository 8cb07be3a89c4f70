import type { codeBranchesPage, codeRefs, codeTagsPage } from '#contract/code/code-pages.ts'
import type { RefKind } from '#contract/code/ref-kinds.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import { may } from '#server/access/may.ts'
import type { ReadableProject } from '#server/code/collaboration/readable.ts'
import { refGuard } from '#server/code/protected-refs/guard.ts'
import type { Context } from '#server/context.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { divergence } from '#server/platform/git/commits/divergence.ts'
import { findRef, listRefs, mergedBranches, type Ref, readTag } from '#server/platform/git/refs/refs.ts'
import type { Shown } from '#server/slice.ts'
import { pipelineMarks } from '../../pipelines/head-pipeline.ts'
import { repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { presentLine, presentPlace } from '../present-on-page.ts'
import { findReleasesOfTags } from '../refs/tag-releases.ts'

const refsAPage = 20
const choices = 50

export async function showBranches(
  ctx: Context,
  project: ReadableProject,
  input: InputOf<typeof codeBranchesPage>,
): Promise<Shown<ReplyOf<typeof codeBranchesPage>>> {
  const { dir, shown, counts } = await findPage(ctx, project, 'branch', input)
  const place = await presentPlace(ctx, project, counts.total === 0 && !input.search)
  if (dir === null) return { place, branches: [], ...counts }
  const main = await findRef(dir, 'branch', project.defaultBranch)
  const [rows, merged, apart, guard] = await Promise.all([
    readRows(ctx, project, dir, shown),
    main === null ? [] : mergedBranches(dir, main.commitId),
    Promise.all(shown.map(ref => (main === null ? null : divergence(dir, main.commitId, ref.commitId)))),
    refGuard(ctx, project),
  ])
  const apartOf = new Map(shown.map((ref, index) => [ref.name, apart[index] ?? null]))
  const isMerged = new Set(merged)
  const canPush = may(ctx.actor, 'project:push-code', project.facts)
  const branches = rows.map(row => {
    const isDefault = row.name === project.defaultBranch
    const { isProtected, canDelete } = guard.of('branch', row.name)
    return {
      ...row,
      isDefault,
      isProtected,
      isMerged: !isDefault && isMerged.has(row.name),
      canDelete: canPush && canDelete && !isDefault,
      divergence: isDefault ? null : (apartOf.get(row.name) ?? null),
    }
  })
  return { place, branches, ...counts }
}

export async function showTags(
  ctx: Context,
  project: ReadableProject,
  input: InputOf<typeof codeTagsPage>,
): Promise<Shown<ReplyOf<typeof codeTagsPage>>> {
  const { dir, shown, counts } = await findPage(ctx, project, 'tag', input)
  const place = await presentPlace(ctx, project, project.lastPushedAt === null)
  if (dir === null) return { place, tags: [], ...counts }
  const [rows, texts, guard, releases] = await Promise.all([
    readRows(ctx, project, dir, shown),
    Promise.all(shown.map(ref => readTag(dir, ref))),
    refGuard(ctx, project),
    findReleasesOfTags(
      ctx,
      project,
      shown.map(ref => ref.name),
    ),
  ])
  const messageOf = new Map(shown.map((ref, index) => [ref.name, texts[index]?.message.trim() ?? '']))
  const canPush = may(ctx.actor, 'project:push-code', project.facts)
  const tags = rows.map(row => {
    const { isProtected, canDelete } = guard.of('tag', row.name)
    return {
      ...row,
      message: messageOf.get(row.name) ?? '',
      isProtected,
      hasRelease: releases.has(row.name),
      canDelete: canPush && canDelete,
    }
  })
  return { place, tags, ...counts }
}

/** @returns `dir` is null where the page has no refs */
async function findPage(
  ctx: Context,
  project: ReadableProject,
  kind: RefKind,
  { search, sort = 'updated_desc', page = 1 }: InputOf<typeof codeTagsPage>,
) {
  const dir = await repositoryOf(ctx, project)
  const found = dir === null ? [] : await listRefs(dir, kind, { search, sort })
  const all = kind === 'branch' ? defaultFirst(project, found) : found
  const shown = all.slice((page - 1) * refsAPage, page * refsAPage)
  const counts = { total: all.length, page, hasNext: page * refsAPage < all.length }
  return { dir: shown.length === 0 ? null : dir, shown, counts }
}

/** Refs with their commits; a tag of something else than a commit has none and is left out. */
async function readRows(ctx: Context, project: ReadableProject, dir: string, refs: readonly Ref[]) {
  const commits = await readCommits(
    dir,
    refs.map(ref => ref.commitId),
  )
  const [people, marks] = await Promise.all([
    peopleOf(ctx, commits),
    pipelineMarks(
      ctx,
      project.id,
      refs.map(ref => ref.commitId),
    ),
  ])
  return refs.flatMap(({ name }, index) => {
    const commit = commits[index]
    return commit == null ? [] : [{ name, commit: presentLine(commit, people, marks) }]
  })
}

/** Names for a ref switcher: the default branch first. */
export async function showRefs(
  ctx: Context,
  project: ReadableProject,
  { search }: InputOf<typeof codeRefs>,
): Promise<Shown<ReplyOf<typeof codeRefs>>> {
  const dir = await repositoryOf(ctx, project)
  const [branches, tags] =
    dir === null
      ? [[], []]
      : await Promise.all([listRefs(dir, 'branch', { search }), listRefs(dir, 'tag', { search, sort: 'version_desc' })])
  const names = (refs: readonly Ref[]) => refs.slice(0, choices).map(ref => ref.name)
  return {
    defaultBranch: project.defaultBranch,
    branches: names(defaultFirst(project, branches)),
    branchCount: branches.length,
    tags: names(tags),
    tagCount: tags.length,
  }
}

/** The branch that all others are compared with stands before them, however they are sorted. */
const defaultFirst = ({ defaultBranch }: ReadableProject, refs: readonly Ref[]): readonly Ref[] => {
  const own = refs.find(ref => ref.name === defaultBranch)
  return own === undefined ? refs : [own, ...refs.filter(ref => ref !== own)]
}
