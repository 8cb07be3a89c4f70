import * as contract from '#contract/transfer/issue-mails.ts'
import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { resetPrivateToken } from '#server/foundation/users/private-tokens.ts'
import { type Answer, answer } from '#server/slice.ts'
import { addressWith, issueAddress } from './address.ts'

// Anyone who knows the address writes in the name of the person: a read-only token does not show it.
const about = { about: projectByPath, ability: 'project:create-issue', bySession: true } as const

export const issueMailAnswers: readonly Answer[] = [
  answer(contract.issueMailAddress, {
    ...about,
    run: async (ctx, project) => {
      refuseWithoutMail(ctx)
      return { address: await issueAddress(ctx, project) }
    },
  }),
  answer(contract.resetIssueMailAddress, {
    ...about,
    run: async (ctx, project, { issuableType = 'issue' }) => {
      refuseWithoutMail(ctx)
      // Merge requests are not created by email.
      if (issuableType !== 'issue') throw new NotFound()
      return { newAddress: addressWith(ctx, project, await resetPrivateToken(ctx, 'mail')) }
    },
  }),
]

/** @throws NotFound  no mails are taken in */
export function refuseWithoutMail({ services }: Context): void {
  if (services.settings.smtpInPort === undefined) throw new NotFound()
}
