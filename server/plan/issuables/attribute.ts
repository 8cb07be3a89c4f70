import type { RawBuilder } from 'kysely'
import type { TSchema } from 'typebox'
import type { AbilityOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import type { TitleOf, UserName } from './events.ts'

/** What an issuable's attributes are. */
export interface AttributeValues {
  readonly title: string
  readonly description: string | null
  readonly assignees: readonly UserName[]
  readonly labels: readonly TitleOf[]
  readonly milestone: TitleOf | null
  readonly startDate: string | null
  readonly dueDate: string | null
  readonly weight: number | null
  readonly confidential: boolean
  readonly discussionLocked: boolean
  readonly type: string
}

export type AttributeName = keyof AttributeValues

/** Rows by id, or by what people call them: username, title. */
export type Ref = number | string

/** All of a list at once, or what comes and goes. */
export type ListChange =
  | { readonly replace: readonly Ref[] }
  | { readonly add?: readonly Ref[]; readonly remove?: readonly Ref[] }

/** What somebody wants an issuable's attributes to be; names left out stay. */
export interface Changes {
  readonly title?: string
  readonly description?: string | null
  readonly assignees?: ListChange
  readonly labels?: ListChange
  readonly milestone?: Ref | null
  readonly startDate?: string | null
  readonly dueDate?: string | null
  readonly weight?: number | null
  readonly confidential?: boolean
  readonly discussionLocked?: boolean
  readonly type?: string
}

/** The rows that a set of changes names, as far as they exist and fit the place. */
export interface Named {
  readonly users: readonly UserName[]
  readonly labels: readonly TitleOf[]
  readonly milestone: TitleOf | null
  /** The project holds its issues to one assignee each. */
  readonly singleAssignee: boolean
}

/** A command's outcome before it is carried out, or why it makes no sense. */
export type CommandReading =
  | { readonly changes: Changes; readonly will: string; readonly did: string }
  | { readonly refused: string }

/** A quick action that changes attributes. */
export interface AttributeCommand {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly parameter: string | null
  readonly description: string
  readonly types?: readonly string[]
  readonly isOffered?: (target: CommandTarget) => boolean
  readonly leaves?: (target: CommandTarget) => CommandTarget
  readonly read: (ctx: Context, target: CommandTarget, argument: string) => CommandReading | Promise<CommandReading>
}

export interface Attribute<Name extends AttributeName = AttributeName> {
  readonly name: Name
  readonly ability: AbilityOf<'issuable'>
  /** What a door may be given for it. */
  readonly value: TSchema
  /**
   * What it becomes, checked.
   *
   * @throws Invalid  the value breaks a rule
   */
  readonly settle: (
    from: AttributeValues[Name],
    given: NonNullable<Changes[Name]> | Extract<Changes[Name], null>,
    named: Named,
  ) => AttributeValues[Name]
  readonly isSame: (from: AttributeValues[Name], to: AttributeValues[Name]) => boolean
  /** The columns of `issuables` that hold it; lists have a table of their own. */
  readonly columns: (to: AttributeValues[Name]) => Readonly<Record<string, RawBuilder<unknown>>>
  /** The system note of a change, null for none. */
  readonly describe: (
    from: AttributeValues[Name],
    to: AttributeValues[Name],
    type: string,
  ) => { readonly action: string; readonly text: string } | null
  readonly commands: readonly AttributeCommand[]
}

/** Declare an attribute. What is the same for most is left out. */
export function attribute<Name extends AttributeName>(
  given: Omit<Attribute<Name>, 'isSame' | 'settle' | 'columns' | 'commands'> &
    Partial<Pick<Attribute<Name>, 'isSame' | 'settle' | 'columns' | 'commands'>>,
): Attribute<Name> {
  return {
    isSame: (from, to) => from === to,
    // An attribute whose values are given as they are kept needs no settling.
    settle: (_from, wanted) => wanted as AttributeValues[Name],
    columns: () => ({}),
    commands: [],
    ...given,
  }
}

/** The word for a type inside a sentence. */
export const typeWord = (type: string): string => type.replaceAll('_', ' ')
