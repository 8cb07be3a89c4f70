import { Invalid, Unavailable } from '#server/errors.ts'
import { getOutward, NoAnswer } from '#server/platform/outward/post.ts'
import type { Settings } from '#server/settings.ts'
import type { ImportedPerson } from '../issue-imports/imported-issue.ts'
import { markdownOfAdf } from './adf.ts'
import { type JiraIssue, linkTypeOf } from './jira-issue.ts'

/** How to fetch the issues of a Jira project, and how far that has got. */
export interface JiraRemote {
  readonly url: string
  readonly email: string
  readonly token: string
  readonly projectKey: string
  /** What the last page said; null before the first one. */
  readonly nextPageToken: string | null
}

interface JiraPage {
  readonly issues: readonly JiraIssue[]
  readonly nextPageToken: string | null
}

const perPage = 50
const limits = { timeoutMs: 30_000, maxBytes: 30 * 1024 * 1024 }
const fields =
  'summary,description,issuetype,status,priority,labels,duedate,created,assignee,reporter,comment,attachment,issuelinks,timeoriginalestimate,timespent'

/**
 * Fetch a page of issues, oldest first.
 *
 * @throws Invalid  Jira refuses, or is not what answers at the address: the message is a sentence for the person who imports
 * @throws Unavailable  for now; the job is tried again
 */
export async function fetchJiraPage(settings: Settings, remote: JiraRemote): Promise<JiraPage> {
  const url = new URL(`${remote.url.replace(/\/+$/, '')}/rest/api/3/search/jql`)
  url.searchParams.set('jql', `project = "${remote.projectKey}" ORDER BY created ASC`)
  url.searchParams.set('maxResults', String(perPage))
  url.searchParams.set('fields', fields)
  if (remote.nextPageToken !== null) url.searchParams.set('nextPageToken', remote.nextPageToken)
  const answer = await getOutward({
    url,
    headers: {
      accept: 'application/json',
      authorization: `Basic ${Buffer.from(`${remote.email}:${remote.token}`).toString('base64')}`,
    },
    allowed: settings.webhooksTo,
    verifiesTls: true,
    ...limits,
  }).catch((error: unknown) => {
    if (error instanceof NoAnswer) throw new Invalid(`Jira could not be reached. ${error.message}.`, { cause: error })
    throw error
  })
  if (answer.status === 401 || answer.status === 403) throw new Invalid('Jira refused the email address and API token.')
  if (answer.status === 400 || answer.status === 404)
    throw new Invalid('Jira does not know the project, or the address is not that of a Jira Cloud site.')
  if (answer.status === 429 || answer.status >= 500) throw new Unavailable(`Jira answered ${answer.status}`)
  const body = parsed(answer.body)
  if (answer.status !== 200 || !Array.isArray(body.issues)) throw new Invalid('The address does not answer like Jira.')
  return {
    issues: body.issues.map(readIssue),
    nextPageToken: typeof body.nextPageToken === 'string' && body.isLast !== true ? body.nextPageToken : null,
  }
}

type Json = Readonly<Record<string, unknown>>

function parsed(body: string): Json {
  try {
    return asObject(JSON.parse(body))
  } catch {
    return {}
  }
}

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const asSeconds = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null
const textOf = (value: unknown): string => (typeof value === 'string' ? value : markdownOfAdf(value))

function asMoment(value: unknown): string | null {
  const parsed = Date.parse(asText(value).replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  return Number.isNaN(parsed) ? null : new Date(parsed).toISOString()
}

function personOf(value: unknown): ImportedPerson | null {
  const { accountId, displayName, emailAddress } = asObject(value)
  const name = asText(displayName)
  const key = asText(accountId) || name
  return key === '' ? null : { key, name: name || key, email: asText(emailAddress) || null }
}

function readIssue(value: unknown): JiraIssue {
  const issue = asObject(value)
  const given = asObject(issue.fields)
  const status = asObject(given.status)
  return {
    key: asText(issue.key),
    summary: asText(given.summary),
    description: textOf(given.description),
    type: asText(asObject(given.issuetype).name),
    status: asText(status.name),
    isDone: asText(asObject(status.statusCategory).key) === 'done',
    priority: asText(asObject(given.priority).name),
    labels: asList(given.labels).map(asText).filter(Boolean),
    dueDate: /^\d{4}-\d{2}-\d{2}$/.test(asText(given.duedate)) ? asText(given.duedate) : null,
    createdAt: asMoment(given.created),
    assignee: personOf(given.assignee),
    reporter: personOf(given.reporter),
    comments: asList(asObject(given.comment).comments).map(each => {
      const comment = asObject(each)
      return {
        author: personOf(comment.author)?.name ?? 'Somebody',
        createdAt: asMoment(comment.created) ?? new Date().toISOString(),
        body: textOf(comment.body),
      }
    }),
    attachments: asList(given.attachment).flatMap(each => {
      const { filename, content } = asObject(each)
      return /^https?:\/\//.test(asText(content))
        ? [{ name: asText(filename) || 'attachment', url: asText(content) }]
        : []
    }),
    links: asList(given.issuelinks).flatMap(each => {
      const { type, outwardIssue, inwardIssue } = asObject(each)
      const [outward, inward] = [asText(asObject(outwardIssue).key), asText(asObject(inwardIssue).key)]
      const { outward: to, inward: from } = asObject(type)
      return [
        ...(outward === '' ? [] : [{ type: linkTypeOf(asText(to), true), key: outward }]),
        ...(inward === '' ? [] : [{ type: linkTypeOf(asText(from), false), key: inward }]),
      ]
    }),
    timeEstimate: asSeconds(given.timeoriginalestimate),
    timeSpent: asSeconds(given.timespent),
  }
}
