import { sendSecurityReport } from '#contract/monitor/vulnerabilities/security-reports.ts'
import {
  createVulnerabilityIssueLink,
  dismissVulnerability,
  listVulnerabilities,
} from '#contract/monitor/vulnerabilities/vulnerabilities.ts'
import {
  getFindingsOfMergeRequest,
  linkToVulnerability,
} from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { reportFile, reportText } from '../security-report.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** A SARIF file with a finding in `src/loom.ts` for each rule. */
const sarif = (...rules: readonly string[]) => ({
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'Warp' } },
      results: rules.map(ruleId => ({
        ruleId,
        level: 'error',
        message: { text: `Broken ${ruleId}` },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'src/loom.ts' },
              region: { startLine: 1, snippet: { text: ruleId } },
            },
          },
        ],
      })),
    },
  ],
})

/**
 * Vulnerabilities: one that issues and a merge request are linked to, and one that is dismissed; a new finding of the merge request; an SBOM.
 */
export async function furnishVulnerabilities(
  { as, project }: CodeWorld,
  issueIid: number,
  request: { readonly iid: number; readonly sourceBranch: string },
): Promise<FurnishedArea> {
  const { id, fullPath: namespace } = project
  const root = as('root')
  await root.call(sendSecurityReport, { id, ref: 'main', report: await reportFile(sarif('thread', 'knot')) })
  await root.call(sendSecurityReport, { id, ref: request.sourceBranch, report: await reportFile(sarif('tear')) })
  await root.call(sendSecurityReport, {
    id,
    ref: 'main',
    category: 'npm',
    report: await reportFile(reportText('npm.cdx.json')),
  })
  const listed = await root.call(listVulnerabilities, { id })
  const [known, dismissed] = ['Broken thread', 'Broken knot'].map(
    title => listed.find(each => each.title === title)?.id ?? 0,
  )
  await root.call(dismissVulnerability, {
    id: dismissed ?? 0,
    comment: 'By design',
    dismissalReason: 'acceptable_risk',
  })
  const link = await root.call(createVulnerabilityIssueLink, { id: known ?? 0, targetIssueIid: issueIid })
  await root.call(linkToVulnerability, { namespace, vulnerabilityId: known ?? 0, reference: `!${request.iid}` })
  const other = await root.call(createIssue, { id, title: 'Untie the knot' })
  const found = await root.call(getFindingsOfMergeRequest, { namespace, iid: request.iid })
  const sent = await reportFile(sarif('hole'))
  return {
    everywhere: { vulnerabilityId: known, findingId: found.newFindings[0]?.id },
    fit: (place, { path, name }) => {
      if (path.startsWith('/vulnerabilities/')) {
        place.id = name === 'revertVulnerability' ? dismissed : known
        Object.assign(place, { issueLinkId: link.id, targetIssueIid: other.iid, targetProjectId: id })
      }
      if (name === 'sendSecurityReport') Object.assign(place, { report: sent, sha: undefined, ref: 'main' })
      if (name === 'changeVulnerabilities') place.ids = [known]
      if (name === 'changeVulnerability' || name === 'changeVulnerabilities') place.state = 'confirmed'
      if (name === 'linkToVulnerability') place.reference = `#${other.iid}`
      if (name === 'unlinkFromVulnerability') Object.assign(place, { kind: 'issue', linkId: link.id })
      if (name === 'getVulnerabilitiesOfIssue') place.iid = issueIid
      if (name === 'getFindingsOfMergeRequest') place.iid = request.iid
    },
  }
}
