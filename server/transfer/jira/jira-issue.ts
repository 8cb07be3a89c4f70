import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import type { LinkType } from '#contract/plan/work-items/links.ts'
import { asCode, attachmentMark, replaceMarks } from '../issue-imports/attachment-marks.ts'
import type { ImportedAttachment, ImportedIssue, ImportedPerson } from '../issue-imports/imported-issue.ts'

/** An issue of Jira, as its CSV export and its API tell of it. Texts are Markdown, with marks that name attachments. */
export interface JiraIssue {
  readonly key: string
  readonly summary: string
  readonly description: string
  readonly type: string
  readonly isSubtask: boolean
  /** The key of the issue of a sub-task; of the epic for other issues. */
  readonly parentKey: string | null
  readonly status: string
  readonly isDone: boolean
  readonly priority: string
  readonly labels: readonly string[]
  /** yyyy-mm-dd. */
  readonly dueDate: string | null
  /** ISO 8601. */
  readonly createdAt: string | null
  readonly assignee: ImportedPerson | null
  readonly reporter: ImportedPerson | null
  readonly comments: readonly {
    readonly author: string
    readonly createdAt: string
    /** The date as Jira wrote it, if it could not be parsed. */
    readonly day?: string
    readonly body: string
  }[]
  readonly attachments: readonly ImportedAttachment[]
  readonly links: readonly { readonly type: LinkType; readonly key: string }[]
  readonly timeEstimate: number | null
  readonly timeSpent: number | null
  readonly weight?: number | null
  /** Other facts for the description. */
  readonly facts?: readonly (readonly [label: string, value: string])[]
  /** The parts that were not read, in sentences. */
  readonly notices?: readonly string[]
}

/**
 * An issue of Jira as it is imported. Values without a field here are listed in the description.
 *
 * @param importNumber  of the imports from Jira into the project
 * @source product-rules.md 14
 */
export function importedOf(issue: JiraIssue, importNumber: number): ImportedIssue {
  const projectKey = issue.key.replace(/-\d+$/, '')
  const mentioned = new Set<number>()
  const marked = (text: string) =>
    replaceMarks(text, name => {
      // If several files have one name, Jira shows the newest.
      const index = issue.attachments.findLastIndex(attachment => attachment.name === name.trim())
      if (index === -1) return asCode(name)
      mentioned.add(index)
      return attachmentMark(index)
    })
  const description = marked(issue.description)
  const comments = issue.comments.map(({ author, createdAt, day = createdAt.slice(0, 10), body }) => ({
    createdAt,
    body: `**${asText(author)}** commented in Jira${day === '' ? '' : ` on ${asText(day)}`}:\n\n${marked(body)}`,
  }))
  const facts = [
    `Imported from Jira: ${asText(issue.key)}`,
    ...(issue.reporter === null ? [] : [`Reporter: ${asText(issue.reporter.name)}`]),
    ...(issue.assignee === null ? [] : [`Assignee: ${asText(issue.assignee.name)}`]),
    ...(issue.type === '' ? [] : [`Type: ${asText(issue.type)}`]),
    ...(issue.parentKey === null ? [] : [`Parent: ${asText(issue.parentKey)}`]),
    ...(issue.status === '' ? [] : [`Status: ${asText(issue.status)}`]),
    ...(issue.priority === '' ? [] : [`Priority: ${asText(issue.priority)}`]),
    ...(issue.facts ?? []).map(([label, value]) => `${label}: ${asText(value)}`),
    ...issue.attachments.flatMap((_, index) => (mentioned.has(index) ? [] : [`Attachment: ${attachmentMark(index)}`])),
  ]
  const title = [...issue.summary.trim().slice(0, 2 * titleLimit)].slice(0, titleLimit).join('')
  const label = `jira-import::${projectKey}-${importNumber}`
  return {
    changes: {
      title,
      description: [description, '---', facts.map(fact => `- ${fact}`).join('\n')].filter(Boolean).join('\n\n'),
      type: typeOf(issue),
      labels: { replace: [...issue.labels.map(each => each.replaceAll(',', ' ').trim()).filter(Boolean), label] },
      ...(issue.dueDate === null ? {} : { dueDate: issue.dueDate }),
      ...(issue.weight == null ? {} : { weight: issue.weight }),
    },
    isClosed: issue.isDone,
    timeEstimate: issue.timeEstimate,
    timeSpent: issue.timeSpent,
    createdAt: issue.createdAt,
    ...(issue.notices?.length ? { notices: issue.notices } : {}),
    remote: {
      key: issue.key,
      assignee: issue.assignee,
      comments,
      // An epic of Jira becomes an issue, in which no other issue can be.
      links:
        issue.isSubtask || issue.parentKey === null
          ? issue.links
          : [...issue.links, { type: 'relates_to', key: issue.parentKey }],
      parentKey: issue.isSubtask ? issue.parentKey : null,
      attachments: issue.attachments,
    },
  }
}

function typeOf({ type, isSubtask, parentKey }: JiraIssue): string {
  if (isSubtask && parentKey !== null) return 'task'
  return /^incident$/i.test(type) ? 'incident' : 'issue'
}

/** A name as Markdown that means nothing else: no HTML, no mention, no label, no quick action. */
const asText = (name: string): string =>
  name
    .replace(/[\s\uE000\uE001]+/g, ' ')
    .trim()
    .replace(/[\\`*_~[\]<>!|@#&%^$:]/g, '\\$&')

/** The type of a link by its words in Jira: "blocks", "is blocked by", "relates to". */
export function linkTypeOf(words: string, isOutward: boolean): LinkType {
  if (/blocked by/i.test(words)) return 'is_blocked_by'
  if (/block/i.test(words)) return isOutward ? 'blocks' : 'is_blocked_by'
  return 'relates_to'
}
