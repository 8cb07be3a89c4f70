import { expect, test } from 'vitest'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { getDependencies } from '#contract/monitor/vulnerabilities/dependencies.ts'
import {
  getFindingsOfMergeRequest,
  getVulnerabilityReport,
} from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'
import { makeVulnerabilities } from './vulnerabilities.ts'

test('PLATFORM-014 the demo has vulnerabilities of two scanners, one dismissed, dependencies, and a finding of a merge request', async () => {
  const { as, commit, db, project } = await codeWorld()
  const { id, fullPath: namespace } = project
  await commit({ a: '1' })
  await commit({ a: '2' }, { branch: 'selector-reset' })
  const { iid } = await as('dan').call(createMergeRequest, {
    ...{ id, title: 'Reset', sourceBranch: 'selector-reset', targetBranch: 'main' },
  })
  await makeVulnerabilities(db, (who, operation, input) => as(who as Member).call(operation, input), namespace)
  const list = async (state: readonly string[]) =>
    (await as('dan').call(getVulnerabilityReport, { namespace, state })).vulnerabilities.map(({ scanner }) => scanner)
  expect(await list(['detected'])).toEqual(['Trivy', 'Semgrep', 'Semgrep'])
  expect(await list(['dismissed'])).toEqual(['Semgrep'])
  expect(await as('dan').call(getDependencies, { namespace })).toMatchObject({ count: 5, affectedCount: 1 })
  const { newFindings } = await as('dan').call(getFindingsOfMergeRequest, { namespace, iid })
  expect(newFindings).toMatchObject([{ title: 'Update is lost if an interrupt runs in between' }])
})
