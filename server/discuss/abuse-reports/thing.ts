import type { abuseReportKinds } from '#contract/discuss/abuse-reports.ts'
import { referenceOf } from '#contract/issuable-kinds.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import {
  type DiscussedKind,
  findersOf,
  type NoteableRow,
  noteById,
  pathOf,
} from '#server/discuss/noteables/noteable.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { userById } from '#server/foundation/users/find.ts'
import { messages } from './messages.ts'

/** The stored description of the reported thing. */
interface Thing {
  readonly kind: (typeof abuseReportKinds)[number]
  readonly id: number
  readonly authorId: number
  readonly title: string
  readonly reference: string
  /** The path from the root of the site. */
  readonly path: string
  readonly text: string
}

/**
 * The thing at an address, for the actor to report.
 *
 * @throws NotFound  nothing, or nothing the actor may know of
 * @throws Forbidden  it is the actor's own, or a system note
 * @throws Invalid  the address of something else
 */
export async function thingAt(ctx: Context, url: string): Promise<Thing> {
  const reported = reportedAt(ctx, url)
  switch (reported?.kind) {
    case 'note': {
      const note = await load(ctx, 'note:report-abuse', noteById, reported.id)
      return {
        ...aboutNoteable(ctx, note.noteable),
        kind: 'note',
        id: note.id,
        authorId: note.authorId,
        path: `${siteBase(ctx)}${pathOf(note.noteable)}#note_${note.id}`,
        text: note.body,
      }
    }
    case 'noteable': {
      const noteable = await load(ctx, 'issuable:report-abuse', findersOf(reported.of).noteableOfPage, reported)
      const { description } = await ctx.db
        .selectFrom('issuables')
        .select('description')
        .where('id', '=', noteable.id)
        .executeTakeFirstOrThrow()
      return {
        ...aboutNoteable(ctx, noteable),
        kind: reported.of.series,
        id: noteable.id,
        authorId: noteable.authorId,
        text: description ?? '',
      }
    }
    case 'profile': {
      const found = await ctx.db
        .selectFrom('users')
        .select('id')
        .where(eb => eb(eb.fn<string>('lower', ['username']), '=', reported.username.toLowerCase()))
        .executeTakeFirst()
      if (found === undefined) throw new NotFound('User')
      const user = await load(ctx, 'user:report-abuse', userById, found)
      return {
        kind: 'profile',
        id: user.id,
        authorId: user.id,
        title: user.name,
        reference: `@${user.username}`,
        path: `${siteBase(ctx)}/${user.username}`,
        text: user.bio,
      }
    }
    case undefined:
      throw new Invalid({ reportedFromUrl: [messages.noAddress] })
    default:
      return reported satisfies never
  }
}

function aboutNoteable(ctx: Context, noteable: NoteableRow) {
  return {
    title: noteable.title,
    reference: `${noteable.namespacePath}${referenceOf(noteable.type, noteable.iid)}`,
    path: `${siteBase(ctx)}${pathOf(noteable)}`,
  }
}

type Reported =
  | { readonly kind: 'note'; readonly id: number }
  | { readonly kind: 'noteable'; readonly of: DiscussedKind; readonly namespace: string; readonly iid: number }
  | { readonly kind: 'profile'; readonly username: string }

/** The thing that an address of this site names; null for anything that cannot be reported. */
function reportedAt(ctx: Context, url: string): Reported | null {
  const site = new URL(ctx.services.settings.externalUrl)
  if (!URL.canParse(url, site)) return null
  const { origin, pathname, hash } = new URL(url, site)
  const base = siteBase(ctx)
  if (origin !== site.origin || !pathname.startsWith(`${base}/`)) return null
  const path = pathname.slice(base.length)
  const [, group, namespace, page, iid] = /^(\/groups)?\/([\w./-]+)\/-\/(\w+)\/(\d{1,9})$/.exec(path) ?? []
  const of = ctx.services.plugs.noteables.find(
    kind =>
      kind.namespace === (group === undefined ? 'project' : 'group') &&
      kind.page === (page === 'work_items' ? 'issues' : page),
  )
  if (namespace !== undefined && of !== undefined) {
    const [, noteId] = /^#note_(\d{1,15})$/.exec(hash) ?? []
    return noteId === undefined
      ? { kind: 'noteable', of, namespace, iid: Number(iid) }
      : { kind: 'note', id: Number(noteId) }
  }
  const [, username] = /^\/([\w.-]+)$/.exec(path) ?? []
  return username === undefined ? null : { kind: 'profile', username }
}
