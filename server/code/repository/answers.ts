import {
  cherryPickCommit,
  createCommit,
  getCommit,
  getCommitDiff,
  getCommitSequence,
  listCommitRefs,
  listCommits,
  revertCommit,
} from '#contract/code/commits/commits.ts'
import { protectOneBranch, unprotectOneBranch } from '#contract/code/protected-refs.ts'
import * as contract from '#contract/code/refs.ts'
import {
  addChangelog,
  compareRefs,
  getArchive,
  getArchiveAs,
  getBlob,
  getChangelog,
  getLanguages,
  getMergeBase,
  getRawBlob,
  listContributors,
  listTree,
} from '#contract/code/repository.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { levels } from '#server/access/levels.ts'
import { keepOneProtected, unprotectRef } from '#server/code/protected-refs/protect.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { ByteCache, bytesOf } from '#server/platform/caches/byte-cache.ts'
import { objectInfo, readCommits } from '#server/platform/git/cat-file.ts'
import { commitStats } from '#server/platform/git/commits/commit.ts'
import { compare } from '#server/platform/git/commits/compare.ts'
import { contributors } from '#server/platform/git/commits/contributors.ts'
import { commitDiff } from '#server/platform/git/commits/diff.ts'
import { countCommits } from '#server/platform/git/commits/log.ts'
import { mergeBase } from '#server/platform/git/commits/merge-base.ts'
import { readBlob } from '#server/platform/git/files/blob.ts'
import { isOid } from '#server/platform/git/objects.ts'
import { containingRefs } from '#server/platform/git/refs/refs.ts'
import { withRepositoryView } from '#server/platform/git/repository-view.ts'
import { KeptReply } from '#server/platform/text/kept-reply.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { answer, Paged, pageOf, Reply, type Shown } from '#server/slice.ts'
import { pushableByRef } from '../collaboration/pushable.ts'
import { withDecodedLines } from '../diffs/decoded-files.ts'
import { lastPipelines } from '../pipelines/head-pipeline.ts'
import { addToChangelog, changelogSection } from './changelog/changelog.ts'
import { showCommitList } from './commits/commit-list.ts'
import { type PickOutcome, pickCommit } from './commits/pick.ts'
import { comparable } from './comparable.ts'
import { readActions } from './files/actions.ts'
import { sendArchive } from './files/archives.ts'
import { bodyLimitBytes } from './files/file-answers.ts'
import { languagesOf } from './files/languages.ts'
import { sendBlob } from './files/raw.ts'
import { showTreeList } from './files/tree-list.ts'
import { messages } from './messages.ts'
import { commitOf, lookUpRef, repositoryOf } from './open.ts'
import { presentCommit, presentCommitDetail, presentDiff, webUrl } from './present.ts'
import { branches, dropBranch, dropMergedBranches, makeBranch, matching } from './refs/branches.ts'
import { dropRef, showRef, showRefList } from './refs/refs.ts'
import { removeReleaseOfTag } from './refs/tag-releases.ts'
import { makeTag, tags } from './refs/tags.ts'
import { startElsewhere } from './start-elsewhere.ts'
import { commitChange } from './write.ts'

const readable = { about: projectByRef, ability: 'project:read-code' } as const
const administered = { about: projectByRef, ability: 'project:admin-code' } as const
/** git runs first, so the database's part is a transaction of its own. */
const writable = { about: projectByRef, ability: 'project:push-code', transaction: 'own' } as const
/** Users who may merge a request of a fork may commit to its branch. */
const committable = { about: pushableByRef, ability: 'project:push-branch', transaction: 'own' } as const

export const repositoryAnswers = [
  answer(listTree, { ...readable, run: showTreeList }),
  answer(getBlob, {
    ...readable,
    run: async (ctx, project, { sha }) => {
      const { dir, id } = await blobAt(ctx, project, sha)
      const blob = await readBlob(dir, id)
      if (blob === null) throw new NotFound('Blob')
      return { size: blob.sizeBytes, encoding: 'base64', content: blob.content.toString('base64'), sha: id }
    },
  }),
  answer(getRawBlob, {
    ...readable,
    run: async (ctx, project, { sha }) => {
      const { dir, id, sizeBytes } = await blobAt(ctx, project, sha)
      return sendBlob(dir, { id, sizeBytes, name: id })
    },
  }),
  answer(getArchive, {
    ...readable,
    run: (ctx, project, { sha, format = 'tar.gz', ...asked }) =>
      sendArchive(ctx, project, { ...asked, ref: sha || undefined, format }),
  }),
  answer(getArchiveAs, {
    ...readable,
    run: (ctx, project, { sha, ...asked }) => sendArchive(ctx, project, { ...asked, ref: sha || undefined }),
  }),
  answer(compareRefs, { ...readable, run: showCompare }),
  answer(listContributors, {
    ...readable,
    run: async (ctx, project, input) => {
      const { ref, orderBy = 'commits', sort = 'asc' } = input
      const { page, perPage, offset } = pageOf(input)
      const { dir, commitId } = await commitOf(ctx, project, ref || undefined, 'Repository')
      const all = await contributors(dir, commitId)
      const sign = sort === 'asc' ? 1 : -1
      const sorted = all.toSorted(
        (one, other) =>
          sign *
          (orderBy === 'commits' ? one.commits - other.commits : one[orderBy].localeCompare(other[orderBy], 'en')),
      )
      const items = sorted.slice(offset, offset + perPage).map(each => ({ ...each, additions: 0, deletions: 0 }))
      return Paged.offset(items, { page, perPage, total: all.length })
    },
  }),
  answer(getMergeBase, { ...readable, run: (ctx, project, { refs }) => showMergeBase(ctx, project, refs) }),
  answer(getLanguages, {
    ...readable,
    run: async (ctx, project) => {
      const dir = await repositoryOf(ctx, project)
      const place = dir === null ? null : await lookUpRef(dir, project, 'HEAD')
      if (dir === null || place === null) return {}
      const shares = await languagesOf(dir, place.commitId)
      return Object.fromEntries(shares.map(({ name, percent }) => [name, percent]))
    },
  }),
  answer(getChangelog, {
    ...readable,
    run: async (ctx, project, asked) => ({ notes: await changelogSection(ctx, project, asked) }),
  }),
  answer(addChangelog, {
    ...writable,
    run: async (ctx, project, asked) => {
      await addToChangelog(ctx, project, asked)
      return null
    },
  }),
  answer(listCommits, { ...readable, run: showCommitList }),
  answer(createCommit, {
    ...committable,
    bodyLimitBytes,
    run: async (ctx, project, { commitMessage, actions, stats, startProject, ...given }) => {
      const start = startProject === undefined ? null : await startElsewhere(ctx, project, { ...given, startProject })
      const { commitId } = await commitChange(ctx, project, {
        ...given,
        ...(start === null ? {} : { startBranch: undefined, startSha: start }),
        message: commitMessage,
        actions: await readActions(actions ?? []),
      })
      return detail(ctx, project, commitId, stats ?? true)
    },
  }),
  answer(getCommit, { ...readable, run: (ctx, project, { sha, stats }) => detail(ctx, project, sha, stats ?? true) }),
  answer(getCommitDiff, {
    ...readable,
    run: async (ctx, project, input) => {
      const { page, perPage, offset } = pageOf(input)
      const { dir, commitId } = await commitOf(ctx, project, input.sha, 'Commit')
      const files = (await readableCommitDiff(dir, commitId))?.files ?? []
      const items = files.slice(offset, offset + perPage).map(file => presentDiff(file, input.unidiff ?? false))
      return Paged.offset(items, { page, perPage, total: files.length })
    },
  }),
  answer(listCommitRefs, {
    ...readable,
    run: async (ctx, project, input) => {
      const { page, perPage, offset } = pageOf(input)
      const { dir, commitId } = await commitOf(ctx, project, input.sha, 'Commit')
      const { type = 'all' } = input
      const { refs } = await containingRefs(dir, commitId, type === 'all' ? {} : { kinds: [type] })
      return Paged.offset(refs.slice(offset, offset + perPage), { page, perPage, total: refs.length })
    },
  }),
  answer(getCommitSequence, {
    ...readable,
    run: async (ctx, project, { sha, firstParent }) => {
      const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
      return { count: await countCommits(dir, { from: [commitId], ...(firstParent ? { firstParent } : {}) }) }
    },
  }),
  answer(cherryPickCommit, {
    ...committable,
    run: async (ctx, project, { sha, branch, dryRun = false, message }) =>
      picked(ctx, project, await pickCommit(ctx, project, { sha, branch, verb: 'cherry-pick', dryRun, message })),
  }),
  answer(revertCommit, {
    ...committable,
    run: async (ctx, project, { sha, branch, dryRun = false }) =>
      picked(ctx, project, await pickCommit(ctx, project, { sha, branch, verb: 'revert', dryRun })),
  }),
  answer(contract.listBranches, {
    ...readable,
    run: (ctx, project, { regex, ...input }) =>
      showRefList(ctx, project, branches, input, refs => (regex ? matching(refs, regex) : refs)),
  }),
  answer(contract.branchExists, {
    ...readable,
    run: async (ctx, project, { branch }) => {
      await showRef(ctx, project, branches, branch)
      return undefined
    },
  }),
  answer(contract.getBranch, {
    ...readable,
    run: (ctx, project, { branch }) => showRef(ctx, project, branches, branch),
  }),
  answer(contract.addBranch, {
    ...writable,
    run: (ctx, project, { branch, ref }) => makeBranch(ctx, project, branch, ref),
  }),
  answer(contract.removeBranch, {
    ...writable,
    run: async (ctx, project, { branch }) => {
      await dropBranch(ctx, project, branch)
      return undefined
    },
  }),
  answer(contract.removeMergedBranches, {
    ...writable,
    run: async (ctx, project) => {
      await dropMergedBranches(ctx, project)
      return { message: '202 Accepted' }
    },
  }),
  answer(protectOneBranch, {
    ...administered,
    run: async (ctx, project, { branch, developersCanPush, developersCanMerge }) => {
      await showRef(ctx, project, branches, branch)
      const levelOf = (isOpen: boolean | undefined) =>
        isOpen === undefined ? undefined : isOpen ? levels.developer : levels.maintainer
      await keepOneProtected(ctx, project, branch, {
        push: levelOf(developersCanPush),
        merge: levelOf(developersCanMerge),
      })
      return showRef(ctx, project, branches, branch)
    },
  }),
  answer(unprotectOneBranch, {
    ...administered,
    run: async (ctx, project, { branch }) => {
      await showRef(ctx, project, branches, branch)
      await unprotectRef(ctx, project, { kind: 'branch', name: branch }).catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error
      })
      return showRef(ctx, project, branches, branch)
    },
  }),
  answer(contract.listTags, {
    ...readable,
    run: (ctx, project, { orderBy = 'updated', sort = 'desc', ...input }) =>
      showRefList(ctx, project, tags, { ...input, sort: `${orderBy}_${sort}` }),
  }),
  answer(contract.getTag, { ...readable, run: (ctx, project, { tagName }) => showRef(ctx, project, tags, tagName) }),
  answer(contract.addTag, {
    ...writable,
    run: (ctx, project, { tagName, ref, message }) => makeTag(ctx, project, { name: tagName, target: ref, message }),
  }),
  answer(contract.removeTag, {
    ...writable,
    run: async (ctx, project, { tagName }) => {
      await dropRef(ctx, project, 'tag', tagName)
      await removeReleaseOfTag(ctx, project, tagName)
      return undefined
    },
  }),
]

type Readable = Parameters<typeof showTreeList>[1]

async function blobAt(ctx: Context, project: Readable, sha: string) {
  const dir = await repositoryOf(ctx, project)
  const info = dir === null || !isOid(sha) ? null : await objectInfo(dir, sha)
  if (dir === null || info?.type !== 'blob') throw new NotFound('Blob')
  return { dir, id: info.oid, sizeBytes: info.sizeBytes }
}

async function detail(ctx: Context, project: ProjectRow, sha: string, withStats: boolean) {
  const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
  const [[commit], stats, pipelines] = await Promise.all([
    readCommits(dir, [commitId]),
    withStats ? commitStats(dir, [commitId]) : null,
    lastPipelines(ctx, project.id, [commitId]),
  ])
  if (commit == null) throw new NotFound('Commit')
  return presentCommitDetail(ctx, project, commit, {
    stats: stats?.get(commitId) ?? null,
    pipeline: pipelines.get(commitId),
  })
}

interface Compared {
  readonly from: string
  readonly to: string
  readonly fromProjectId?: number
  readonly straight?: boolean
  readonly unidiff?: boolean
}

/** Comparisons by commits, ref names and project URL. They never expire, as the difference of two commits never changes. */
const compared = new ByteCache<string, KeptReply<Shown<ReplyOf<typeof compareRefs>>>>({
  name: 'compared_answers',
  maxBytes: 4 * 1024 * 1024,
  sizeOf: ({ bytes }, key) => bytes + bytesOf(key),
})

async function showCompare(ctx: Context, project: Readable, input: Compared) {
  const { from, to, fromProjectId, straight = false, unidiff = false } = input
  const fromProject = await comparable(ctx, project, fromProjectId)
  // The same sentence for a project that is not there.
  if (fromProject === null) throw new Invalid(messages.notAFork(fromProjectId ?? project.id, project.id))
  const { dir, commitId: toId } = await commitOf(ctx, project, to, 'Ref')
  const { dir: fromDir, commitId: fromId } = await commitOf(ctx, fromProject, from, 'Ref')
  const key = JSON.stringify([dir, fromDir, webUrl(ctx, project, 'compare'), fromId, toId, from, to, straight, unidiff])
  const known = compared.get(key)
  if (known !== undefined) return known
  const read = async (repo: string) => {
    const found = await compare(repo, fromId, toId, { straight })
    const source = { dir: repo, from: straight ? fromId : found.mergeBase, to: toId, ignoreWhitespace: false }
    return { found, files: (await withDecodedLines(source, found.diff)).files }
  }
  const { found, files } = await (dir === fromDir ? read(dir) : withRepositoryView([dir, fromDir], read))
  const commits = found.commits.toReversed().map(commit => presentCommit(ctx, project, commit))
  const diffs = files.map(file => presentDiff(file, unidiff))
  const shown = {
    commit: commits.at(-1) ?? null,
    commits,
    diffs,
    compareTimeout: false,
    compareSameRef: found.isSameRef,
    webUrl: webUrl(ctx, project, 'compare', `${from}${straight ? '..' : '...'}${to}`),
  }
  const chars = commits.reduce((sum, { message }) => sum + commitChars + 2 * message.length, 0)
  const reply = new KeptReply<Shown<ReplyOf<typeof compareRefs>>>(
    shown,
    diffs.reduce((sum, file) => sum + fileChars + file.diff.length, chars),
  )
  compared.set(key, reply)
  return reply
}

/** The changes of a commit, with the lines of files in other charsets. */
async function readableCommitDiff(dir: string, commitId: string) {
  const changes = await commitDiff(dir, commitId)
  if (changes === null) return null
  const [commit] = await readCommits(dir, [commitId])
  const source = { dir, from: commit?.parentIds[0] ?? null, to: commitId, ignoreWhitespace: false }
  return withDecodedLines(source, changes)
}

/** Estimated characters of JSON for a commit without its message, and for a file without its diff. */
const commitChars = 700
const fileChars = 300

async function showMergeBase(ctx: Context, project: Readable, refs: readonly string[]) {
  if (refs.length < 2) throw new Invalid(messages.twoRefs)
  const dir = await repositoryOf(ctx, project)
  const places = dir === null ? [] : await Promise.all(refs.map(ref => lookUpRef(dir, project, ref)))
  const unknown = refs.filter((_ref, index) => places[index] == null)
  if (dir === null || unknown.length > 0) throw new Invalid(messages.unknownRefs(unknown))
  const base = await mergeBase(
    dir,
    places.flatMap(place => (place === null ? [] : [place.commitId])),
  )
  const [commit] = base === null ? [] : await readCommits(dir, [base])
  if (commit == null) throw new NotFound('Merge Base')
  return presentCommit(ctx, project, commit)
}

function picked(ctx: Context, project: ProjectRow, outcome: PickOutcome) {
  switch (outcome.outcome) {
    case 'done':
      return presentCommit(ctx, project, outcome.commit)
    case 'possible':
      return new Reply<never>(200, new RawJson('{"dry_run":"success"}'))
    case 'refused':
      return new Reply<never>(400, new RawJson(JSON.stringify({ message: outcome.message, error_code: outcome.code })))
    default:
      return outcome satisfies never
  }
}
