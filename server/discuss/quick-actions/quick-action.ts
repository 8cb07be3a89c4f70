import type { IssuableFacts } from '#server/access/facts.ts'
import type { AbilityOf } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'

/** The issuable a text with quick actions is written on. */
export interface CommandTarget {
  readonly id: number
  readonly namespaceId: number
  /** The ids of the groups from the root down, and of the project itself. */
  readonly ancestorIds: readonly number[]
  readonly iid: number
  readonly type: string
  readonly state: string
  readonly facts: IssuableFacts
  /** The comment that contains the commands; absent if it has no other text, and for a description. */
  readonly noteId?: number | undefined
}

/** The changes made by commands that a page cannot see by itself, by the names of the wire. */
export type CommandsChanges = Readonly<Record<string, unknown>>

/** The result of one command: a sentence for "Commands applied", or a refusal with its reason. */
export type CommandOutcome =
  | { readonly done: string; readonly changes?: CommandsChanges }
  | { readonly refused: string }

/** The effect that a command would have, in a sentence. */
export type CommandPlan = string | { readonly refused: string }

/** One `/word` of the product rules. The slice that owns the attribute plugs it in. */
export interface QuickAction {
  readonly name: string
  readonly aliases: readonly string[]
  /** Shown after the name in the completion, such as `@user`; null when it takes nothing. */
  readonly parameter: string | null
  readonly description: string
  /** The types of issuables it works on; left out for all. */
  readonly types?: readonly string[]
  readonly ability: AbilityOf<'issuable'>
  /** Whether the command makes sense now: `/close` only on an open item. */
  readonly isOffered: (target: CommandTarget) => boolean
  /** Whether it is listed, where that takes a look at the database; left out for always. */
  readonly isListed?: (ctx: Context, target: CommandTarget) => Promise<boolean>
  /**
   * The effect that the command would have, for the preview: "Sets weight to 3."; or the reason for which it would be
   * refused.
   */
  readonly explain: (ctx: Context, target: CommandTarget, argument: string) => Promise<CommandPlan>
  /**
   * The target after the command, as far as that decides whether later commands are allowed; left out when it does not.
   */
  readonly leaves?: (target: CommandTarget) => CommandTarget
  readonly run: (ctx: Context, target: CommandTarget, argument: string) => Promise<CommandOutcome>
}

declare module '#server/context.ts' {
  interface Plugs {
    readonly quickActions: readonly QuickAction[]
  }
}
