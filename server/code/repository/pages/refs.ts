import type { codeBranchesPage, codeRefs, codeTagsPage } from '#contract/code/code-pages.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { divergence } from '#server/platform/git/divergence.ts'
import type { Commit } from '#server/platform/git/objects.ts'
import { findRef, listRefs, mergedBranches, type Ref, readTag } from '#server/platform/git/refs.ts'
import type { Shown } from '#server/slice.ts'
import { repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { presentLine, presentPlace } from '../present.ts'

const refsAPage = 20
const choices = 50

type Readable = Allowed<'project:read-code', ProjectRow>

export async function showBranches(
  ctx: Context,
  project: Readable,
  { search, sort = 'updated_desc', page = 1 }: InputOf<typeof codeBranchesPage>,
): Promise<Shown<ReplyOf<typeof codeBranchesPage>>> {
  const dir = await repositoryOf(ctx, project)
  const found = dir === null ? [] : await listRefs(dir, 'branch', { search, sort })
  const all = defaultFirst(project, found)
  const shown = pageOf(all, page)
  const place = await presentPlace(ctx, project, all.length === 0 && !search)
  if (dir === null || shown.length === 0) return { place, branches: [], total: all.length, page, hasNext: false }
  const main = await findRef(dir, 'branch', project.defaultBranch)
  const [commits, merged, apart] = await Promise.all([
    readCommits(
      dir,
      shown.map(ref => ref.commitId),
    ),
    main === null ? [] : mergedBranches(dir, main.commitId),
    Promise.all(shown.map(ref => (main === null ? null : divergence(dir, main.commitId, ref.commitId)))),
  ])
  const people = await peopleOf(ctx, commits)
  const apartOf = new Map(shown.map((ref, index) => [ref.name, apart[index] ?? null]))
  const isMerged = new Set(merged)
  const canPush = may(ctx.actor, 'project:push-code', project.facts)
  return {
    place,
    branches: withCommits(shown, commits).map(([ref, commit]) => {
      const isDefault = ref.name === project.defaultBranch
      return {
        name: ref.name,
        isDefault,
        isMerged: !isDefault && isMerged.has(ref.name),
        canDelete: canPush && !isDefault,
        divergence: isDefault ? null : (apartOf.get(ref.name) ?? null),
        commit: presentLine(commit, people),
      }
    }),
    total: all.length,
    page,
    hasNext: page * refsAPage < all.length,
  }
}

export async function showTags(
  ctx: Context,
  project: Readable,
  { search, sort = 'updated_desc', page = 1 }: InputOf<typeof codeTagsPage>,
): Promise<Shown<ReplyOf<typeof codeTagsPage>>> {
  const dir = await repositoryOf(ctx, project)
  const all = dir === null ? [] : await listRefs(dir, 'tag', { search, sort })
  const shown = pageOf(all, page)
  const place = await presentPlace(ctx, project, project.lastPushedAt === null)
  if (dir === null || shown.length === 0) return { place, tags: [], total: all.length, page, hasNext: false }
  const commits = await readCommits(
    dir,
    shown.map(ref => ref.commitId),
  )
  const [people, texts] = await Promise.all([peopleOf(ctx, commits), Promise.all(shown.map(ref => readTag(dir, ref)))])
  const messageOf = new Map(shown.map((ref, index) => [ref.name, texts[index]?.message.trim() ?? '']))
  const canDelete = may(ctx.actor, 'project:push-code', project.facts)
  return {
    place,
    tags: withCommits(shown, commits).map(([ref, commit]) => ({
      name: ref.name,
      message: messageOf.get(ref.name) ?? '',
      canDelete,
      commit: presentLine(commit, people),
    })),
    total: all.length,
    page,
    hasNext: page * refsAPage < all.length,
  }
}

/** Names for a ref switcher: the default branch first. */
export async function showRefs(
  ctx: Context,
  project: Readable,
  { search }: InputOf<typeof codeRefs>,
): Promise<Shown<ReplyOf<typeof codeRefs>>> {
  const dir = await repositoryOf(ctx, project)
  const [branches, tags] =
    dir === null
      ? [[], []]
      : await Promise.all([listRefs(dir, 'branch', { search }), listRefs(dir, 'tag', { search, sort: 'version_desc' })])
  const { defaultBranch } = project
  const names = branches.map(ref => ref.name)
  const ordered = names.includes(defaultBranch)
    ? [defaultBranch, ...names.filter(name => name !== defaultBranch)]
    : names
  return {
    defaultBranch,
    branches: ordered.slice(0, choices),
    branchCount: branches.length,
    tags: tags.slice(0, choices).map(ref => ref.name),
    tagCount: tags.length,
  }
}

/** The branch that all others are compared with stands before them, however they are sorted. */
const defaultFirst = ({ defaultBranch }: Readable, refs: readonly Ref[]): readonly Ref[] => {
  const own = refs.find(ref => ref.name === defaultBranch)
  return own === undefined ? refs : [own, ...refs.filter(ref => ref !== own)]
}

const pageOf = (refs: readonly Ref[], page: number) => refs.slice((page - 1) * refsAPage, page * refsAPage)

/** Refs with their commits; a tag of something else than a commit has none and is left out. */
function withCommits(refs: readonly Ref[], commits: readonly (Commit | null)[]): readonly (readonly [Ref, Commit])[] {
  return refs.flatMap((ref, index) => {
    const commit = commits[index]
    return commit == null ? [] : [[ref, commit] as const]
  })
}
