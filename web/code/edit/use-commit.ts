import { useEffect, useRef, useState } from 'react'
import type { InputOf } from '#contract/operation.ts'
import { CallError, call } from '#web/api/client.ts'
import { createCommit, ownFork } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import type { CodePlace } from '../shapes.ts'
import { staleAfterCommit } from './commit.ts'
import { commitTarget } from './commit-target.ts'
import { editMessages } from './messages.ts'

type Change = Omit<InputOf<typeof import('#contract/code/commits.ts').createCommit>, 'id' | 'startProject'>

interface Done {
  /** Of the project, or of the fork that has the commit. */
  readonly namespace: string
  readonly branch: string
}

interface CommitOptions {
  readonly onSuccess: (done: Done) => void
  readonly onError?: () => void
}

/** Of a fork whose repository is being copied. */
const askAgainMs = 500

/** Commits to the project or, for those who may not push there, to their own fork, which is made if there is none. */
export function useCommit(place: CodePlace, { onSuccess, onError }: CommitOptions) {
  const [fork, setFork] = useState<{ readonly isMaking: boolean; readonly error: CallError | null }>(settled)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const namespace = useRef(place.namespace)
  const commit = useOperation(createCommit, {
    refreshes: staleAfterCommit,
    onSuccess: (_, { branch }) => onSuccess({ namespace: namespace.current, branch }),
    onError: () => onError?.(),
  })

  async function commitToFork(change: Change) {
    setFork({ isMaking: true, error: null })
    try {
      const { id, fullPath } = await readyFork(place.namespace, () => isLeft.current)
      if (isLeft.current) return
      setFork(settled)
      namespace.current = fullPath
      commit.mutate({ ...change, id, startProject: place.id })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setFork({ isMaking: false, error })
    }
  }

  return {
    mutate: (change: Change) => {
      if (commitTarget(place) === 'fork') void commitToFork(change)
      else commit.mutate({ ...change, id: place.id })
    },
    isPending: fork.isMaking || commit.isPending,
    isForking: fork.isMaking,
    error: fork.error ?? commit.error,
    reset: () => {
      setFork(settled)
      commit.reset()
    },
  }
}

const settled = { isMaking: false, error: null } as const

/** @throws CallError  it cannot be made, or its repository could not be copied */
async function readyFork(namespace: string, isLeft: () => boolean) {
  for (;;) {
    const fork = await call(ownFork, { namespace })
    if (fork.importStatus === 'failed') throw new CallError(409, editMessages.forkFailed(fork.fullPath), null)
    if (isLeft() || (fork.importStatus !== 'scheduled' && fork.importStatus !== 'started')) return fork
    await new Promise(resolve => setTimeout(resolve, askAgainMs))
  }
}
