import type { IssuableSeries } from '#contract/issuable-kinds.ts'
import type { PlainValues } from '#contract/plan/attributes/plain-attributes.ts'

export interface UserName {
  readonly id: number
  readonly username: string
}

/** A contact by id alone: not everyone who can read the issue can read its name and email. */
export interface ContactId {
  readonly id: number
}

export interface TitleOf {
  readonly id: number
  readonly title: string
}

/** The parent of an issuable: an epic, or the issue of a task. Its title is its full reference. */
export interface ParentOf extends TitleOf {
  readonly type: string
  readonly confidential: boolean
  /** The position of the issuable in its parent; null or absent where it was never moved. */
  readonly position?: number | null
}

/** The values of all attributes of an issuable. */
export interface AttributeValues extends PlainValues {
  readonly title: string
  readonly description: string | null
  readonly type: string
  readonly assignees: readonly UserName[]
  /** Only merge requests have reviewers. */
  readonly reviewers: readonly UserName[]
  readonly labels: readonly TitleOf[]
  readonly milestone: TitleOf | null
  /** Only issues have an iteration. */
  readonly iteration: TitleOf | null
  /** Only incidents have an escalation policy. */
  readonly escalationPolicy: TitleOf | null
  /** Only issues have contacts. */
  readonly contacts: readonly ContactId[]
  /** Only issues and epics have a parent. */
  readonly parent: ParentOf | null
}

export type AttributeName = keyof AttributeValues

/** The namespace of an issuable and those above it, where its labels and milestones may come from. */
export interface Surroundings {
  /** The id of the issuable, if it is already created. */
  readonly id?: number
  readonly namespaceId: number
  /** The ids of the groups from the root down, and of the project itself. */
  readonly ancestorIds: readonly number[]
  /** The series of the issuable: its readers can be named. */
  readonly series: IssuableSeries
  /** The possible parents depend on the type. */
  readonly type: string
}
