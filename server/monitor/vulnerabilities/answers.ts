import * as dependencies from '#contract/monitor/vulnerabilities/dependencies.ts'
import { sendSecurityReport } from '#contract/monitor/vulnerabilities/security-reports.ts'
import * as contract from '#contract/monitor/vulnerabilities/vulnerabilities.ts'
import * as pages from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import { vulnerabilityLimits as limits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { load } from '#server/access/load.ts'
import { mergeRequestOfAddress } from '#server/code/merge-requests/find.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath, projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { issueByIid, issueOfAddress } from '#server/plan/issuables/find.ts'
import { type Answer, answer } from '#server/slice.ts'
import { showCode } from './code.ts'
import { createFromFinding } from './create.ts'
import { showDependencies, showGroupDependencies } from './dependencies.ts'
import { vulnerabilityById, vulnerabilityOfAddress } from './find.ts'
import { createIssueOf, linkIssue, linkReference, showIssueLinks, showLinkedIssue, unlink } from './links.ts'
import { listOfProject, showReport } from './list.ts'
import { showFindings } from './merge-request.ts'
import { showOfIssue, showVulnerabilityPage } from './page.ts'
import { showVulnerability } from './present.ts'
import { currentState, setState, setStates } from './state.ts'
import { takeReport } from './take-report.ts'

const read = { about: vulnerabilityById, ability: 'project:read-vulnerabilities' } as const
const updated = { about: vulnerabilityById, ability: 'project:update-vulnerabilities' } as const
const linked = { about: vulnerabilityById, ability: 'project:link-vulnerabilities' } as const
const shown = { about: vulnerabilityOfAddress, ability: 'project:read-vulnerabilities' } as const
const linkedOnPage = { about: vulnerabilityOfAddress, ability: 'project:link-vulnerabilities' } as const

export const vulnerabilityAnswers: readonly Answer[] = [
  answer(sendSecurityReport, {
    about: projectByRef,
    ability: 'project:send-security-reports',
    bodyLimitBytes: limits.reportMebibytes * 1024 * 1024,
    // git runs and the report is read first, so the database's part is a transaction of its own.
    transaction: 'own',
    run: (ctx, project, { id: _, ...input }) => takeReport(ctx, project, input),
  }),
  answer(contract.listVulnerabilities, {
    about: projectByRef,
    ability: 'project:read-vulnerabilities',
    run: listOfProject,
  }),
  answer(contract.createVulnerability, {
    about: projectByRef,
    ability: 'project:update-vulnerabilities',
    run: async (ctx, project, { findingId }) =>
      showVulnerability(ctx, await createFromFinding(ctx, project, findingId)),
  }),
  answer(contract.getVulnerability, { ...read, run: (ctx, { id }) => showVulnerability(ctx, id) }),
  ...(
    [
      [contract.confirmVulnerability, 'confirmed'],
      [contract.resolveVulnerability, 'resolved'],
      [contract.revertVulnerability, 'detected'],
    ] as const
  ).map(([operation, state]) =>
    answer(operation, {
      ...updated,
      run: async (ctx, vulnerability, { comment }) => {
        await setState(ctx, vulnerability, { state, comment })
        return showVulnerability(ctx, vulnerability.id)
      },
    }),
  ),
  answer(contract.dismissVulnerability, {
    ...updated,
    run: async (ctx, vulnerability, { comment, dismissalReason }) => {
      await setState(ctx, vulnerability, { state: 'dismissed', comment, dismissalReason })
      return showVulnerability(ctx, vulnerability.id)
    },
  }),
  answer(contract.listVulnerabilityIssueLinks, { ...read, run: showIssueLinks }),
  answer(contract.createVulnerabilityIssueLink, {
    ...linked,
    run: async (ctx, vulnerability, { targetIssueIid, targetProjectId, linkType = 'related' }) => {
      const key = { id: targetProjectId ?? vulnerability.namespaceId, issueIid: targetIssueIid }
      const issue = await load(ctx, 'issuable:read', issueByIid, key)
      const id = await linkIssue(ctx, vulnerability, issue, linkType)
      return {
        id,
        vulnerability: await showVulnerability(ctx, vulnerability.id),
        issue: await showLinkedIssue(ctx, issue.id),
        linkType,
      }
    },
  }),
  answer(contract.deleteVulnerabilityIssueLink, {
    ...linked,
    run: (ctx, vulnerability, { issueLinkId }) => unlink(ctx, vulnerability, 'issue', issueLinkId),
  }),
  answer(pages.getVulnerabilityReport, {
    about: projectByPath,
    ability: 'project:read-vulnerabilities',
    run: showReport,
  }),
  answer(pages.getVulnerabilityPage, { ...shown, run: showVulnerabilityPage }),
  answer(pages.getVulnerabilityCode, { ...shown, run: showCode }),
  answer(pages.changeVulnerability, {
    about: vulnerabilityOfAddress,
    ability: 'project:update-vulnerabilities',
    current: (ctx, { id }) => currentState(ctx, id),
    run: async (ctx, vulnerability, { state, comment, dismissalReason }) => {
      await setState(ctx, vulnerability, { state, comment, dismissalReason })
      return { state }
    },
  }),
  answer(pages.changeVulnerabilities, {
    about: projectByPath,
    ability: 'project:update-vulnerabilities',
    run: async (ctx, project, { ids, state, comment, dismissalReason }) => ({
      changedCount: await setStates(ctx, project, ids, { state, comment, dismissalReason }),
    }),
  }),
  answer(pages.createIssueFromVulnerability, { ...linkedOnPage, run: createIssueOf }),
  answer(pages.linkToVulnerability, {
    ...linkedOnPage,
    run: (ctx, vulnerability, { reference }) => linkReference(ctx, vulnerability, reference),
  }),
  answer(pages.unlinkFromVulnerability, {
    ...linkedOnPage,
    run: (ctx, vulnerability, { kind, linkId }) => unlink(ctx, vulnerability, kind, linkId),
  }),
  answer(pages.getVulnerabilitiesOfIssue, {
    about: issueOfAddress,
    ability: 'issuable:read',
    run: (ctx, { id }) => showOfIssue(ctx, id),
  }),
  answer(pages.getFindingsOfMergeRequest, {
    about: mergeRequestOfAddress,
    ability: 'issuable:read',
    run: (ctx, mergeRequest) => showFindings(ctx, mergeRequest),
  }),
  answer(dependencies.getDependencies, {
    about: projectByPath,
    ability: 'project:read-vulnerabilities',
    run: showDependencies,
  }),
  answer(dependencies.getGroupDependencies, {
    about: groupByPath,
    ability: 'group:read-dependencies',
    run: showGroupDependencies,
  }),
]
