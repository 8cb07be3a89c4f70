import { builder } from '#server/graphql/builder.ts'
import { Issue } from '#server/plan/issuables/fields/issue-node.ts'
import { requesterOf } from '#server/plan/issuables/requester.ts'

/**
 * The fields that front ends request with every issue, for features that do not exist yet, such as senders of mails.
 */
export function issueSurroundingFields(): void {
  builder.objectFields(Issue, t => ({
    createNoteEmail: t.string({ resolve: () => null }),
    externalAuthor: t.string({
      description: 'Email address of the requester of a service desk issue. Partly hidden from users below planner.',
      resolve: ({ id }, _args, context) => requesterOf(context, id),
    }),
  }))
}
