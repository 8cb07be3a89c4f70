import type { ReleaseLinkType } from '#contract/deploy/release-words.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    'release.created': { readonly releaseId: number; readonly tag: string }
    'release.updated': { readonly releaseId: number; readonly tag: string }
    /** The row is already deleted: followers get what it was. */
    'release.deleted': { readonly releaseId: number; readonly tag: string; readonly was: FormerRelease }
  }
}

/** A release that was deleted, as webhooks tell of it. */
export interface FormerRelease {
  readonly name: string
  readonly description: string
  readonly sha: string
  readonly createdAt: string
  readonly releasedAt: string
  readonly links: readonly {
    readonly id: number
    readonly name: string
    readonly url: string
    readonly linkType: ReleaseLinkType
  }[]
}
