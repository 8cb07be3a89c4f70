import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import {
  type KindOf,
  type PlainName,
  type PlainValues,
  plainAttributes,
} from '#contract/plan/attributes/plain-attributes.ts'
import type { AbilityOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import type { CommandTarget } from '#server/discuss/quick-actions/quick-action.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { plainKind } from './attributes/plain-kinds.ts'
import type { ChangeNote } from './events.ts'
import type { Storage } from './storage.ts'
import type { AttributeName, AttributeValues, ContactId, ParentOf, TitleOf, UserName } from './values.ts'

/** A row by its id, or by its username or title. */
export type Ref = number | string

/** A whole list at once, or the rows that are added and removed. */
export type ListChange =
  | { readonly replace: readonly Ref[] }
  | { readonly add?: readonly Ref[]; readonly remove?: readonly Ref[] }

/** The wanted values of attributes; names left out stay as they are. */
export interface Changes extends Partial<PlainValues> {
  readonly title?: string
  readonly description?: string | null
  readonly type?: string
  readonly assignees?: ListChange
  readonly reviewers?: ListChange
  readonly labels?: ListChange
  /** Contacts by id or email. */
  readonly contacts?: ListChange
  readonly milestone?: Ref | null
  readonly iteration?: Ref | null
  readonly escalationPolicy?: number | null
  /** The id of an epic. */
  readonly parent?: number | null
}

/** The rows that changes refer to, as far as they exist and can be used in the namespace. */
export interface ReferencedRows {
  readonly users: readonly UserName[]
  readonly labels: readonly TitleOf[]
  /** Null: the actor can read no contacts here. */
  readonly contacts: readonly ContactOf[] | null
  readonly milestone: TitleOf | null
  readonly iteration: TitleOf | null
  readonly escalationPolicy: TitleOf | null
  readonly parent: ParentOf | null
  /** The project allows one assignee per issue. */
  readonly singleAssignee: boolean
}

/** A contact that a change names. */
interface ContactOf extends ContactId {
  readonly email: string | null
}

/** The changes that a command makes, with its sentences before and after; or why it is refused. */
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
  readonly isListed?: (ctx: Context, target: CommandTarget) => Promise<boolean>
  readonly leaves?: (target: CommandTarget) => CommandTarget
  readonly read: (ctx: Context, target: CommandTarget, argument: string) => CommandReading | Promise<CommandReading>
}

export interface Attribute<Name extends AttributeName = AttributeName> {
  readonly name: Name
  /** The series that have it; undefined: all. */
  readonly onlyIn: readonly IssuableSeries[] | undefined
  readonly ability: AbilityOf<'issuable'>
  /** The value of a new issuable. */
  readonly blank: AttributeValues[Name]
  readonly storage: Storage<AttributeValues[Name]>
  /** Everyone who may create an issue may set it then; other attributes are for members. */
  readonly isOpenToNonMembers: boolean
  /**
   * The rules of the attribute depend on values of other issuables, so that several of them change one after the other.
   */
  readonly dependsOnOthers: boolean
  /** The value at creation is part of the history. @source rest.md 8.3 */
  readonly isRecordedAtCreation: boolean
  /**
   * Check a wanted value and return the new one.
   *
   * @throws Invalid  the value breaks a rule
   */
  readonly normalize: (
    from: AttributeValues[Name],
    given: NonNullable<Changes[Name]> | Extract<Changes[Name], null>,
    named: ReferencedRows,
  ) => AttributeValues[Name]
  readonly isSame: (from: AttributeValues[Name], to: AttributeValues[Name]) => boolean
  /** The icons of its system notes by action, with their names in the API. */
  readonly icons: Readonly<Record<string, string>>
  /** The system note of a change; null when none is written. */
  readonly describe: (from: AttributeValues[Name], to: AttributeValues[Name], type: string) => ChangeNote | null
  /** The mail about a change; null when none is sent. */
  readonly mail: (from: AttributeValues[Name], to: AttributeValues[Name]) => ChangeMail | null
  readonly commands: readonly AttributeCommand[]
  /** The setter and subscription in GraphQL; null if there is neither. */
  readonly graphql: GraphqlWords | null
}

/** The mail about a change of one attribute. */
export interface ChangeMail {
  /** A sentence that begins with the actor's name: "removed the milestone". */
  readonly text: string
  /** The occasion whose rules decide about recipients. */
  readonly occasion: 'reassigned' | 'reviewersChanged' | 'milestone'
  /** The users whom the change is about. */
  readonly concernedIds?: readonly number[]
  /** The added labels: only subscribers of one of them are notified. */
  readonly labelIds?: readonly number[]
}

interface GraphqlWords {
  /** Description of the mutation that sets only this attribute, such as `issueSetWeight`; left out when there is none. */
  readonly setter?: string
  /** Another name of that mutation. */
  readonly alias?: string
  /** The subscription that announces its changes, such as `issuableWeightUpdated`. */
  readonly subscription?: string
}

type Defaulted =
  | 'onlyIn'
  | 'dependsOnOthers'
  | 'isOpenToNonMembers'
  | 'isRecordedAtCreation'
  | 'isSame'
  | 'mail'
  | 'commands'
  | 'graphql'
type DeclaredAttribute<Name extends AttributeName, Optional extends keyof Attribute> = Omit<Attribute<Name>, Optional> &
  Partial<Pick<Attribute<Name>, Optional>>

/** Declare an attribute; properties left out get their defaults. */
export function attribute<Name extends AttributeName>(given: DeclaredAttribute<Name, Defaulted>): Attribute<Name> {
  return {
    onlyIn: undefined,
    dependsOnOthers: false,
    isOpenToNonMembers: false,
    isRecordedAtCreation: false,
    isSame: (from, to) => from === to,
    mail: () => null,
    commands: [],
    graphql: null,
    ...given,
  }
}

/** The parts of a plain attribute that its kind does not give. */
export type PlainParts<Name extends PlainName> = Partial<Attribute<Name>> & {
  /** The action of its system notes, where it differs from the attribute's name. */
  readonly action?: string
} & (KindOf<Name> extends 'flag' ? Pick<Attribute<Name>, 'icons' | 'describe'> : unknown)

/** A plain attribute: its kind in the contract decides how it is stored and checked. */
export function plainAttribute<Name extends PlainName>(
  name: Name,
  parts: Partial<PlainParts<Name>> = {},
): Attribute<Name> {
  const { action = snakeCase(name), ...own } = parts
  const kind = plainKind(name, plainAttributes[name], action)
  const graphql = { ...('graphql' in kind && kind.graphql), ...own.graphql }
  // The kind of this name is the kind of its values; `own` has the parts that its kind does not give.
  return attribute({ name, ability: 'issuable:set-metadata', ...kind, ...own, graphql } as unknown as DeclaredAttribute<
    Name,
    Defaulted
  >)
}
