import { userCustomAttributes } from '#contract/foundation/custom-attributes.ts'
import { load } from '#server/access/load.ts'
import { transact } from '#server/context.ts'
import { customAttributeAnswers } from '#server/foundation/custom-attributes/answers.ts'
import { removeFile } from '#server/platform/files/store.ts'
import { later, type Slice } from '#server/slice.ts'
import { accountFields } from './account-fields.ts'
import { usersAnswers } from './answers.ts'
import { mailApproval, mailRequest } from './approval.ts'
import { userEmailsAnswers } from './emails/answers.ts'
import { userById } from './find.ts'
import { userNamespaceFields } from './namespace-fields.ts'
import './events.ts'
import { usersFields } from './fields.ts'
import { usersPages } from './pages.ts'
import { removeInBatches } from './remove.ts'

const userAttributeAnswers = customAttributeAnswers('user', userCustomAttributes, (ctx, id) =>
  load(ctx, 'user:admin', userById, { id: Number(id) }),
)

export const users: Slice = {
  name: 'users',
  answers: [...usersAnswers, ...userEmailsAnswers, ...userAttributeAnswers],
  fields: () => {
    usersFields()
    accountFields()
    userNamespaceFields()
  },
  pages: usersPages,
  followers: [
    later('user.deletion_started', (ctx, { payload }) => removeInBatches(ctx, payload.userId, payload.writings), {
      takesLong: true,
    }),
    later('user.approval_requested', (ctx, { payload }) => transact(ctx, inner => mailRequest(inner, payload.userId))),
    later('user.approved', (ctx, { payload }) => transact(ctx, inner => mailApproval(inner, payload.userId))),
    later('user.avatar_dropped', (ctx, event) => removeFile(ctx.services.settings, event.payload.storageKey)),
  ],
  topics: {
    // Only the user may know of their to-dos, counters and session.
    user: async (ctx, id) => ctx.actor.kind === 'user' && ctx.actor.id === id,
  },
}
