import * as contract from '#contract/foundation/user-emails.ts'
import { selfId } from '#server/context.ts'
import { type Answer, answer } from '#server/slice.ts'
import { userById } from '../find.ts'
import { addEmail, removeEmail, sendConfirmation } from './add.ts'
import { emailOf, emailsOf, presentEmail } from './list.ts'
import { makePrimary } from './primary.ts'

const administered = { about: userById, ability: 'user:admin' } as const

export const userEmailsAnswers: readonly Answer[] = [
  answer(contract.listOwnEmails, {
    for: 'signed-in',
    run: async ctx => (await emailsOf(ctx, selfId(ctx))).map(presentEmail),
  }),
  answer(contract.getOwnEmail, {
    for: 'signed-in',
    run: async (ctx, { emailId }) => presentEmail(await emailOf(ctx, selfId(ctx), emailId)),
  }),
  answer(contract.addEmail, {
    for: 'signed-in',
    run: async (ctx, { email }) => presentEmail(await addEmail(ctx, selfId(ctx), email)),
  }),
  answer(contract.removeEmail, {
    for: 'signed-in',
    run: (ctx, { emailId }) => removeEmail(ctx, selfId(ctx), emailId),
  }),
  answer(contract.listEmailsOf, {
    ...administered,
    run: async (ctx, user) => (await emailsOf(ctx, user.id)).map(presentEmail),
  }),
  answer(contract.addEmailFor, {
    ...administered,
    run: async (ctx, user, { email, skipConfirmation = false }) =>
      presentEmail(await addEmail(ctx, user.id, email, { isConfirmed: skipConfirmation })),
  }),
  answer(contract.removeEmailOf, {
    ...administered,
    run: (ctx, user, { emailId }) => removeEmail(ctx, user.id, emailId),
  }),
  answer(contract.emailsOnPage, {
    for: 'signed-in',
    run: async ctx =>
      (await emailsOf(ctx, selfId(ctx))).map(row => ({ ...presentEmail(row), isPrimary: row.isPrimary })),
  }),
  answer(contract.resendConfirmation, {
    for: 'signed-in',
    run: async (ctx, { emailId }) => sendConfirmation(ctx, await emailOf(ctx, selfId(ctx), emailId)),
  }),
  answer(contract.makeEmailPrimary, {
    for: 'signed-in',
    bySession: true,
    transaction: 'own',
    run: (ctx, input) => makePrimary(ctx, selfId(ctx), input),
  }),
]
