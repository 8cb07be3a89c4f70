import { transact } from '#server/context.ts'
import { later, on } from '#server/slice.ts'
import { cancelPages, sendDueOf, sendDueTests } from './deliver.ts'
import { mailHandoverNote } from './handover-mails.ts'
import { planPages, planReminder } from './plan.ts'
import { mailSwap } from './swap-mails.ts'

/** The messages of a page are planned with it, and sent after the commit. An answer cancels those that still wait. */
export const pagingFollowers = [
  on('escalation.paged', (ctx, { payload, createdAt }) => planPages(ctx, payload, createdAt)),
  on('escalation.reminded', (ctx, { payload, createdAt }) => planReminder(ctx, payload, createdAt)),
  later('escalation.paged', async (ctx, { payload, createdAt }) => {
    // An event that an earlier version recorded has no plan yet.
    await transact(ctx, inner => planPages(inner, payload, createdAt))
    await sendDueOf(ctx, payload.issueId, createdAt)
  }),
  later('escalation.reminded', async (ctx, { payload, createdAt }) => {
    await transact(ctx, inner => planReminder(inner, payload, createdAt))
    await sendDueOf(ctx, payload.issueId, createdAt)
  }),
  on('oncall_swap.changed', (ctx, { payload: { swapId, state } }) => mailSwap(ctx, swapId, state)),
  on('handover_note.created', (ctx, { payload: { noteId } }) => mailHandoverNote(ctx, noteId)),
  later('paging.tested', (ctx, { payload: { userId } }) => sendDueTests(ctx, userId)),
  on(
    'issuable.changed',
    async (ctx, { payload: { issuableId, changes } }) => {
      await cancelPages(
        ctx,
        issuableId,
        changes.some(({ attribute, to }) => attribute === 'escalationStatus' && to === 'ACKNOWLEDGED')
          ? 'ACKNOWLEDGED'
          : undefined,
      )
    },
    ({ changes }) =>
      changes.some(({ attribute }) => attribute === 'escalationPolicy' || attribute === 'escalationStatus'),
  ),
  on('alert.status_changed', async (ctx, { payload: { alertId, to } }) => {
    await cancelPages(ctx, alertId, to === 'ACKNOWLEDGED' ? to : undefined)
  }),
]
