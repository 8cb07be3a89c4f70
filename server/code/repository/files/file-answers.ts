import { createHash } from 'node:crypto'
import * as contract from '#contract/code/files/files.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { type ProjectRow, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { blame } from '#server/platform/git/commits/blame.ts'
import { readCommit } from '#server/platform/git/commits/commit.ts'
import { lastCommit } from '#server/platform/git/commits/last-commits.ts'
import { type FileInfo, readBlob, streamBlob } from '#server/platform/git/files/blob.ts'
import { cleanPath } from '#server/platform/git/files/tree.ts'
import { fileModes } from '#server/platform/git/objects.ts'
import { answer, Reply } from '#server/slice.ts'
import { pushableByRef } from '../../collaboration/pushable.ts'
import { commitOf } from '../open.ts'
import { presentCommitDetail } from '../present.ts'
import { commitChange } from '../write.ts'
import { decodeContent } from './actions.ts'
import { fileOf } from './files.ts'
import { countRaw } from './rate-limit.ts'
import { sendBlob } from './raw.ts'

const readable = { about: projectByRef, ability: 'project:read-code' } as const
/** git runs first, so the database's part is a transaction of its own. */
const writable = { about: pushableByRef, ability: 'project:push-branch', transaction: 'own' } as const

/** A body of base64 and its frame. @source rest.md 1.10 */
export const bodyLimitBytes = 300 * 1024 * 1024

export const fileAnswers = [
  answer(contract.headFile, {
    ...readable,
    run: async (ctx, project, { filePath, ref }) => {
      const told = await toldOf(ctx, project, filePath, ref)
      return new Reply(200, undefined, fileHeaders(told, await digestOf(told.dir, told.file)))
    },
  }),
  answer(contract.getFile, {
    ...readable,
    run: async (ctx, project, { filePath, ref }) => {
      const { dir, commitId, file, lastCommitId } = await toldOf(ctx, project, filePath, ref)
      const blob = await readBlob(dir, file.id)
      if (blob === null) throw new NotFound('File')
      return {
        fileName: file.name,
        filePath: file.path,
        size: file.sizeBytes,
        encoding: 'base64',
        content_sha256: createHash('sha256').update(blob.content).digest('hex'),
        ref,
        blobId: file.id,
        commitId,
        lastCommitId,
        executeFilemode: file.mode === fileModes.executable,
        content: blob.content.toString('base64'),
      }
    },
  }),
  answer(contract.getRawFile, {
    ...readable,
    run: async (ctx, project, { filePath, ref }) => {
      await countRaw(ctx, project, `${ref ?? 'HEAD'}/${filePath}`)
      const told = await toldOf(ctx, project, filePath, ref ?? 'HEAD')
      return sendBlob(told.dir, told.file, { headers: fileHeaders(told, null) })
    },
  }),
  answer(contract.headBlame, {
    ...readable,
    run: async (ctx, project, { filePath, ref }) => {
      const told = await toldOf(ctx, project, filePath, ref)
      return new Reply(200, undefined, fileHeaders(told, await digestOf(told.dir, told.file)))
    },
  }),
  answer(contract.getBlame, {
    ...readable,
    run: async (ctx, project, { filePath, ref, range }) => {
      const { dir, commitId, file } = await toldOf(ctx, project, filePath, ref)
      const ranges = await blame(dir, commitId, file.path, range === undefined ? {} : { range })
      return ranges.map(({ commit, lines }) => ({
        commit: {
          id: commit.id,
          parentIds: commit.parentIds,
          message: commit.message,
          authoredDate: commit.author.date,
          authorName: commit.author.name,
          authorEmail: commit.author.email,
          committedDate: commit.committer.date,
          committerName: commit.committer.name,
          committerEmail: commit.committer.email,
        },
        lines,
      }))
    },
  }),
  answer(contract.addFile, {
    ...writable,
    bodyLimitBytes,
    run: async (ctx, project, input) => {
      const { content, encoding, executeFilemode, filePath: path } = input
      const mode = executeFilemode === undefined ? {} : { isExecutable: executeFilemode }
      await commitChange(ctx, project, {
        ...changeOf(input),
        actions: [{ action: 'create', path, content: decodeContent(content, encoding), ...mode }],
      })
      return { filePath: path, branch: input.branch }
    },
  }),
  answer(contract.updateFile, {
    ...writable,
    bodyLimitBytes,
    run: async (ctx, project, input) => {
      const { content, encoding, executeFilemode, filePath: path, lastCommitId } = input
      const mode = executeFilemode === undefined ? {} : { isExecutable: executeFilemode }
      const last = lastCommitId ? { lastCommitId } : {}
      await commitChange(ctx, project, {
        ...changeOf(input),
        actions: [{ action: 'update', path, content: decodeContent(content, encoding), ...mode, ...last }],
      })
      return { filePath: path, branch: input.branch }
    },
  }),
  answer(contract.removeFile, {
    ...writable,
    run: async (ctx, project, input) => {
      const { filePath: path, lastCommitId } = input
      const last = lastCommitId ? { lastCommitId } : {}
      await commitChange(ctx, project, { ...changeOf(input), actions: [{ action: 'delete', path, ...last }] })
      return undefined
    },
  }),
  answer(contract.updateSubmodule, {
    ...writable,
    run: async (ctx, project, { submodule: path, branch, commitSha, commitMessage }) => {
      if (!/^[0-9a-f]{40}$/.test(commitSha)) throw new Invalid('commit_sha is invalid')
      const message = commitMessage || `Update submodule ${path} with oid ${commitSha}`
      const { dir, commitId } = await commitChange(ctx, project, {
        branch,
        message,
        actions: [{ action: 'submodule', path, commitId: commitSha }],
      })
      const commit = await readCommit(dir, commitId)
      if (commit === null) throw new NotFound('Commit')
      return presentCommitDetail(ctx, project, commit, { stats: commit.stats, pipeline: undefined })
    },
  }),
]

interface ChangeInput {
  readonly branch: string
  readonly commitMessage: string
  readonly startBranch?: string
  readonly startSha?: string
  readonly authorName?: string
  readonly authorEmail?: string
}

const changeOf = ({ branch, commitMessage, startBranch, startSha, authorName, authorEmail }: ChangeInput) => ({
  branch,
  message: commitMessage,
  startBranch,
  startSha,
  authorName,
  authorEmail,
})

interface FileFacts {
  readonly dir: string
  readonly commitId: string
  readonly file: FileInfo
  readonly lastCommitId: string
  readonly ref: string
}

/** @throws NotFound  no such ref, or no file there */
async function toldOf(ctx: Context, project: ProjectRow, filePath: string, ref: string): Promise<FileFacts> {
  const { dir, commitId } = await commitOf(ctx, project, ref, 'Commit')
  const path = cleanPath(filePath)
  if (path === null) throw new Invalid('file_path should be a valid file path')
  const file = await fileOf(dir, commitId, path)
  const last = await lastCommit(dir, commitId, path)
  return { dir, commitId, file, lastCommitId: last?.id ?? commitId, ref }
}

/** @source rest.md 10, HEAD /files/:file_path */
function fileHeaders({ commitId, file, lastCommitId, ref }: FileFacts, sha256: string | null): Record<string, string> {
  return {
    'x-gitlab-blob-id': file.id,
    'x-gitlab-commit-id': commitId,
    ...(sha256 === null ? {} : { 'x-gitlab-content-sha256': sha256 }),
    'x-gitlab-encoding': 'base64',
    'x-gitlab-execute-filemode': String(file.mode === fileModes.executable),
    'x-gitlab-file-name': headerText(file.name),
    'x-gitlab-file-path': headerText(file.path),
    'x-gitlab-last-commit-id': lastCommitId,
    'x-gitlab-ref': headerText(ref),
    'x-gitlab-size': String(file.sizeBytes),
  }
}

/** A header takes no other signs than these; names beyond them go out percent-encoded. */
const headerText = (text: string): string => (/^[\x20-\x7e]*$/.test(text) ? text : encodeURIComponent(text))

async function digestOf(dir: string, file: FileInfo): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of await streamBlob(dir, file.id)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}
