import { type PlainName, type PlainValues, plainAttributes } from '#contract/plan/plain-attributes.ts'
import type { AbilityOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import type { ChangeNote } from './events.ts'
import { plainKind } from './plain-kinds.ts'
import type { Storage } from './storage.ts'
import type { AttributeName, AttributeValues, TitleOf, UserName } from './values.ts'

/** Rows by id, or by what people call them: username, title. */
export type Ref = number | string

/** All of a list at once, or what comes and goes. */
export type ListChange =
  | { readonly replace: readonly Ref[] }
  | { readonly add?: readonly Ref[]; readonly remove?: readonly Ref[] }

/** What somebody wants an issuable's attributes to be; names left out stay. */
export interface Changes extends Partial<PlainValues> {
  readonly title?: string
  readonly description?: string | null
  readonly type?: string
  readonly assignees?: ListChange
  readonly labels?: ListChange
  readonly milestone?: Ref | null
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
  /** What it is before anything was chosen. */
  readonly blank: AttributeValues[Name]
  readonly storage: Storage<AttributeValues[Name]>
  /** Everybody who may open an issue may say it then; the rest is for members. */
  readonly isFree: boolean
  /** Its value at creation stands in the history. @source rest.md 8.3 */
  readonly isToldAtCreation: boolean
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
  /** The system note of a change, null for none. */
  readonly describe: (from: AttributeValues[Name], to: AttributeValues[Name], type: string) => ChangeNote | null
  readonly commands: readonly AttributeCommand[]
  /** What GraphQL has of it beside its field; null for nothing. */
  readonly graphql: GraphqlWords | null
}

interface GraphqlWords {
  /** What the mutation does that sets it alone, such as `issueSetWeight`; left out where there is none. */
  readonly setter?: string
  /** The subscription that tells of its changes, such as `issuableWeightUpdated`. */
  readonly subscription?: string
}

type Usual = 'isFree' | 'isToldAtCreation' | 'isSame' | 'commands' | 'graphql'
type Declared<Name extends AttributeName, Optional extends keyof Attribute> = Omit<Attribute<Name>, Optional> &
  Partial<Pick<Attribute<Name>, Optional>>

/** Declare an attribute. What is the same for most is left out. */
export function attribute<Name extends AttributeName>(given: Declared<Name, Usual>): Attribute<Name> {
  return {
    isFree: false,
    isToldAtCreation: false,
    isSame: (from, to) => from === to,
    commands: [],
    graphql: null,
    ...given,
  }
}

/** Declare an attribute that is one plain value: its kind in the contract says how it is kept and checked. */
export function plainAttribute<Name extends PlainName>(
  given: Omit<Declared<Name, Usual>, 'settle' | 'storage' | 'blank'>,
): Attribute<Name> {
  const kind = plainKind(given.name, plainAttributes[given.name])
  // The kind of this name is the kind of its values.
  return attribute({ ...kind, ...given } as unknown as Declared<Name, Usual>)
}
