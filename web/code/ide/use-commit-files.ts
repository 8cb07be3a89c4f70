import { useRef, useState } from 'react'
import { CallError, call } from '#web/api/client.ts'
import { codeBlobPage } from '#web/api/operations.gen.ts'
import { forgetText, liveKept } from '#web/api/unsent-texts/kept-text.ts'
import { startOf } from '../edit/commit.ts'
import { forBox, forFile, lineEndsOf } from '../edit/line-ends.ts'
import { useCommit } from '../edit/use-commit.ts'
import type { CodePlace, CodeRef } from '../shapes.ts'
import type { ChangedFile } from './changed-files.ts'
import { ideMessages } from './messages.ts'

interface Wanted {
  readonly files: readonly ChangedFile[]
  readonly branch: string
  readonly commitMessage: string
}

type Done = Parameters<Parameters<typeof useCommit>[1]['onSuccess']>[0]

interface CommitFilesOptions {
  /** @param sent  the files as they were committed */
  readonly onSuccess: (done: Done, sent: readonly ChangedFile[]) => void
}

/** Files that the branch has other texts of than those that were changed. */
class Overlap extends Error {
  readonly paths: readonly string[]
  constructor(paths: readonly string[]) {
    super('The files changed meanwhile')
    this.paths = paths
  }
}

/** Commits several changed files at once, unless somebody else changed one of them meanwhile. */
export function useCommitFiles(place: CodePlace, ref: CodeRef, { onSuccess }: CommitFilesOptions) {
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<{ readonly sentence: string; readonly paths: readonly string[] } | null>(null)
  const sent = useRef<readonly ChangedFile[]>([])
  const commit = useCommit(place, {
    onSuccess: done => {
      for (const { box, text } of sent.current) if (liveKept(box)?.text === text) forgetText(box)
      onSuccess(done, sent.current)
    },
  })

  async function start({ files, branch, commitMessage }: Wanted) {
    setProblem(null)
    setReading(true)
    try {
      const actions = await Promise.all(files.map(file => actionFor(place, ref, file)))
      const overlapping = actions.flatMap(({ isOverlapping, action }) => (isOverlapping ? [action.filePath] : []))
      if (overlapping.length > 0) throw new Overlap(overlapping)
      sent.current = files
      commit.mutate({
        branch,
        commitMessage,
        actions: actions.map(({ action }) => action),
        ...startOf(place, ref, branch),
      })
    } catch (error) {
      if (error instanceof Overlap)
        setProblem({ sentence: ideMessages.overlaps(error.paths, ref.name), paths: error.paths })
      else if (error instanceof CallError) setProblem({ sentence: error.message, paths: [] })
      else throw error
    } finally {
      setReading(false)
    }
  }

  return {
    start: (wanted: Wanted) => void start(wanted),
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

async function actionFor(place: CodePlace, ref: CodeRef, { path, text, base }: ChangedFile) {
  const blob = await call(codeBlobPage, { namespace: place.namespace, path: `${ref.name}/${path}` }).catch(
    (error: unknown) => {
      if (error instanceof CallError && error.status === 404)
        throw new CallError(404, ideMessages.gone(path, ref.name), null, { cause: error })
      throw error
    },
  )
  const now = blob.text ?? ''
  const saved = forBox(now)
  return {
    isOverlapping: saved !== base && saved !== text,
    action: {
      action: 'update' as const,
      filePath: path,
      content: forFile(text, lineEndsOf(now)),
      ...(blob.lastCommit !== null && { lastCommitId: blob.lastCommit.id }),
    },
  }
}
