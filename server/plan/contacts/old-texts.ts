import { type RawBuilder, sql } from 'kysely'
import { attempt, type Context, createContext, type Services, transact } from '#server/context.ts'
import type { TextNamespace } from '#server/discuss/references/reference-kind.ts'
import { renderText } from '#server/discuss/references/render.ts'
import { automationActor } from '#server/foundation/users/automation.ts'
import { inBatches } from '#server/platform/sql/batches.ts'
import type { Db } from '#server/platform/sql/database.ts'

/** The columns with texts that can refer to contacts, and with their HTML. */
const texts = [
  { table: 'notes', text: 'body', html: 'body_html' },
  { table: 'issuables', text: 'description', html: 'description_html' },
] as const

interface OldText extends TextNamespace {
  readonly textId: number
  readonly text: string
}

/**
 * Render again the texts that refer to contacts and were stored before such references were rendered. Runs every night, until none is
 * left: a text that fails keeps its HTML and is tried again the next night.
 */
export async function renderOldTexts(db: Db, services: Services): Promise<void> {
  const now = new Date().toISOString()
  const ctx = createContext({ actor: await automationActor(db), db, services, requestId: 'old-contacts', now })
  for (const place of texts) {
    let afterId = 0
    await inBatches(db, async limit => {
      const ids = await transact(ctx, inner => renderSome(inner, place, afterId, Math.min(limit, mostAtOnce)))
      afterId = ids.at(-1) ?? afterId
      return ids.length
    })
  }
}

/** Texts of one transaction: a long one takes milliseconds. */
const mostAtOnce = 50

// The condition of the partial indexes.
const isOld = (text: string): RawBuilder<unknown> =>
  sql`t.markdown_version < 3 and ${sql.ref(`t.${text}`)} like '%[contact:%'`

/** @returns the ids of those that were tried, in ascending order */
async function renderSome(
  ctx: Context,
  { table, text, html }: (typeof texts)[number],
  afterId: number,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<OldText>`
    select t.id as text_id, ${sql.ref(`t.${text}`)} as text, n.id, n.full_path, n.ancestor_ids
    from ${sql.table(table)} t join namespaces n on n.id = t.namespace_id where ${isOld(text)} and t.id > ${afterId}
    order by t.id limit ${limit} for no key update of t skip locked`.execute(ctx.db)
  const given = await renderEach(ctx, table, rows)
  await sql`update ${sql.table(table)} t set ${sql.ref(html)} = g.html, markdown_version = g.version
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) g (id bigint, html text, version integer) where t.id = g.id`.execute(
    ctx.db,
  )
  return rows.map(row => row.textId)
}

interface Rendered {
  readonly id: number
  readonly html: string
  readonly version: number
}

/** Texts that fail are left out, so that the others follow. */
async function renderEach(ctx: Context, table: string, rows: readonly OldText[]): Promise<readonly Rendered[]> {
  const render = async ({ textId, text, ...place }: OldText): Promise<Rendered> => {
    const { html, version } = await renderText(ctx, place, text)
    return { id: textId, html, version }
  }
  try {
    return await attempt(ctx, () => all(rows.map(render)))
  } catch {
    const rendered: Rendered[] = []
    for (const row of rows) {
      try {
        rendered.push(await attempt(ctx, () => render(row)))
      } catch (error) {
        ctx.services.log.error({ err: error, table, id: row.textId }, 'an old text cannot be rendered')
      }
    }
    return rendered
  }
}

/** Like `Promise.all`, but settles after the last has ended: none of them may still use a transaction that is over. */
async function all<T>(promises: readonly Promise<T>[]): Promise<readonly T[]> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
