import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { redact, storedReferences } from '#server/platform/markdown/redact.ts'

interface Text {
  readonly html: string
  readonly projectId: number
}

/**
 * Rendered texts as a mail can hold them, by the HTML they were. A mail goes to many readers and stays: references to
 * targets that not every reader of the project may know of become the typed text.
 */
export async function htmlForMail(ctx: Context, texts: readonly Text[]): Promise<ReadonlyMap<string, string>> {
  const unique = [...new Map(texts.map(text => [text.html, text])).values()]
  const ids = unique.flatMap(({ html }) =>
    storedReferences(html).flatMap(each => (each.kind === 'issue' && /^\d{1,18}$/.test(each.id) ? [each.id] : [])),
  )
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await sql<{ id: string; projectId: number }>`select id::text as id, namespace_id as project_id from issuables
          where id = any (${ids}::bigint[]) and not confidential and not hidden`.execute(ctx.db)
  const open = new Map(rows.map(row => [row.id, row.projectId]))
  const { origin } = new URL(ctx.services.settings.externalUrl)
  return new Map(
    unique.map(({ html, projectId }) => [
      html,
      plainParts(
        redact(html, each => each.kind === 'issue' && open.get(each.id) === projectId),
        origin,
      ),
    ]),
  )
}

/** Make addresses of the site absolute, and replace elements that only a signed-in browser can show with words. */
function plainParts(html: string, origin: string): string {
  return html
    .replace(
      /(<(?:a|img|video|audio)\b[^>]*?\s(?:href|src)=")(\/(?!\/))/g,
      (_all, before: string) => `${before}${origin}/`,
    )
    .replace(/<input\b[^>]*>/g, tag => (/\schecked\b/.test(tag) ? '☑' : '☐'))
    .replace(/<\/?gl-emoji\b[^>]*>/g, '')
    .replace(/<img\b[^>]*>/g, tag => {
      const source = /\ssrc="([^"]*)"/.exec(tag)?.[1] ?? ''
      // An image of the site needs a session that no mail program has.
      if (!source.startsWith(`${origin}/`)) return tag
      const name = /\salt="([^"]*)"/.exec(tag)?.[1] || 'image'
      return `<span class="file">${name}</span>`
    })
}
