import { useRef } from 'react'
import type { InputOf } from '#contract/operation.ts'
import { createCommit } from '#web/api/operations.gen.ts'
import { useOperation } from '#web/api/query.ts'
import type { CodePlace } from '../shapes.ts'
import { useOwnFork } from '../shared/use-own-fork.ts'
import { staleAfterCommit } from './commit.ts'
import { commitTarget } from './commit-target.ts'

type CommitInput = Omit<InputOf<typeof import('#contract/code/commits/commits.ts').createCommit>, 'id' | 'startProject'>

interface Done {
  /** The path of the project, or of the fork that has the commit. */
  readonly namespace: string
  readonly branch: string
}

interface CommitOptions {
  readonly onSuccess: (done: Done) => void
  readonly onError?: () => void
}

/** Commits to the project or, for those who may not push there, to their own fork, which is made if there is none. */
export function useCommit(place: CodePlace, { onSuccess, onError }: CommitOptions) {
  const fork = useOwnFork(place.namespace)
  const namespace = useRef(place.namespace)
  const commit = useOperation(createCommit, {
    refreshes: staleAfterCommit,
    onSuccess: (_, { branch }) => onSuccess({ namespace: namespace.current, branch }),
    onError: () => onError?.(),
  })

  const commitToFork = (change: CommitInput) =>
    fork.ready(({ id, fullPath }) => {
      namespace.current = fullPath
      commit.mutate({ ...change, id, startProject: place.id })
    })

  return {
    mutate: (change: CommitInput) => {
      if (commitTarget(place) === 'fork') void commitToFork(change)
      else commit.mutate({ ...change, id: place.id })
    },
    isPending: fork.isMaking || commit.isPending,
    isForking: fork.isMaking,
    error: fork.error ?? commit.error,
    reset: () => {
      fork.reset()
      commit.reset()
    },
  }
}
