import { builder } from '#server/graphql/builder.ts'
import { Issue } from '#server/plan/issuables/fields/issue-node.ts'

/**
 * The fields that front ends request with every issue, for features that do not exist yet, such as senders of mails.
 */
export function issueSurroundingFields(): void {
  builder.objectFields(Issue, t => ({
    createNoteEmail: t.string({ resolve: () => null }),
    externalAuthor: t.string({ resolve: () => null }),
    slaDueAt: t.field({ type: 'Time', resolve: () => null }),
  }))
}
