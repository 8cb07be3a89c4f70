import type { LinkType } from '#contract/plan/work-items/links.ts'

/** A link that was removed, and where it stood. */
export interface FormerLink {
  readonly id: number
  /** The position in the order of the issue, and in that of the other one; null where it was never moved. */
  readonly position: number | null
  readonly otherPosition: number | null
}

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** `linkType` as `issueId` sees it. */
    'issue.linked': {
      readonly issueId: number
      readonly otherId: number
      readonly linkType: LinkType
      /** The link came with an import. */
      readonly isImported?: true
    }
    'issue.unlinked': {
      readonly issueId: number
      readonly otherId: number
      readonly linkType: LinkType
      /** The row that was removed, which an undo brings back. */
      readonly former?: FormerLink
    }
    /** `linkType` as `epicId` sees it. */
    'epic.linked': { readonly epicId: number; readonly otherId: number; readonly linkType: LinkType }
    'epic.unlinked': { readonly epicId: number; readonly otherId: number; readonly linkType: LinkType }
    /** A user reordered the links of an issue. */
    'issue.links-reordered': { readonly issueId: number }
    /** A property of an issue changed that its row shows on the pages of those linked to it. */
    'issue.seen-through-links': { readonly issueId: number }
  }
}
