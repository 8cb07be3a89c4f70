import { sql } from 'kysely'
import { projectTopic } from '#contract/live-topics.ts'
import { statusPagePath } from '#contract/plan/incidents/status-page-path.ts'
import { statusLimits } from '#contract/plan/incidents/status-words.ts'
import { isAdmin } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { Conflict, Forbidden, Invalid } from '#server/errors.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { Settings } from '#server/settings.ts'

const hostPattern = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Give a status page a host name of its own. Only administrators do: under it, the server answers nothing else.
 *
 * @throws Forbidden · @throws Invalid  no host name, that of the site, or one too many · @throws Conflict  another page has it
 */
export async function setHost(ctx: Context, projectId: number, given: string | null): Promise<void> {
  if (!isAdmin(ctx.actor)) throw new Forbidden('Only administrators can set the address of a status page')
  const host = given?.trim().toLowerCase() ?? ''
  await ctx.db.deleteFrom('statusHosts').where('namespaceId', '=', projectId).execute()
  if (host !== '') {
    if (!hostPattern.test(host)) throw new Invalid({ host: ['must be a host name such as status.example.com'] })
    if (host === new URL(ctx.services.settings.externalUrl).hostname)
      throw new Invalid({ host: ['must differ from the host name of this site'] })
    await refuseTooMany(ctx)
    const { numInsertedOrUpdatedRows = 0n } = await ctx.db
      .insertInto('statusHosts')
      .values({ namespaceId: projectId, host })
      .onConflict(conflict => conflict.column('host').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new Conflict('Another status page has this address')
  }
  await ctx.events.record(
    'status_host.changed',
    { projectId },
    { namespaceId: projectId, topics: [projectTopic(projectId)] },
  )
}

/** Names beyond the limit would be stored and never answered. They are counted one at a time. @throws Invalid */
async function refuseTooMany(ctx: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('status hosts', 0))`.execute(ctx.db)
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from status_hosts`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) >= statusLimits.hosts)
    throw new Invalid({
      host: [`cannot be added: this site has ${statusLimits.hosts} status pages with their own addresses`],
    })
}

/** The address of a status page: its own if it has one. @param host  null without one */
export function statusPageUrl(
  { externalUrl }: Pick<Settings, 'externalUrl'>,
  fullPath: string,
  host: string | null,
): string {
  return host === null ? `${externalUrl}${statusPagePath(fullPath)}` : `${ownOrigin(externalUrl, host)}/`
}

/** The origin of the links in mails about a status page: readers of its own address may not reach the rest of the site. */
export const statusOrigin = ({ externalUrl }: Pick<Settings, 'externalUrl'>, host: string | null): string =>
  host === null ? externalUrl : ownOrigin(externalUrl, host)

function ownOrigin(externalUrl: string, host: string): string {
  const { protocol, port } = new URL(externalUrl)
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}

/** The address to which requests go that a status page has no answer for. */
export const nowherePath = '/-/status_page/nowhere'

/** The host name of a header, in the ways in which it can be written: with a port, or with the dot of the root. */
const hostNameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^.*@/, '')
    .replace(/[:,].*$/s, '')
    .replace(/\.$/, '')
    .trim()

/** The host names of status pages, as this process knows them: they are needed before a request is read. */
export class StatusHosts {
  #paths: ReadonlyMap<string, string> = new Map()

  /** Read them again, also those of pages that are turned off: the rest of the site has no such name. The ones known before stay while the database is away. */
  async refresh(db: Db): Promise<void> {
    const { rows } = await sql<{ host: string; fullPath: string }>`
      select h.host, n.full_path from status_hosts h join namespaces n on n.id = h.namespace_id order by h.host limit ${statusLimits.hosts}`.execute(
      db,
    )
    this.#paths = new Map(rows.map(({ host, fullPath }) => [host, fullPath]))
  }

  /**
   * The address that a request stands for. Under the host name of a status page, only the page, its feed, its form and the links of
   * its mails have one.
   *
   * @param url  path with query, as the client sent it
   */
  addressOf(host: string | undefined, url: string): string {
    const path = this.#paths.get(hostNameOf(host ?? ''))
    if (path === undefined) return url
    const [asked = '/', query] = url.split('?', 2)
    const rest = query === undefined ? '' : `?${query}`
    if (asked === '/') return `${statusPagePath(path)}${rest}`
    if (/^\/status(?:\.html|\.atom|\/subscribe)?$/.test(asked)) return `/${path}/-${asked}${rest}`
    return /^\/-\/sent_notifications\/s\.[\w.-]+\/(?:confirm|unsubscribe)$/.test(asked) ? url : nowherePath
  }
}
