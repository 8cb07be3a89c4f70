import type { LinkType } from '#contract/plan/work-items/links.ts'
import type { ImportedNote } from '#server/discuss/notes/import-notes.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'

/** An issue of an import, as its row stores it until it is created. */
export interface ImportedIssue {
  /** People by username, labels and milestone by title. */
  readonly changes: Changes & { readonly title: string }
  readonly isClosed: boolean
  /** Seconds; null where the source tells none. */
  readonly timeEstimate: number | null
  readonly timeSpent: number | null
  /** ISO 8601; set only by users who may choose it. */
  readonly createdAt: string | null
  /** The parts that were not read, in sentences; the issue is imported without them. */
  readonly notices?: readonly string[]
  /** The parts that only another tracker has. */
  readonly remote?: RemoteParts
}

/** A person of another tracker. */
export interface ImportedPerson {
  /** Names them there. */
  readonly key: string
  readonly name: string
  readonly email: string | null
}

/** A file of an issue of another tracker. */
export interface ImportedAttachment {
  readonly name: string
  readonly url: string
  /** Null where the source does not tell. */
  readonly sizeBytes: number | null
}

export interface RemoteParts {
  /** Names the issue there: "LOOM-7". */
  readonly key: string
  readonly assignee: ImportedPerson | null
  readonly comments: readonly ImportedNote[]
  /** Links to other issues of the same import, by their keys. */
  readonly links: readonly { readonly type: LinkType; readonly key: string }[]
  /** The key of the issue of which this one is a task. */
  readonly parentKey: string | null
  /** Description and comments say with `attachmentMark` where each is shown. */
  readonly attachments: readonly ImportedAttachment[]
}
