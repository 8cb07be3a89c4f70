import type { RenderedText } from '#server/discuss/references/render.ts'

/** What one attribute was and became, in words that need no further look-up. */
export interface AttributeChange {
  /** The attribute's name: `title`, `labels`, `dueDate`, ... */
  readonly attribute: string
  readonly from: unknown
  readonly to: unknown
  /** The system note that tells of it; null when none is written. */
  readonly note: { readonly action: string; readonly text: string } | null
}

/** Whom and what a new text names. */
export type Named = Pick<RenderedText, 'mentioned' | 'mentionedUsernames' | 'issuableIds'>

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /**
     * One or more attributes of an issuable changed at once. A change of `assignees` is from and to `UserName[]`, of
     * `labels` `TitleOf[]`, of `milestone` `TitleOf | null`; every other is from and to its plain value.
     */
    'issuable.changed': {
      readonly issuableId: number
      readonly changes: readonly AttributeChange[]
      /** Set when title or description changed: what they name now. */
      readonly named?: Named
      /** Set when the description changed: the version that was stored. */
      readonly descriptionVersionId?: number
    }
  }
}

/** The topic of everything that one issuable's page shows. */
export const issuableTopic = (issuableId: number): string => `issue:${issuableId}`
