import { monitorTitles } from '#contract/monitor/page-titles.ts'
import * as dependencies from '#contract/monitor/vulnerabilities/dependencies.ts'
import { dependencyWords } from '#contract/monitor/vulnerabilities/dependency-words.ts'
import * as pages from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import {
  dependenciesPath,
  groupDependenciesPath,
  vulnerabilitiesPath,
  vulnerabilityPath,
} from '#contract/monitor/vulnerabilities/vulnerability-paths.ts'
import { vulnerabilityFilterOf } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { page } from '#server/page-address.ts'
import type { Slice } from '#server/slice.ts'
import { vulnerabilityAnswers } from './answers.ts'
import './events.ts'
import { vulnerabilityFields } from './fields/fields.ts'
import { vulnerabilityMutations } from './fields/mutations.ts'
import { purgeScans } from './purge.ts'

/** Vulnerabilities that scanners report, and the dependencies of projects. */
export const vulnerabilities: Slice = {
  name: 'vulnerabilities',
  answers: vulnerabilityAnswers,
  fields: () => {
    vulnerabilityFields()
    vulnerabilityMutations()
  },
  pages: [
    page({
      name: 'vulnerabilities',
      address: vulnerabilitiesPath(':namespace'),
      operation: pages.getVulnerabilityReport,
      readWords: ({ namespace, ...words }) => ({ namespace, ...vulnerabilityFilterOf(words) }),
      title: monitorTitles.vulnerabilities,
      module: 'monitor/vulnerabilities/VulnerabilitiesPage.tsx',
    }),
    page({
      name: 'vulnerability',
      address: vulnerabilityPath(':namespace', ':vulnerabilityId'),
      operation: pages.getVulnerabilityPage,
      title: reply => monitorTitles.vulnerability(reply.vulnerability.title),
      module: 'monitor/vulnerabilities/VulnerabilityPage.tsx',
    }),
    page({
      name: 'dependencies',
      address: dependenciesPath(':namespace'),
      operation: dependencies.getDependencies,
      readWords: dependencyWords,
      title: monitorTitles.dependencies,
      module: 'monitor/vulnerabilities/DependenciesPage.tsx',
    }),
    page({
      name: 'group-dependencies',
      address: groupDependenciesPath(':namespace'),
      operation: dependencies.getGroupDependencies,
      readWords: dependencyWords,
      title: monitorTitles.dependencies,
      module: 'monitor/vulnerabilities/GroupDependenciesPage.tsx',
    }),
  ],
  topics: {
    vulnerabilities: async (ctx, id) =>
      (await loadIfAllowed(ctx, 'project:read-vulnerabilities', projectByRef, { id })) !== null,
  },
  timedJobs: [{ name: 'purge_security_scans', pattern: '43 4 * * *', run: purgeScans }],
}
