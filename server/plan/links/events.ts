import type { LinkType } from '#contract/plan/work-items/links.ts'

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** `linkType` as `issueId` sees it. */
    'issue.linked': {
      readonly issueId: number
      readonly otherId: number
      readonly linkType: LinkType
      /** It came with an import. */
      readonly isImported?: true
    }
    'issue.unlinked': { readonly issueId: number; readonly otherId: number; readonly linkType: LinkType }
    /** Somebody put the links of an issue into another order. */
    'issue.links-reordered': { readonly issueId: number }
    /** What an issue's row shows on the pages of those linked to it changed. */
    'issue.seen-through-links': { readonly issueId: number }
  }
}
