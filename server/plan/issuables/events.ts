import type { RenderedText } from '#server/discuss/references/render.ts'
import type { AttributeName, AttributeValues } from './values.ts'

/** The system note that tells of a change. */
export interface ChangeNote {
  readonly action: string
  readonly text: string
  /** What the API tells of the change besides the sentence, by ids. */
  readonly details?: Readonly<Record<string, unknown>>
}

interface ChangeOf<Name extends AttributeName> {
  readonly attribute: Name
  readonly from: LoggedValues[Name]
  readonly to: LoggedValues[Name]
  /** Null when none is written. */
  readonly note: ChangeNote | null
}

/** Texts can be long and are kept as versions: the log holds what else cannot be found again. */
type LoggedValues = Omit<AttributeValues, 'description'> & { readonly description: null }

/** What one attribute was and became, in words that need no further look-up: its name says of which type. */
export type AttributeChange = { readonly [Name in AttributeName]: ChangeOf<Name> }[AttributeName]

/** Whom and what a new text names. */
export type Named = Pick<RenderedText, 'mentioned' | 'mentionedUsernames' | 'issuableIds'>

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** One or more attributes of an issuable changed at once. */
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
