import {
  findInDiff as findInDiffOperation,
  getDiffBatch,
  getDiffContext,
  getDiffFile,
  getDiffMoves,
  getDiffSummary,
} from '#contract/code/diffs/diffs.ts'
import type { Context } from '#server/context.ts'
import { type ProjectRow, projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { encodeInPieces } from '#server/platform/text/encode-in-pieces.ts'
import { answer } from '#server/slice.ts'
import { contextLines } from '../../diffs/context.ts'
import type { DiffSource } from '../../diffs/diff-source.ts'
import { filePreviewOf } from '../../diffs/file-preview.ts'
import { diffBatch, diffFile, diffMoves, diffSummary } from '../../diffs/files.ts'
import { findInDiff } from '../../diffs/find.ts'
import { showsWhitespace } from '../commits/whitespace.ts'
import { commitOf } from '../open.ts'

const readable = { about: projectByPath, ability: 'project:read-code' } as const

export const diffAnswers = [
  answer(getDiffSummary, {
    ...readable,
    run: async (ctx, project, input) => diffSummary(await sourceOf(ctx, project, input)),
  }),
  answer(getDiffBatch, {
    ...readable,
    run: async (ctx, project, input) => diffBatch(await sourceOf(ctx, project, input), input.page ?? 1),
  }),
  answer(getDiffFile, {
    ...readable,
    run: async (ctx, project, input) => {
      const file = await diffFile(await sourceOf(ctx, project, input), input)
      return { ...file, patch: await encodeInPieces(file.patch) }
    },
  }),
  answer(getDiffMoves, {
    ...readable,
    run: async (ctx, project, input) => diffMoves(await sourceOf(ctx, project, input)),
  }),
  answer(findInDiffOperation, {
    ...readable,
    run: async (ctx, project, input) => findInDiff(await sourceOf(ctx, project, input), input.text, input.start ?? 0),
  }),
  answer(getDiffContext, {
    ...readable,
    run: async (ctx, project, { sha, ...range }) => {
      const { dir, commitId } = await commitOf(ctx, project, sha, 'Commit')
      return contextLines(dir, commitId, range)
    },
  }),
]

interface Between {
  readonly from?: string
  readonly to: string
  readonly w?: '0' | '1'
}

/** Two commits of a project that its readers see. @throws NotFound */
async function sourceOf(ctx: Context, project: ProjectRow, { from, to, w }: Between): Promise<DiffSource> {
  const { dir, commitId } = await commitOf(ctx, project, to, 'Commit')
  const before = from === undefined ? null : (await commitOf(ctx, project, from, 'Commit')).commitId
  return {
    dir,
    namespace: project.fullPath,
    from: before,
    to: commitId,
    ignoreWhitespace: !(await showsWhitespace(ctx, w)),
    preview: await filePreviewOf(ctx, project.id),
  }
}
