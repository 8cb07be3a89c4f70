import type { PushOptions } from './push/push-options.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** Branches or tags of a project moved; ids are null where one was created or deleted. */
    'repository.pushed': {
      readonly projectId: number
      readonly refs: readonly { readonly ref: string; readonly before: string | null; readonly after: string | null }[]
      /** Absent where a push has no options, and for moves that are no push. */
      readonly options?: PushOptions
      /** The key of its mark in the journal of pushes. */
      readonly mark?: string
    }
    /** One branch or tag of a push, for the activity; a push of many has one event for all of them. */
    'ref.pushed': RefPush & { readonly projectId: number }
    /** The count of commits or the size on the disk changed. */
    'repository.measured': { readonly projectId: number }
  }
}

/** The change of a branch or tag by a push. */
export interface RefPush {
  readonly action: 'created' | 'removed' | 'pushed'
  readonly refType: 'branch' | 'tag'
  /** Null for a push of `refCount` branches and tags. */
  readonly ref: string | null
  readonly refCount: number | null
  readonly commitFrom: string | null
  readonly commitTo: string | null
  readonly commitCount: number
  readonly commitTitle: string | null
}
