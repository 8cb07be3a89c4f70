import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { asOneChange } from '#server/plan/change-sets/as-one-change.ts'
import { linkIssues } from '#server/plan/links/link.ts'
import { findLinked } from '#server/plan/links/queries.ts'
import { unlinkIssues } from '#server/plan/links/unlink.ts'
import { concurrently } from '#server/platform/sql/concurrently.ts'
import { loadWorkItem } from '../find.ts'
import { LinkType, type linkTypes } from '../linked-items.ts'
import { type Done, itemField, maxItemsAtOnce } from './payload.ts'

interface Linked extends Done {
  readonly message: string
}

/** @throws NotFound · @throws Forbidden  the actor may not link one of them */
const loadOthers = (ctx: Context, ids: readonly number[]) =>
  concurrently(ctx.db, ids, async issueId => {
    const other = await loadWorkItem(ctx, 'issuable:read', issueId)
    if (!may(ctx.actor, 'issuable:link', other.facts)) throw new Forbidden()
    return other
  })

/** Link a work item to others. @returns the links that were made @throws NotFound, Forbidden, Invalid, Unprocessable */
export async function linkItem(
  ctx: Context,
  id: number,
  otherIds: readonly number[],
  linkType: Maybe<(typeof linkTypes)[keyof typeof linkTypes]>,
): Promise<ReadonlyMap<number, number>> {
  const item = await loadWorkItem(ctx, 'issuable:link', id)
  checkCount(otherIds)
  const others = await loadOthers(ctx, otherIds)
  const link = (inner: Context) => linkIssues(inner, item, others, linkType ?? 'relates_to')
  // Links of epics are not undone.
  return item.type === 'epic' ? link(ctx) : asOneChange(ctx, item, others.length, link)
}

export function linkMutations(): void {
  mutation('workItemAddLinkedItems', {
    description: 'Link a work item to others.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
      linkType: t.field({ type: LinkType }),
    }),
    run: async (ctx, { id, workItemsIds, linkType }): Promise<Linked> => {
      const made = await linkItem(ctx, id, workItemsIds, linkType)
      if (made.size === 0) throw new Invalid('These work items are already linked')
      return { workItemId: id, message: 'The work items are linked.' }
    },
    payload: linkedPayload,
  })
  mutation('workItemRemoveLinkedItems', {
    description: 'Remove links from a work item to others.',
    input: t => ({
      id: t.field({ type: 'WorkItemID', required: true }),
      workItemsIds: t.field({ type: ['WorkItemID'], required: true }),
    }),
    run: async (ctx, { id, workItemsIds }): Promise<Linked> => {
      const item = await loadWorkItem(ctx, 'issuable:link', id)
      checkCount(workItemsIds)
      const isEpic = item.type === 'epic'
      const gone = (await findLinked(ctx, id, { series: isEpic ? 'epic' : 'issue' })).filter(link =>
        workItemsIds.includes(link.id),
      )
      if (gone.length === 0) throw new Invalid('No link to these work items was found')
      const unlink = (inner: Context) => unlinkIssues(inner, item, gone)
      await (isEpic ? unlink(ctx) : asOneChange(ctx, item, gone.length, unlink))
      return { workItemId: id, message: 'The links are removed.' }
    },
    payload: linkedPayload,
  })
}

const linkedPayload = (t: PayloadFields<Linked>) => ({
  workItem: itemField<Linked>(t, ({ workItemId }) => workItemId),
  message: t.string({ resolve: ({ message }) => message ?? null }),
})

function checkCount(ids: readonly number[]): void {
  if (ids.length === 0 || ids.length > maxItemsAtOnce) throw new Invalid(`Specify 1 to ${maxItemsAtOnce} work items`)
}
