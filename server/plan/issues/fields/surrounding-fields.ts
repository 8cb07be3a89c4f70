import { builder, words } from '#server/graphql/builder.ts'
import { Issue } from './node.ts'

/** What front ends ask of every issue, of parts that nothing has yet: epics, parents, senders of mails, severities. */
export function issueSurroundingFields(): void {
  const Severity = builder.enumType('IssuableSeverity', {
    values: words(['UNKNOWN', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']),
  })
  builder.objectFields(Issue, t => ({
    createNoteEmail: t.string({ resolve: () => null }),
    externalAuthor: t.string({ resolve: () => null }),
    hasEpic: t.boolean({ nullable: false, resolve: () => false }),
    hasParent: t.boolean({ nullable: false, resolve: () => false }),
    severity: t.field({ type: Severity, resolve: () => 'UNKNOWN' as const }),
    statusPagePublishedIncident: t.boolean({ resolve: () => null }),
    slaDueAt: t.field({ type: 'Time', resolve: () => null }),
  }))
}
