import { useState } from 'react'
import type { CodePlace, CodeRef } from '../shapes.ts'
import { newMergeRequestHref } from '../shared/addresses.ts'

/** The choice to open a merge request for a commit on a new branch. */
export interface MergeRequestAfter {
  readonly isWanted: boolean
  readonly setWanted: (isWanted: boolean) => void
  /** Whether a commit on the branch can be followed by one. */
  readonly isOffered: (branch: string) => boolean
  /** The page to go to after the commit: the form of the merge request, or else `otherwise`. */
  readonly next: (branch: string, otherwise: string) => string
}

/** @param at  where the commit begins; null in an empty repository */
export function useMergeRequestAfter(place: CodePlace, at: CodeRef | null): MergeRequestAfter {
  const [isWanted, setWanted] = useState(true)
  const isOffered = (branch: string) =>
    at !== null && at.kind === 'branch' && branch !== '' && branch !== at.name && place.header.offers.mergeRequests
  return {
    isWanted,
    setWanted,
    isOffered,
    next: (branch, otherwise) =>
      isWanted && at !== null && isOffered(branch) ? newMergeRequestHref(place.namespace, branch, at.name) : otherwise,
  }
}
