import type { QueryKey } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { kindWord } from '#contract/issuable-kinds.ts'
import type { PlainName } from '#contract/plan/attributes/plain-attributes.ts'
import type { Carried } from '#web/api/own-writes.ts'
import { type DiscussedKind, type Noteable, topicOf } from '#web/discuss/noteable.ts'
import type { TaskToggle } from '#web/discuss/text/tasks.ts'
import type { ListChange } from '#web/plan/pickers/list-change.ts'
import type { IssuePageData, Label, Person, Place } from '#web/plan/shapes.ts'

/** The properties of an issuable that its page's shared parts show. */
export interface IssuableData
  extends Omit<
    IssuePageData['issue'],
    | 'state'
    | 'type'
    | 'iteration'
    | 'escalationPolicy'
    | 'contacts'
    | 'epic'
    | 'parent'
    | Exclude<PlainName, 'confidential' | 'discussionLocked'>
  > {
  readonly type: string
  readonly state: 'opened' | 'closed' | 'merged' | 'locked'
}

type Permissions = Omit<
  IssuePageData['permissions'],
  | 'canEscalate'
  | 'canReadEscalations'
  | 'canAdminEscalations'
  | 'canLink'
  | 'canMove'
  | 'canPromoteToEpic'
  | 'canReportSpam'
  | 'canCreateIssue'
  | 'canCreateIncident'
>

/** The data of a page, whatever kind of issuable it shows. */
export interface IssuablePage {
  readonly namespace: Place
  readonly viewer: IssuePageData['viewer']
  readonly permissions: Permissions
  readonly replyAddress: string | null
  readonly reportAbusePath: string | null
  /** Only issues have this field. */
  readonly statusPage?: IssuePageData['statusPage']
}

/** Identifies the issuable in calls. */
export interface Target {
  readonly namespace: string
  readonly iid: number
  /** The database id. */
  readonly id: number
  /** The database id of the namespace. */
  readonly namespaceId: number
}

/** Title and description as edited, with the version that was edited. */
export interface TextChange {
  readonly title: string
  readonly description: string
  readonly lockVersion: number
  /** Given when the type was changed. */
  readonly type?: string
}

/** Title and description as saved. */
export interface SavedTexts {
  readonly title: string
  readonly description: string | null
  readonly lockVersion: number
}

/**
 * A call that changes a part of an issuable.
 *
 * @throws CallError
 */
type SaveCall<Value, Reply = unknown> = (target: Target, value: Value, carried: Carried) => Promise<Reply>

/** A change of one item of a task list. @source TASK-008 */
export type TaskEdit =
  | { readonly updateTask: TaskToggle; readonly description: string }
  | {
      readonly moveTask: TaskLine & {
        readonly toLineNumber: number
        readonly toLineSource: string
        readonly place: 'before' | 'after'
      }
    }
  | { readonly deleteTask: TaskLine }

type TaskLine = Pick<TaskToggle, 'lineNumber' | 'lineSource'>

/** The calls that change an issuable of a kind. */
export interface IssuableSaves {
  /** Replies null when the server answered without the texts. */
  readonly texts: SaveCall<TextChange, SavedTexts | null>
  readonly task: SaveCall<
    TaskEdit & { readonly lockVersion: number },
    { readonly lockVersion: number } | { readonly errors: readonly string[] } | undefined
  >
  readonly state: SaveCall<'close' | 'reopen'>
  readonly assignees: SaveCall<ListChange<Pick<Person, 'id'>>>
  /** Replaces the whole list. */
  readonly assign: SaveCall<readonly number[]>
  readonly labels: SaveCall<ListChange<Pick<Label, 'id'>>>
  readonly milestone: SaveCall<number | null>
  readonly confidential: SaveCall<boolean>
  readonly discussionLocked: SaveCall<boolean>
  readonly subscription: SaveCall<boolean>
  readonly remove: (target: Target) => Promise<unknown>
}

/** A kind of issuable as its page needs it. */
export interface IssuableKind extends DiscussedKind {
  readonly saves: IssuableSaves
  /** The reason why it cannot be closed or reopened, if the server gives none; by default the sentence of all kinds. */
  readonly stateFailure?: (isOpen: boolean) => string
  /** The property of the page's data that holds the issuable. */
  readonly field: string
  /** The counter of open ones in the namespace of the page, where its navigation shows one. */
  readonly openCount: 'openIssuesCount' | null
  /** The operations of its lists. */
  readonly lists: readonly { readonly name: string }[]
  /** The templates of its description; null where there are none. */
  readonly templates: 'issue' | 'merge_request' | null
}

/** A type to which the edit form can change an issuable. */
interface TypeChoice {
  readonly value: string
  readonly label: string
  /** The page of the issuable when it has this type. */
  readonly path: string
}

/** The issues or epic that continue an issue, as far as the viewer may know. */
interface Continued {
  readonly movedTo?: Noteable['continuedBy']
  readonly promotedTo?: Noteable['continuedBy']
}

/** The issuable of a page, with what its parts need to show and save it. */
export interface Issuable extends IssuablePage, Continued {
  readonly kind: IssuableKind
  readonly issuable: IssuableData
  readonly types: readonly TypeChoice[]
  /** The key of the page's data in the query cache. */
  readonly queryKey: QueryKey
}

interface IssuableValue extends Issuable {
  readonly target: Target
  /** The live topic of its changes, for `write`. */
  readonly topic: string
  /** "issue", "incident": for sentences. */
  readonly word: string
}

const IssuableContext = createContext<Issuable | null>(null)

interface IssuableProviderProps {
  readonly value: Issuable
  readonly children: ReactNode
}

export function IssuableProvider({ value, children }: IssuableProviderProps) {
  return <IssuableContext value={value}>{children}</IssuableContext>
}

/** The issuable of the page around a component. */
export function useIssuable(): IssuableValue {
  const value = useContext(IssuableContext)
  if (value === null) throw new Error('There is no issuable around this component')
  const { namespace, issuable } = value
  return {
    ...value,
    target: { namespace: namespace.fullPath, iid: issuable.iid, id: issuable.id, namespaceId: namespace.id },
    topic: topicOf({ kind: value.kind, id: issuable.id }),
    word: kindWord(issuable.type),
  }
}
