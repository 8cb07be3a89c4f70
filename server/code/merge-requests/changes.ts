import { Readable } from 'node:stream'
import type { Static } from 'typebox'
import type { MergeRequestVersion } from '#contract/code/merge-requests/merge-requests.ts'
import type { Diff as DiffShape } from '#contract/code/shapes.ts'
import type { Context } from '#server/context.ts'
import { type Diff, diff } from '#server/platform/git/commits/diff.ts'
import { gitStream } from '#server/platform/git/run.ts'
import { sharedOutput } from '#server/platform/git/shared-output.ts'
import { withDecodedLines } from '../diffs/decoded-files.ts'
import { repositoryOf } from '../repository/open.ts'
import { presentDiff } from '../repository/present.ts'
import type { MergeRequestRow } from './find.ts'
import { beginningOf, type VersionRow, versionOf } from './versions/versions.ts'

const nothing: Diff = { files: [], overflow: false }

/** The changes of the latest version of a merge request, or of the given one. */
export async function changesOfMergeRequest(
  ctx: Context,
  mergeRequest: Pick<MergeRequestRow, 'id' | 'namespaceId'>,
  given?: VersionRow,
): Promise<Diff> {
  const version = given ?? (await versionOf(ctx, mergeRequest.id))
  const dir = await repositoryOf(ctx, { id: mergeRequest.namespaceId })
  if (version === null || dir === null) return nothing
  const source = { dir, from: beginningOf(version), to: version.headSha, ignoreWhitespace: false }
  return withDecodedLines(source, await diff(dir, source.from, source.to))
}

export const presentChanges = (changes: Diff, unidiff: boolean | undefined): Static<typeof DiffShape>[] =>
  changes.files.map(file => presentDiff(file, unidiff === true))

/** The git commands that print the changes between two commits, by format. */
const rawForms = {
  diff: {
    command: ['diff-tree', '-r', '-M', '-p', '--no-ext-diff', '--no-textconv', '--no-color', '--end-of-options'],
    commitsOf: (version: VersionRow) => [beginningOf(version), version.headSha],
  },
  patch: {
    command: ['format-patch', '--stdout', '--no-ext-diff', '--no-textconv', '--end-of-options'],
    commitsOf: ({ baseSha, startSha, headSha }: VersionRow) => [`${baseSha ?? startSha}..${headSha}`],
  },
} as const

/** The changes as `git diff` or `git format-patch` prints them, made once for all who read them at a time, however slowly. */
export async function rawChanges(
  ctx: Context,
  mergeRequest: Pick<MergeRequestRow, 'id' | 'namespaceId'>,
  form: keyof typeof rawForms = 'diff',
): Promise<Readable> {
  const version = await versionOf(ctx, mergeRequest.id)
  const dir = await repositoryOf(ctx, { id: mergeRequest.namespaceId })
  if (version === null || dir === null) return Readable.from([])
  const { command, commitsOf } = rawForms[form]
  const commits = commitsOf(version)
  return sharedOutput(dir, JSON.stringify(['raw changes', dir, ...commits]), signal =>
    gitStream(dir, [...command, ...commits], { lane: 'transfer', timeoutMs: 600_000, signal }),
  )
}

/** @source rest.md 2.4 */
export const presentVersion = (
  mergeRequestId: number,
  version: VersionRow,
  patchIdSha: string | null,
): Static<typeof MergeRequestVersion> => ({
  id: version.id,
  headCommitSha: version.headSha,
  baseCommitSha: version.baseSha,
  startCommitSha: version.startSha,
  createdAt: new Date(version.createdAt).toISOString(),
  mergeRequestId,
  state: version.fileCount === 0 ? 'empty' : 'collected',
  realSize: String(version.fileCount),
  patchIdSha,
})
