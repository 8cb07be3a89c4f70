import type { codeComparePage } from '#contract/code/code-pages.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { compare } from '#server/platform/git/commits/compare.ts'
import type { Shown } from '#server/slice.ts'
import { showsWhitespace } from '../commits/whitespace.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { presentDiffFile, presentLine, presentPlace } from '../present-on-page.ts'

const maxCommits = 100

type Readable = Allowed<'project:read-code', ProjectRow>

/** What the one side has that the other has not: `main...feature` or `main..feature`, as in the address. */
export async function showCompare(
  ctx: Context,
  project: Readable,
  { path: words = '', w }: InputOf<typeof codeComparePage>,
): Promise<Shown<ReplyOf<typeof codeComparePage>>> {
  const { from, to, straight } = readRange(words, project.defaultBranch)
  const dir = await repositoryOf(ctx, project)
  const place = await presentPlace(ctx, project, dir === null || project.lastPushedAt === null)
  const isWhitespaceShown = await showsWhitespace(ctx, w)
  const asked = { place, isWhitespaceShown, from, to, straight }
  if (dir === null || to === '') return { ...asked, comparison: null, missing: [] }
  const [one, other] = await Promise.all([lookUpRef(dir, project, from), lookUpRef(dir, project, to)])
  if (one === null || other === null) {
    const missing = [...(one === null ? (['from'] as const) : []), ...(other === null ? (['to'] as const) : [])]
    return { ...asked, comparison: null, missing }
  }
  const found = await compare(dir, one.commitId, other.commitId, {
    straight,
    maxCommits,
    ignoreWhitespace: !isWhitespaceShown,
  })
  const people = await peopleOf(ctx, found.commits)
  return {
    ...asked,
    comparison: {
      fromId: one.commitId,
      toId: other.commitId,
      baseId: straight ? one.commitId : found.mergeBase,
      commits: found.commits.map(commit => presentLine(commit, people)),
      commitCount: found.commitCount,
      files: found.diff.files.map(presentDiffFile),
      overflow: found.diff.overflow,
    },
    missing: [],
  }
}

function readRange(words: string, defaultBranch: string) {
  const [, from = '', dots = '...', to = ''] = /^(.*?)(\.{2,3})(.*)$/s.exec(words) ?? ['', '', '...', words]
  return { from: from === '' ? defaultBranch : from, to, straight: dots === '..' }
}
