import { sql } from 'kysely'
import { mostReleaseLinks, type ReleaseLinkType } from '#contract/deploy/release-words.ts'
import { hasProtocol } from '#contract/web-address.ts'
import type { Context } from '#server/context.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { isTaken } from '#server/platform/sql/database.ts'
import { messages } from './messages.ts'

/** A link as its caller gives it. */
export interface LinkInput {
  readonly name?: string | undefined
  readonly url?: string | undefined
  readonly filepath?: string | null | undefined
  readonly directAssetPath?: string | null | undefined
  readonly linkType?: ReleaseLinkType | undefined
}

export interface CheckedLink {
  readonly name: string
  readonly url: string
  readonly filepath: string | null
  readonly linkType: ReleaseLinkType
}

export interface LinkRow extends CheckedLink {
  readonly id: number
}

/** The fields that no two links of a release share. */
const uniqueFields = ['name', 'url', 'filepath'] as const
const protocols: readonly string[] = ['http:', 'https:', 'ftp:']

/**
 * A link whose name, URL and path may be stored.
 *
 * @param former  the values that stay where none is given
 * @throws Invalid
 */
export function checkLink(given: LinkInput, former?: CheckedLink): CheckedLink {
  const name = (given.name ?? former?.name ?? '').trim()
  const url = (given.url ?? former?.url ?? '').trim()
  const path = given.directAssetPath === undefined ? given.filepath : given.directAssetPath
  const filepath = path === undefined ? (former?.filepath ?? null) : path || null
  const problems = {
    ...(name === '' && { name: [messages.blank] }),
    ...(!hasProtocol(url, protocols) && { url: [messages.badUrl] }),
    ...(filepath !== null && !isFilepath(filepath) && { filepath: [messages.badFilepath] }),
  }
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return { name, url, filepath, linkType: given.linkType ?? former?.linkType ?? 'other' }
}

/**
 * Several links of one release.
 *
 * @param formerOf  the values of a link that stay where none is given
 * @throws Invalid  fields are named by the place of the link: `links[0].url`
 */
export function checkLinks<Given extends LinkInput>(
  given: readonly Given[],
  formerOf: (link: Given) => CheckedLink | undefined = () => undefined,
): readonly CheckedLink[] {
  const problems: Record<string, readonly string[]> = {}
  const taken = new Set<string>()
  const checked = given.map((link, index) => {
    try {
      const ready = checkLink(link, formerOf(link))
      for (const field of uniqueFields) {
        const key = `${field} ${ready[field]}`
        if (ready[field] !== null && taken.has(key)) problems[`links[${index}].${field}`] = [messages.taken]
        taken.add(key)
      }
      return ready
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      for (const [field, sentences] of Object.entries(error.fields ?? {}))
        problems[`links[${index}].${field}`] = sentences
      return null
    }
  })
  if (Object.keys(problems).length > 0) throw new Invalid(problems)
  return checked.flatMap(link => link ?? [])
}

/** `/bin/app-1.0.zip`: no empty segments, and a letter or digit at the end. */
const isFilepath = (path: string): boolean => /^\/[\w.-][\w./-]*$/.test(path) && !/\/\/|[^\da-zA-Z]$/.test(path)

/** The links of a release, the latest first. */
export async function linksOf(ctx: Context, releaseId: number): Promise<readonly LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select id, name, url, filepath, link_type from release_links where release_id = ${releaseId}
    order by id desc`.execute(ctx.db)
  return rows
}

/** @throws NotFound */
export async function linkOf(ctx: Context, releaseId: number, linkId: number): Promise<LinkRow> {
  const { rows } = await sql<LinkRow>`
    select id, name, url, filepath, link_type from release_links
    where release_id = ${releaseId} and id = ${linkId}`.execute(ctx.db)
  const [found] = rows
  if (found === undefined) throw new NotFound('Link')
  return found
}

/** @throws Invalid  a name, URL or path is taken, or there are too many */
export async function addLinks(ctx: Context, releaseId: number, links: readonly CheckedLink[]): Promise<void> {
  if (links.length === 0) return
  await refuseTaken(() =>
    sql`
    insert into release_links (release_id, name, url, filepath, link_type, created_at)
    select ${releaseId}, l.name, l.url, l.filepath, l.link_type, ${ctx.now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(links.map(inColumns))}::jsonb) as l(name text, url text, filepath text, link_type text)`.execute(
      ctx.db,
    ),
  )
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from release_links where release_id = ${releaseId}`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) > mostReleaseLinks) throw new Invalid(messages.tooManyLinks(mostReleaseLinks))
}

/** @throws Invalid  its name, URL or path is taken */
export async function changeLink(ctx: Context, linkId: number, link: CheckedLink): Promise<void> {
  await refuseTaken(() =>
    sql`
    update release_links set name = ${link.name}, url = ${link.url}, filepath = ${link.filepath}, link_type = ${link.linkType}
    where id = ${linkId}`.execute(ctx.db),
  )
}

export async function removeLink(ctx: Context, linkId: number): Promise<void> {
  await sql`delete from release_links where id = ${linkId}`.execute(ctx.db)
}

/**
 * Give a release these links and no others.
 *
 * @throws Invalid  a name, URL or path occurs twice, or an id is not one of the release
 */
export async function replaceLinks(
  ctx: Context,
  releaseId: number,
  links: readonly (LinkInput & { readonly id?: number })[],
): Promise<void> {
  const former = new Map((await linksOf(ctx, releaseId)).map(link => [link.id, link]))
  if (links.some(({ id }) => id !== undefined && !former.has(id))) throw new Invalid({ links: [messages.unknownLink] })
  const formerOf = ({ id }: { readonly id?: number }) => (id === undefined ? undefined : former.get(id))
  const wanted = checkLinks(links, formerOf).map((link, index) => ({ id: links[index]?.id ?? null, ...link }))
  const kept = wanted.flatMap(({ id }) => id ?? [])
  await sql`
    delete from release_links where release_id = ${releaseId} and id <> all (${kept}::bigint[])`.execute(ctx.db)
  // Names that two links swap would be taken while one is changed before the other.
  await sql`
    update release_links set name = 'link ' || id, url = 'link ' || id, filepath = null
    where release_id = ${releaseId}`.execute(ctx.db)
  const changed = wanted.filter(({ id }) => id !== null)
  await refuseTaken(() =>
    sql`
    update release_links k set name = l.name, url = l.url, filepath = l.filepath, link_type = l.link_type
    from jsonb_to_recordset(${JSON.stringify(changed.map(link => ({ id: link.id, ...inColumns(link) })))}::jsonb)
      as l(id bigint, name text, url text, filepath text, link_type text)
    where k.release_id = ${releaseId} and k.id = l.id`.execute(ctx.db),
  )
  await addLinks(
    ctx,
    releaseId,
    wanted.filter(({ id }) => id === null),
  )
}

const inColumns = ({ name, url, filepath, linkType }: CheckedLink) => ({ name, url, filepath, link_type: linkType })

async function refuseTaken(run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    for (const field of uniqueFields)
      if (isTaken(error, `release_links_by_${field}`))
        throw new Invalid({ [field]: [messages.taken] }, { cause: error })
    throw error
  }
}
