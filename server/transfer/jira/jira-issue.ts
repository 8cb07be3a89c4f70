import type { LinkType } from '#contract/plan/links.ts'
import { titleLimit } from '#contract/plan/title-limit.ts'
import type { ImportedIssue, ImportedPerson } from '../issue-imports/imported-issue.ts'

/** An issue of Jira, as its CSV export and its API tell of it. Texts are Markdown. */
export interface JiraIssue {
  readonly key: string
  readonly summary: string
  readonly description: string
  readonly type: string
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
  readonly comments: readonly { readonly author: string; readonly createdAt: string; readonly body: string }[]
  readonly attachments: readonly { readonly name: string; readonly url: string }[]
  readonly links: readonly { readonly type: LinkType; readonly key: string }[]
  readonly timeEstimate: number | null
  readonly timeSpent: number | null
}

/**
 * An issue of Jira as it is imported. What has no field here is told in the description.
 *
 * @param importNumber  of the imports from Jira into the project
 * @source product-rules.md 14
 */
export function importedOf(issue: JiraIssue, importNumber: number): ImportedIssue {
  const projectKey = issue.key.replace(/-\d+$/, '')
  const facts = [
    `Imported from Jira: ${issue.key}`,
    ...(issue.reporter === null ? [] : [`Reporter: ${issue.reporter.name}`]),
    ...(issue.assignee === null ? [] : [`Assignee: ${issue.assignee.name}`]),
    ...(issue.type === '' ? [] : [`Type: ${issue.type}`]),
    ...(issue.status === '' ? [] : [`Status: ${issue.status}`]),
    ...(issue.priority === '' ? [] : [`Priority: ${issue.priority}`]),
    ...issue.attachments.map(({ name, url }) => `Attachment: [${name.replace(/[[\]]/g, '')}](${encodeURI(url)})`),
  ]
  const title = [...issue.summary.trim()].slice(0, titleLimit).join('')
  const label = `jira-import::${projectKey}-${importNumber}`
  return {
    changes: {
      title,
      description: [issue.description, '---', facts.map(fact => `- ${fact}`).join('\n')].filter(Boolean).join('\n\n'),
      type: /^incident$/i.test(issue.type) ? 'incident' : 'issue',
      labels: { replace: [...issue.labels.map(each => each.replaceAll(',', ' ').trim()).filter(Boolean), label] },
      ...(issue.dueDate === null ? {} : { dueDate: issue.dueDate }),
    },
    isClosed: issue.isDone,
    timeEstimate: issue.timeEstimate,
    timeSpent: issue.timeSpent,
    createdAt: issue.createdAt,
    remote: {
      key: issue.key,
      assignee: issue.assignee,
      comments: issue.comments.map(({ author, createdAt, body }) => ({
        createdAt,
        body: `**${author}** commented in Jira on ${createdAt.slice(0, 10)}:\n\n${body}`,
      })),
      links: issue.links,
    },
  }
}

/** The type of a link by its words in Jira: "blocks", "is blocked by", "relates to". */
export function linkTypeOf(words: string, isOutward: boolean): LinkType {
  if (/blocked by/i.test(words)) return 'is_blocked_by'
  if (/block/i.test(words)) return isOutward ? 'blocks' : 'is_blocked_by'
  return 'relates_to'
}
