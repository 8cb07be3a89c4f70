import { largestInteger } from '#contract/shapes.ts'
import type { JiraEdition } from '#contract/transfer/jira-imports.ts'
import { Invalid, Unavailable } from '#server/errors.ts'
import { getOutward, NoAnswer } from '#server/platform/outward/post.ts'
import { isDay } from '#server/platform/text/day.ts'
import { isUnstorable } from '#server/platform/text/storable.ts'
import type { Settings } from '#server/settings.ts'
import type { RemoteAccess } from '../issue-imports/attachments.ts'
import type { ImportedPerson } from '../issue-imports/imported-issue.ts'
import { markdownOfAdf } from './adf.ts'
import { type JiraIssue, linkTypeOf } from './jira-issue.ts'
import { momentOfMs } from './moment.ts'
import { markdownOfWiki } from './wiki-markup.ts'

/** The request for the issues of a Jira project, and the position reached. */
export interface JiraRemote extends RemoteAccess {
  readonly edition: JiraEdition
  readonly projectKey: string
  /** The token of the last page, or the number of issues before the next one; null before the first one. */
  readonly nextPageToken: string | null
}

interface JiraPage {
  readonly issues: readonly JiraIssue[]
  readonly nextPageToken: string | null
}

const perPage = 50
const limits = { timeoutMs: 30_000, maxBytes: 30 * 1024 * 1024 }
const fields =
  'summary,description,issuetype,status,priority,labels,duedate,created,assignee,reporter,comment,attachment,issuelinks,parent,timeoriginalestimate,timespent'

/** The value of the header by which Jira knows the person. */
export const authorizationOf = (edition: JiraEdition, email: string, token: string): string =>
  edition === 'cloud' ? `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}` : `Bearer ${token}`

/**
 * Fetch a page of issues, oldest first.
 *
 * @throws Invalid  Jira refuses, or another server answers at the address: the message is a sentence for the person who
 *   imports
 * @throws Unavailable  for now; the job is tried again
 * @source Jira Cloud platform REST API v3 and Jira Data Center REST API v2, search
 */
export async function fetchJiraPage(settings: Settings, remote: JiraRemote): Promise<JiraPage> {
  const answer = await getOutward({
    url: addressOfPage(remote),
    headers: { accept: 'application/json', authorization: remote.authorization },
    allowed: settings.webhooksTo,
    verifiesTls: true,
    ...limits,
  }).catch((error: unknown) => {
    if (error instanceof NoAnswer) throw new Invalid(`Jira could not be reached. ${error.message}.`, { cause: error })
    throw error
  })
  const isCloud = remote.edition === 'cloud'
  if (answer.status === 401 || answer.status === 403)
    throw new Invalid(
      isCloud ? 'Jira rejected the email address and API token.' : 'Jira rejected the personal access token.',
    )
  if (answer.status === 400 || answer.status === 404)
    throw new Invalid(`The project was not found, or the URL is not a Jira ${isCloud ? 'Cloud' : 'Data Center'} site.`)
  if (answer.status === 429 || answer.status >= 500) throw new Unavailable(`Jira returned status ${answer.status}`)
  const body = parsed(answer.body)
  if (answer.status !== 200 || !Array.isArray(body.issues))
    throw new Invalid('The server at this URL does not look like Jira.')
  const nextPageToken = tokenAfter(remote, body, body.issues.length)
  if (nextPageToken !== null && nextPageToken === remote.nextPageToken)
    throw new Invalid('Jira returned the same page twice.')
  return { issues: body.issues.map(readIssue), nextPageToken }
}

function addressOfPage({ edition, url: base, projectKey, nextPageToken }: JiraRemote): URL {
  const isCloud = edition === 'cloud'
  const url = new URL(`${base.replace(/\/+$/, '')}${isCloud ? '/rest/api/3/search/jql' : '/rest/api/2/search'}`)
  url.searchParams.set('jql', `project = "${projectKey}" ORDER BY created ASC, key ASC`)
  url.searchParams.set('maxResults', String(perPage))
  url.searchParams.set('fields', fields)
  if (nextPageToken !== null) url.searchParams.set(isCloud ? 'nextPageToken' : 'startAt', nextPageToken)
  return url
}

function tokenAfter({ edition, nextPageToken }: JiraRemote, body: Json, count: number): string | null {
  if (edition === 'cloud')
    return typeof body.nextPageToken === 'string' && body.isLast !== true ? body.nextPageToken : null
  const next = Number(nextPageToken ?? 0) + count
  return count > 0 && Number(body.total) > next ? String(next) : null
}

type Json = Readonly<Record<string, unknown>>

function parsed(body: string): Json {
  try {
    return asObject(JSON.parse(body, (_name, value: unknown) => (typeof value === 'string' ? storable(value) : value)))
  } catch {
    return {}
  }
}

const storable = (text: string): string => (isUnstorable(text) ? text.replaceAll('\0', '').toWellFormed() : text)

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const asCount = (value: unknown): number | null =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : null
const asSeconds = (value: unknown): number | null => {
  const seconds = asCount(value)
  return seconds === null || seconds > largestInteger ? null : seconds
}
/** Texts of version 2 of the API are in wiki markup. */
const textOf = (value: unknown): string => (typeof value === 'string' ? markdownOfWiki(value) : markdownOfAdf(value))

function asMoment(value: unknown): string | null {
  return momentOfMs(Date.parse(asText(value).replace(/([+-]\d{2})(\d{2})$/, '$1:$2')))
}

function personOf(value: unknown): ImportedPerson | null {
  const { accountId, name: username, displayName, emailAddress } = asObject(value)
  const name = asText(displayName)
  const key = asText(accountId) || asText(username) || name
  return key === '' ? null : { key, name: name || key, email: asText(emailAddress) || null }
}

function readIssue(value: unknown): JiraIssue {
  const issue = asObject(value)
  const given = asObject(issue.fields)
  const status = asObject(given.status)
  const type = asObject(given.issuetype)
  return {
    key: asText(issue.key),
    summary: asText(given.summary),
    description: textOf(given.description),
    type: asText(type.name),
    isSubtask: type.subtask === true,
    parentKey: asText(asObject(given.parent).key) || null,
    status: asText(status.name),
    isDone: asText(asObject(status.statusCategory).key) === 'done',
    priority: asText(asObject(given.priority).name),
    labels: asList(given.labels).map(asText).filter(Boolean),
    dueDate: isDay(asText(given.duedate)) ? asText(given.duedate) : null,
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
      const { filename, content, size } = asObject(each)
      return /^https?:\/\//.test(asText(content))
        ? [{ name: asText(filename) || 'attachment', url: asText(content), sizeBytes: asCount(size) }]
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
