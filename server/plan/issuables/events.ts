import type { RenderedText } from '#server/discuss/references/render.ts'
import type { AttributeName, AttributeValues } from './values.ts'

/** The system note of a change. */
export interface ChangeNote {
  readonly action: string
  readonly text: string
  /** Ids for the API besides the sentence. */
  readonly details?: Readonly<Record<string, unknown>>
}

interface ChangeOf<Name extends AttributeName> {
  readonly attribute: Name
  readonly from: LoggedValues[Name]
  readonly to: LoggedValues[Name]
  /** Null when none is written. */
  readonly note: ChangeNote | null
}

/** Descriptions are stored as versions, not in the event log. */
type LoggedValues = Omit<AttributeValues, 'description'> & { readonly description: null }

/** The old and new value of one attribute; its name decides their type. */
export type AttributeChange = { readonly [Name in AttributeName]: ChangeOf<Name> }[AttributeName]

/** The users and issuables that a text refers to. */
export type TextReferences = Pick<RenderedText, 'mentioned' | 'mentionedUsernames' | 'issuableIds'>

declare module '#server/platform/events/events.ts' {
  interface EventPayloads {
    /** One or more attributes of an issuable changed together. */
    'issuable.changed': {
      readonly issuableId: number
      /** Set when it was an incident before the change. */
      readonly isIncident?: true
      readonly changes: readonly AttributeChange[]
      /** Set when title or description changed: their references now. */
      readonly named?: TextReferences
      /** Set when the description changed: the version that was stored. */
      readonly descriptionVersionId?: number
    }
    /** The children of an epic or an issue changed, or the fields of a child that its page shows. */
    'issuable.children_changed': { readonly issuableId: number }
  }
}
