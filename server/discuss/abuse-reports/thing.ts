import { issuableKinds } from '#contract/issuable-kinds.ts'
import { load } from '#server/access/load.ts'
import type { Context } from '#server/context.ts'
import { findersOf, noteById, pathOf } from '#server/discuss/noteables/noteable.ts'
import { siteBase } from '#server/discuss/references/reference-kind.ts'
import { Invalid, NotFound } from '#server/errors.ts'
import { userById } from '#server/foundation/users/find.ts'
import { messages } from './messages.ts'

/** What is reported, as it is kept. */
export interface Thing {
  readonly kind: 'note' | 'issue' | 'profile'
  readonly id: number
  readonly authorId: number
  readonly title: string
  readonly reference: string
  /** From the root of the site. */
  readonly path: string
  readonly text: string
}

/**
 * What stands at an address, for the actor to report.
 *
 * @throws NotFound  nothing, or nothing the actor may know of
 * @throws Forbidden  it is the actor's own, or nobody's words: a system note
 * @throws Invalid  the address of something else
 */
export async function thingAt(ctx: Context, url: string): Promise<Thing> {
  const place = placeOf(ctx, url)
  switch (place?.kind) {
    case 'note': {
      const note = await load(ctx, 'note:report-abuse', noteById, place.id)
      const issue = note.noteable
      return {
        ...aboutIssue(ctx, issue),
        kind: 'note',
        id: note.id,
        authorId: note.authorId,
        path: `${siteBase(ctx)}${pathOf(issue)}#note_${note.id}`,
        text: note.body,
      }
    }
    case 'issue': {
      const issue = await load(ctx, 'issuable:report-abuse', findersOf(issuableKinds.issue).noteableOfPage, place)
      const { description } = await ctx.db
        .selectFrom('issuables')
        .select('description')
        .where('id', '=', issue.id)
        .executeTakeFirstOrThrow()
      return {
        ...aboutIssue(ctx, issue),
        kind: 'issue',
        id: issue.id,
        authorId: issue.authorId,
        text: description ?? '',
      }
    }
    case 'profile': {
      const found = await ctx.db
        .selectFrom('users')
        .select('id')
        .where(eb => eb(eb.fn<string>('lower', ['username']), '=', place.username.toLowerCase()))
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
      return place satisfies never
  }
}

function aboutIssue(ctx: Context, issue: Parameters<typeof pathOf>[0]) {
  return {
    title: issue.title,
    reference: `${issue.namespacePath}#${issue.iid}`,
    path: `${siteBase(ctx)}${pathOf(issue)}`,
  }
}

type Place =
  | { readonly kind: 'note'; readonly id: number }
  | { readonly kind: 'issue'; readonly namespace: string; readonly iid: number }
  | { readonly kind: 'profile'; readonly username: string }

/** What an address of this site names; null for everything that is not reported. */
function placeOf(ctx: Context, url: string): Place | null {
  const site = new URL(ctx.services.settings.externalUrl)
  if (!URL.canParse(url, site)) return null
  const { origin, pathname, hash } = new URL(url, site)
  const base = siteBase(ctx)
  if (origin !== site.origin || !pathname.startsWith(`${base}/`)) return null
  const path = pathname.slice(base.length)
  const [, namespace, iid] = /^\/([\w./-]+)\/-\/(?:issues|work_items)\/(\d{1,9})$/.exec(path) ?? []
  if (namespace !== undefined) {
    const [, noteId] = /^#note_(\d{1,15})$/.exec(hash) ?? []
    return noteId === undefined ? { kind: 'issue', namespace, iid: Number(iid) } : { kind: 'note', id: Number(noteId) }
  }
  const [, username] = /^\/([\w.-]+)$/.exec(path) ?? []
  return username === undefined ? null : { kind: 'profile', username }
}
