import type { codeComparePage } from '#contract/code/code-pages.ts'
import type { InputOf, ReplyOf } from '#contract/operation.ts'
import type { Allowed } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'
import { compareHistories } from '#server/platform/git/commits/compare.ts'
import type { Shown } from '#server/slice.ts'
import { filePreviewOf } from '../../diffs/file-preview.ts'
import { diffBatch, diffSummary } from '../../diffs/files.ts'
import { showsWhitespace } from '../commits/whitespace.ts'
import { lookUpRef, repositoryOf } from '../open.ts'
import { peopleOf } from '../people.ts'
import { presentLine, presentPlace } from '../present-on-page.ts'

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
  const asked = { place, from, to, straight }
  if (dir === null || to === '') return { ...asked, comparison: null, missing: [] }
  const [one, other] = await Promise.all([lookUpRef(dir, project, from), lookUpRef(dir, project, to)])
  if (one === null || other === null) {
    const missing = [...(one === null ? (['from'] as const) : []), ...(other === null ? (['to'] as const) : [])]
    return { ...asked, comparison: null, missing }
  }
  const found = await compareHistories(dir, one.commitId, other.commitId, { maxCommits })
  const source = {
    dir,
    namespace: project.fullPath,
    from: straight ? one.commitId : found.mergeBase,
    to: other.commitId,
    ignoreWhitespace: !(await showsWhitespace(ctx, w)),
    preview: await filePreviewOf(ctx, project.id),
  }
  const [people, diff, firstBatch] = await Promise.all([
    peopleOf(ctx, found.commits),
    diffSummary(source),
    diffBatch(source, 1),
  ])
  return {
    ...asked,
    comparison: {
      fromId: one.commitId,
      toId: other.commitId,
      baseId: straight ? one.commitId : found.mergeBase,
      commits: found.commits.map(commit => presentLine(commit, people)),
      commitCount: found.commitCount,
      diff,
      firstBatch,
    },
    missing: [],
  }
}

function readRange(words: string, defaultBranch: string) {
  const [, from = '', dots = '...', to = ''] = /^(.*?)(\.{2,3})(.*)$/s.exec(words) ?? ['', '', '...', words]
  return { from: from === '' ? defaultBranch : from, to, straight: dots === '..' }
}
