import { builder } from '#server/graphql/builder.ts'
import { Issue } from '#server/plan/issuables/fields/issue-node.ts'

/** What front ends ask of every issue, of parts that nothing has yet, such as senders of mails. */
export function issueSurroundingFields(): void {
  builder.objectFields(Issue, t => ({
    createNoteEmail: t.string({ resolve: () => null }),
    externalAuthor: t.string({ resolve: () => null }),
    slaDueAt: t.field({ type: 'Time', resolve: () => null }),
  }))
}
