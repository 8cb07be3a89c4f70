import { useState } from 'react'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { newMergeRequestHref } from '../shared/addresses.ts'
import { type CommitTarget, commitTarget } from './commit-target.ts'

/** The choice to open a merge request for a commit on a new branch. */
export interface MergeRequestAfter {
  readonly target: CommitTarget
  readonly isWanted: boolean
  readonly setWanted: (isWanted: boolean) => void
  /** Whether a commit on the branch can be followed by one. */
  readonly isOffered: (branch: string) => boolean
  /** The page to go to after the commit, in the project or the fork of `namespace`: the form of the merge request, or else `otherwise`. */
  readonly next: (done: { readonly namespace: string; readonly branch: string }, otherwise: string) => string
}

/** @param at  where the commit begins; null in an empty repository */
export function useMergeRequestAfter(place: CodePlace, at: CodeRef | null): MergeRequestAfter {
  const [isWanted, setWanted] = useState(true)
  const target = commitTarget(place)
  const isOffered = (branch: string) =>
    at !== null &&
    at.kind === 'branch' &&
    branch !== '' &&
    (target === 'fork' || branch !== at.name) &&
    place.header.offers.mergeRequests
  return {
    target,
    isWanted,
    setWanted,
    isOffered,
    next: ({ namespace, branch }, otherwise) =>
      isWanted && at !== null && isOffered(branch)
        ? newMergeRequestHref(namespace, branch, at.name, target === 'fork' ? place.id : undefined)
        : otherwise,
  }
}
