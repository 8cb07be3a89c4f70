import { sql } from 'kysely'
import { type Context, userIdOf } from '#server/context.ts'
import { Unauthenticated } from '#server/errors.ts'
import { holderOf, type PrivateTokenKind } from '#server/foundation/users/private-tokens.ts'
import { issuePath } from '#server/plan/issuables/projections.ts'
import { issueJoins } from '#server/plan/issues/present.ts'
import type { IssueFilter } from '#server/plan/lists/filter.ts'
import { listIssuables } from '#server/plan/lists/list.ts'
import type { IssueScope } from '#server/plan/lists/where.ts'
import { calendarText } from '#server/platform/icalendar/write.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'
import { columnsOf, object } from '#server/platform/sql/shape.ts'
import { atomFeed } from '#server/platform/text/atom.ts'
import { RawJson } from '#server/platform/text/raw-json.ts'
import { StreamReply } from '#server/slice.ts'

const i = columnsOf('issuables', 'i')

const kind: PrivateTokenKind = 'feed'

/** Written before a token, so that tools that look for secrets know it. */
export const tokenPrefix = 'glft-'

/** Issues of an Atom feed, and of one page of a calendar. */
const perPage = 100
const calendarPages = 10

interface FeedIssue {
  readonly id: number
  readonly title: string
  readonly reference: string
  readonly description: string | null
  readonly path: string
  readonly due_date: string | null
  readonly updated_at: string
  readonly author: string
}

/** The contents of a feed, and the page that shows the same. */
export interface FeedPlace {
  readonly title: string
  /** The path from the root of the site. */
  readonly path: string
  readonly scope: IssueScope
}

/**
 * The same request in the name of the person whose feed token its address holds, with the rights they have now; without
 * a token, of the signed-in user.
 *
 * @throws Unauthenticated  the token was reset, or its person is blocked
 */
export async function readerOf(ctx: Context, feedToken: string | undefined): Promise<Context> {
  if (feedToken === undefined) return ctx
  const token = feedToken.startsWith(tokenPrefix) ? feedToken.slice(tokenPrefix.length) : ''
  const holder = await holderOf(ctx.db, kind, token)
  if (holder === null || holder.actor === null) throw new Unauthenticated()
  return { ...ctx, actor: holder.actor, sessionId: null, tokenId: null }
}

/** The latest issues that a filter finds, as the reader may see them now. */
export async function sendAtom(ctx: Context, place: FeedPlace, filter: IssueFilter): Promise<StreamReply> {
  const issues = await readIssues(ctx, place, { ...filter, state: filter.state ?? 'opened' }, 'created_at', 1)
  const { externalUrl } = ctx.services.settings
  const page = `${externalUrl}${place.path}`
  const xml = atomFeed(
    {
      id: page,
      title: place.title,
      self: `${page}.atom`,
      page,
      entries: issues.map(issue => ({
        id: `${externalUrl}${issue.path}`,
        title: issue.title,
        href: `${externalUrl}${issue.path}`,
        updated: issue.updated_at,
        author: { name: issue.author, email: null },
        content: issue.description ?? '',
      })),
    },
    ctx.now,
  )
  return new StreamReply(Buffer.from(xml), feedHeaders('application/atom+xml'))
}

/** The issues with due dates that a filter finds, as the reader may see them now. */
export async function sendCalendar(ctx: Context, place: FeedPlace, filter: IssueFilter): Promise<StreamReply> {
  const wanted = { dueDate: 'any', ...filter, state: filter.state ?? 'opened' } as const
  const issues = await readIssues(ctx, place, wanted, 'due_date', calendarPages)
  const { settings } = ctx.services
  const text = calendarText({
    name: place.title,
    events: issues.flatMap(issue =>
      issue.due_date === null
        ? []
        : {
            uid: `issue-${issue.id}@${mailDomain(settings)}`,
            when: issue.due_date,
            title: `${issue.title} (${issue.reference})`,
            description: `Due: ${settings.externalUrl}${issue.path}`,
            url: `${settings.externalUrl}${issue.path}`,
            updated: issue.updated_at,
          },
    ),
  })
  return new StreamReply(Buffer.from(text), feedHeaders('text/calendar'))
}

/** The address is a secret: no cache on the way may store the reply. */
export const feedHeaders = (mediaType: string) => ({
  'content-type': `${mediaType}; charset=utf-8`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
})

async function readIssues(
  ctx: Context,
  { scope }: FeedPlace,
  filter: IssueFilter,
  orderBy: 'created_at' | 'due_date',
  pages: number,
): Promise<readonly FeedIssue[]> {
  const json = sql<string>`${object({
    ...i.fields('id', 'title'),
    reference: sql`n.full_path || '#' || i.iid`,
    ...i.fields('description'),
    path: issuePath,
    ...i.fields('dueDate'),
    ...i.moments('updatedAt'),
    author: sql`author.name`,
  })}::text`
  const found: FeedIssue[] = []
  for (let page = 1; page <= pages; page += 1) {
    const sort = orderBy === 'due_date' ? 'asc' : 'desc'
    const { items, hasNext } = await listIssuables(
      ctx,
      scope,
      filter,
      { page, perPage, orderBy, sort },
      { json, joins: issueJoins(ctx), conditions: [] },
    )
    if (!(items instanceof RawJson)) throw new Error('a list that PostgreSQL has not built')
    // PostgreSQL built it of the fields above.
    found.push(...(JSON.parse(items.text) as readonly FeedIssue[]))
    if (!hasNext) break
  }
  return found
}

/** The feed of the issues that are assigned to the reader. @throws Unauthenticated */
export function ownPlace(ctx: Context): FeedPlace {
  if (userIdOf(ctx) === null) throw new Unauthenticated()
  return {
    title: 'Issues assigned to you',
    path: '/dashboard/issues',
    scope: { kind: 'everywhere', withArchived: false },
  }
}
