import { useRef, useState } from 'react'
import type { createCommit } from '#contract/code/commits/commits.ts'
import type { InputOf } from '#contract/operation.ts'
import { CallError, call } from '#web/api/client.ts'
import { codeIdePage } from '#web/api/operations.gen.ts'
import { startOf } from '../edit/commit.ts'
import { forBox, forFile } from '../edit/line-ends.ts'
import { useCommit } from '../edit/use-commit.ts'
import type { CodePlace, CodeRef } from '../shapes.ts'
import type { ChangedFile } from './changed-files.ts'
import { ideMessages } from './messages.ts'
import { inOrder } from './moves.ts'

interface CommitRequest {
  readonly files: readonly ChangedFile[]
  readonly branch: string
  readonly commitMessage: string
}

type CommitReply = Parameters<Parameters<typeof useCommit>[1]['onSuccess']>[0]
type Action = NonNullable<InputOf<typeof createCommit>['actions']>[number]

interface CommitFilesOptions {
  /** @param sent  the files as they were committed */
  readonly onSuccess: (done: CommitReply, sent: readonly ChangedFile[]) => void
}

/** Files that the branch has other texts of than those that were changed. */
class OverlapError extends Error {
  readonly paths: readonly string[]
  constructor(paths: readonly string[]) {
    super('The files have changed in the meantime.')
    this.paths = paths
  }
}

/** Commits all changes at once, unless someone else has changed one of the files in the meantime. */
export function useCommitFiles(place: CodePlace, ref: CodeRef, { onSuccess }: CommitFilesOptions) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<{ readonly sentence: string; readonly paths: readonly string[] } | null>(null)
  const sent = useRef<readonly ChangedFile[]>([])
  const commit = useCommit(place, { onSuccess: done => onSuccess(done, sent.current) })

  async function start({ files, branch, commitMessage }: CommitRequest) {
    setProblem(null)
    setReading(true)
    try {
      const actions = await actionsFor(place, ref, files)
      sent.current = files
      commit.mutate({ branch, commitMessage, actions, ...startOf(place, ref, branch) })
    } catch (error) {
      if (error instanceof OverlapError)
        setProblem({ sentence: ideMessages.overlaps(error.paths, ref.name), paths: error.paths })
      else if (error instanceof CallError) setProblem({ sentence: error.message, paths: [] })
      else throw error
    } finally {
      setReading(false)
    }
  }

  return {
    start: (wanted: CommitRequest) => void start(wanted),
    isPending: isReading || commit.isPending,
    isForking: commit.isForking,
    /** Why the files cannot be committed as they are. */
    problem,
    /** Why the server refused the commit. */
    error: commit.error,
    reset: () => {
      setProblem(null)
      commit.reset()
    },
  }
}

/**
 * The actions of the commit: changed texts first, while their files are where the branch has them.
 *
 * @throws Overlap  a file has changed on the branch since its text was read
 * @throws CallError  a file has since been deleted on the branch, or created with the same path
 */
async function actionsFor(place: CodePlace, ref: CodeRef, files: readonly ChangedFile[]): Promise<Action[]> {
  const texts = new Map(
    await Promise.all(files.map(async file => [file.path, await textFor(place, ref, file)] as const)),
  )
  const overlapping = files.flatMap(file => (texts.get(file.path)?.isOverlapping ? [sourceOf(file)] : []))
  if (overlapping.length > 0) throw new OverlapError(overlapping)
  const changeOf = (path: string) => {
    const text = texts.get(path)
    if (text == null) return {}
    const { content, executable } = text
    return {
      ...(content !== null && { content }),
      ...(executable !== null && { executeFilemode: executable }),
    }
  }
  const moves = inOrder(files.flatMap(file => file.move ?? [])).map(({ from, to, blobId, isFolder }): Action => {
    const begun = blobId === null ? {} : isFolder === true ? { treeId: blobId } : { blobId }
    if (to === null) return { action: 'delete', filePath: from ?? '', ...begun }
    if (from === null) return { action: 'create', filePath: to, content: '', ...changeOf(to) }
    return { action: 'move', filePath: to, previousPath: from, ...begun, ...changeOf(to) }
  })
  const updates = files.flatMap((file): readonly Action[] => {
    const { move, path } = file
    const text = move === null ? texts.get(path) : null
    if (text == null) return []
    const begun = text.blobId === null ? {} : { blobId: text.blobId }
    const action = text.content === null ? 'chmod' : 'update'
    return [{ action, filePath: sourceOf(file), ...changeOf(path), ...begun }]
  })
  return [...updates, ...moves]
}

/** The path of a file on the branch; for a new one, its future path. */
const sourceOf = ({ move, text, path }: ChangedFile): string => move?.from ?? text?.path ?? path

interface TextToCommit {
  readonly isOverlapping: boolean
  /** Null where it stays as it is. */
  readonly content: string | null
  readonly executable: boolean | null
  /** The blob on the branch; null for a new file. */
  readonly blobId: string | null
}

/** The text and mode of a file for the commit; null where they stay as they are. */
async function textFor(place: CodePlace, ref: CodeRef, file: ChangedFile): Promise<TextToCommit | null> {
  const { kind, path, text } = file
  if (kind === 'deleted' || (kind === 'renamed' && text === null)) return null
  const source = sourceOf(file)
  const { blob } = await call(codeIdePage, { namespace: place.namespace, path: `${ref.name}/${source}` })
  if (kind === 'created') {
    if (blob !== null) throw new CallError(409, ideMessages.exists(path, ref.name), null)
    return { isOverlapping: false, content: text?.text ?? '', executable: text?.executable ?? null, blobId: null }
  }
  if (blob === null) throw new CallError(404, ideMessages.gone(source, ref.name), null)
  if (text === null) return null
  const now = blob.text ?? ''
  const saved = forBox(now)
  const isTextChanged = text.text !== text.base
  return {
    isOverlapping: isTextChanged && saved !== text.base && saved !== text.text,
    content: isTextChanged ? forFile(text.text, now) : null,
    executable: text.executable,
    blobId: blob.file.id,
  }
}
