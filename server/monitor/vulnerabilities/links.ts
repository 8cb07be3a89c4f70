import { sql } from 'kysely'
import { pagePath } from '#contract/issuable-kinds.ts'
import { issueTopic } from '#contract/live-topics.ts'
import type { VulnerabilityLinkType } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { type Allowed, load, loadIfAllowed } from '#server/access/load.ts'
import { visibleIssuables } from '#server/access/visible.ts'
import { mergeRequestOfAddress } from '#server/code/merge-requests/find.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Invalid, NotFound, Unprocessable } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type IssuableRow, issueOfAddress } from '#server/plan/issuables/find.ts'
import { createIssue } from '#server/plan/issues/create.ts'
import { issueJoins, issueJson } from '#server/plan/issues/present.ts'
import { openObject } from '#server/platform/sql/open-object.ts'
import { object } from '#server/platform/sql/shape.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { vulnerabilitiesScope } from './events.ts'
import type { VulnerabilityRow } from './find.ts'
import { messages } from './messages.ts'
import type { ReadableVulnerability } from './page.ts'

export type LinkableVulnerability = Allowed<'project:link-vulnerabilities', VulnerabilityRow>

const linkScope = (projectId: number, issuableId: number) => {
  const { namespaceId, topics } = vulnerabilitiesScope(projectId)
  return { namespaceId, topics: [...topics, issueTopic(issuableId)] }
}

/** The issues of a vulnerability that the reader may see. @source rest.md 15.5 */
export async function showIssueLinks(ctx: Context, { id }: ReadableVulnerability): Promise<RawJson> {
  const head = openObject(object({ vulnerability_link_id: sql`l.id`, vulnerability_link_type: sql`l.link_type` }))
  const { rows } = await sql<{ json: string }>`
    select '[' || coalesce(string_agg(${head} || ',' || substr(${issueJson(ctx, { basic: true })}, 2), ',' order by l.id), '') || ']' as json
    from vulnerability_issue_links l join issuables i on i.id = l.issue_id ${issueJoins(ctx)}
    where l.vulnerability_id = ${id} and ${visibleIssuables(ctx.actor, 'i', { series: 'issue' })}`.execute(ctx.db)
  return new RawJson(rows[0]?.json ?? '[]')
}

/**
 * Link an issue.
 *
 * @returns the id of the link
 * @throws Unprocessable  it is linked already, or another issue was created from the vulnerability
 */
export async function linkIssue(
  ctx: Context,
  { id, namespaceId }: LinkableVulnerability,
  issue: Allowed<'issuable:read', IssuableRow>,
  linkType: VulnerabilityLinkType = 'related',
): Promise<number> {
  // Two links at once: the second sees the first.
  await sql`select 1 from vulnerabilities where id = ${id} for no key update`.execute(ctx.db)
  const { rows } = await sql<{ id: number | null; hasCreated: boolean }>`
    with made as (
      insert into vulnerability_issue_links (vulnerability_id, issue_id, link_type, created_at)
      select ${id}, ${issue.id}, ${linkType}, ${ctx.now}::timestamptz
      where not (${linkType} = 'created' and exists (select 1 from vulnerability_issue_links where vulnerability_id = ${id} and link_type = 'created'))
      on conflict (vulnerability_id, issue_id) do nothing returning id
    )
    select (select id from made) as id, not exists (select 1 from vulnerability_issue_links
      where vulnerability_id = ${id} and issue_id = ${issue.id}) as has_created`.execute(ctx.db)
  const [row] = rows
  if (row === undefined || row.id === null)
    throw new Unprocessable(row?.hasCreated ? messages.hasCreatedIssue : messages.linked)
  await ctx.events.record(
    'vulnerability.linked',
    { vulnerabilityId: id, issuableId: issue.id },
    linkScope(namespaceId, issue.id),
  )
  return row.id
}

/** The issue of a link that was just made, as the API shows it. */
export async function showLinkedIssue(ctx: Context, issueId: number): Promise<RawJson> {
  const { rows } = await sql<{ json: string }>`
    select ${issueJson(ctx, { basic: true })} as json from issuables i ${issueJoins(ctx)} where i.id = ${issueId}`.execute(
    ctx.db,
  )
  if (rows[0] === undefined) throw new NotFound('Issue')
  return new RawJson(rows[0].json)
}

/**
 * Create an issue from a vulnerability, and link it.
 *
 * @throws Conflict  an issue was created from it before
 */
export async function createIssueOf(
  ctx: Context,
  vulnerability: LinkableVulnerability,
  input: {
    readonly title: string
    readonly description?: string | undefined
    readonly confidential?: boolean | undefined
  },
) {
  const { title, description = '', confidential = true } = input
  const project = await load(ctx, 'project:create-issue', projectByRef, { id: vulnerability.namespaceId })
  const created = await createIssue(ctx, project, { title, description, confidential })
  const key = { namespace: project.fullPath, iid: created.iid }
  const issue = await load(ctx, 'issuable:read', issueOfAddress, key)
  await linkIssue(ctx, vulnerability, issue, 'created').catch((error: unknown) => {
    throw error instanceof Unprocessable ? new Conflict(error.message, { cause: error }) : error
  })
  return { iid: created.iid, path: pagePath('issue', project.fullPath, created.iid) }
}

/**
 * Link an issue or a merge request by its reference or its URL.
 *
 * @throws Invalid  it names none that the actor can see, or one that is linked already
 */
export async function linkReference(
  ctx: Context,
  vulnerability: LinkableVulnerability,
  reference: string,
): Promise<void> {
  const { externalUrl } = ctx.services.settings
  const named = readReference(reference.trim(), externalUrl, vulnerability.fullPath)
  if (named === null) throw new Invalid({ reference: [messages.noReference] })
  const { kind, ...key } = named
  if (kind === 'issue') {
    const issue = await loadIfAllowed(ctx, 'issuable:read', issueOfAddress, key)
    if (issue === null) throw new Invalid({ reference: [messages.noReference] })
    await linkIssue(ctx, vulnerability, issue).catch((error: unknown) => {
      throw error instanceof Unprocessable
        ? new Invalid({ reference: [messages.linkedReference] }, { cause: error })
        : error
    })
    return
  }
  const mergeRequest = await loadIfAllowed(ctx, 'issuable:read', mergeRequestOfAddress, key)
  if (mergeRequest === null) throw new Invalid({ reference: [messages.noReference] })
  const { numAffectedRows = 0n } = await sql`
    insert into vulnerability_merge_request_links (vulnerability_id, merge_request_id, created_at)
    values (${vulnerability.id}, ${mergeRequest.id}, ${ctx.now}::timestamptz) on conflict do nothing`.execute(ctx.db)
  if (numAffectedRows === 0n) throw new Invalid({ reference: [messages.linkedReference] })
  await ctx.events.record(
    'vulnerability.linked',
    { vulnerabilityId: vulnerability.id, issuableId: mergeRequest.id },
    vulnerabilitiesScope(vulnerability.namespaceId),
  )
}

interface NamedIssuable {
  readonly kind: 'issue' | 'merge_request'
  readonly namespace: string
  readonly iid: number
}

/** Read `#7`, `!7`, `group/project#7`, a plain number for an issue, or the address of a page. */
function readReference(text: string, externalUrl: string, ownPath: string): NamedIssuable | null {
  const [, path = '', sign = '#', iid] = /^([\w./-]*?)([#!])?(\d{1,9})$/.exec(text) ?? []
  if (iid !== undefined && (path === '' || text.includes(sign)))
    return { kind: sign === '!' ? 'merge_request' : 'issue', namespace: path || ownPath, iid: Number(iid) }
  if (!text.startsWith(`${externalUrl}/`)) return null
  const address = /^\/([\w./-]+?)\/-\/(issues|work_items|merge_requests)\/(\d{1,9})(?:[/?#]|$)/.exec(
    text.slice(externalUrl.length),
  )
  const [, namespace, list, number] = address ?? []
  if (namespace === undefined) return null
  return { kind: list === 'merge_requests' ? 'merge_request' : 'issue', namespace, iid: Number(number) }
}

/** Remove a link to an issue or a merge request that the actor can see. @throws NotFound */
export async function unlink(
  ctx: Context,
  { id, namespaceId }: LinkableVulnerability,
  kind: 'issue' | 'merge_request',
  linkId: number,
): Promise<void> {
  const [table, column] =
    kind === 'issue'
      ? [sql.table('vulnerability_issue_links'), sql.ref('issue_id')]
      : [sql.table('vulnerability_merge_request_links'), sql.ref('merge_request_id')]
  const { rows } = await sql<{ issuableId: number }>`
    delete from ${table} l using issuables i where l.id = ${linkId} and l.vulnerability_id = ${id} and i.id = l.${column}
      and ${visibleIssuables(ctx.actor, 'i', { series: kind })} returning i.id as issuable_id`.execute(ctx.db)
  const [row] = rows
  if (row === undefined) throw new NotFound('Vulnerability Issue Link')
  await ctx.events.record(
    'vulnerability.unlinked',
    { vulnerabilityId: id, issuableId: row.issuableId },
    linkScope(namespaceId, row.issuableId),
  )
}
