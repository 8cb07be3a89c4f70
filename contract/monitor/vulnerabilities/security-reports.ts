import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { BodyFile, NamespaceRef, Nullable, Words } from '#contract/shapes.ts'
import { reportTypes } from './vulnerability-words.ts'

const operation = operationsOf('Vulnerabilities')

const RefName = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }))

export const sendSecurityReport = operation({
  name: 'sendSecurityReport',
  summary: 'Send a report of a security scanner: a GitLab security report, SARIF 2.1.0, or CycloneDX 1.4 to 1.6',
  at: 'POST /projects/:id/security_reports',
  input: Type.Object({
    id: NamespaceRef,
    /** The branch or tag that was scanned. Default: the default branch if it has the commit, else a branch that contains it. */
    ref: RefName,
    /** The commit that was scanned. Default: the latest one of `ref`. */
    sha: RefName,
    /** Tells several reports of one scanner apart, such as those of two folders. */
    category: Type.Optional(Type.String({ maxLength: 255 })),
    report: BodyFile,
  }),
  reply: Type.Object({
    format: Words(['gitlab', 'sarif', 'cyclonedx']),
    sha: Type.String(),
    ref: Type.String(),
    /** Whether the project now has the vulnerabilities of the report: the commit is the newest that was scanned on the default branch. */
    changesVulnerabilities: Type.Boolean(),
    scans: Type.Array(
      Type.Object({
        reportType: Words(reportTypes),
        scanner: Type.String(),
        category: Type.String(),
        findingsCount: Type.Integer(),
        /** Vulnerabilities that no scan of the default branch found before. */
        newCount: Type.Integer(),
        /** Vulnerabilities that the default branch no longer has. */
        resolvedCount: Type.Integer(),
        /** The same report came before. */
        isUnchanged: Type.Boolean(),
      }),
    ),
    dependencies: Nullable(
      Type.Object({
        source: Type.String(),
        componentsCount: Type.Integer(),
        /** False for a commit other than the newest of the default branch: its components are not stored. */
        isKept: Type.Boolean(),
        isUnchanged: Type.Boolean(),
      }),
    ),
  }),
})
