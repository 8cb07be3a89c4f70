import { createDeployment } from '#contract/deploy/environments/deployments.ts'
import type { ReportedStatus } from '#contract/deploy/environments/environment-words.ts'
import { createEnvironment } from '#contract/deploy/environments/environments.ts'
import { createFreezePeriod } from '#contract/deploy/environments/freeze-periods.ts'
import { protectEnvironment } from '#contract/deploy/environments/protected-environments.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { DemoCaller } from './caller.ts'

/** Environments of the demo project: staging has the merged merge request, production waits for an approval to get it. */
export async function makeDeployments(db: Db, as: DemoCaller, id: string): Promise<void> {
  const { startSha } = await db
    .selectFrom('mergeRequestVersions as v')
    .innerJoin('issuables as i', 'i.id', 'v.mergeRequestId')
    .select('v.startSha')
    .where('i.iid', '=', 1)
    .executeTakeFirstOrThrow()
  const urls = { production: 'https://loom.example.com', staging: 'https://staging.loom.example.com' }
  for (const [name, externalUrl] of Object.entries(urls)) await as('mina', createEnvironment, { id, name, externalUrl })
  const holidays = { freezeStart: '0 18 23 12 *', freezeEnd: '0 7 2 1 *', cronTimezone: 'Europe/Berlin' }
  await as('mina', createFreezePeriod, { id, ...holidays })
  const deploy = (environment: string, status: ReportedStatus, sha: string) =>
    as('dan', createDeployment, { id, environment, sha, ref: 'main', tag: false, status })
  for (const environment of ['production', 'staging']) await deploy(environment, 'success', startSha)
  await deploy('staging', 'success', 'main')
  await deploy('review/tension-screen', 'failed', 'main')
  await as('mina', protectEnvironment, {
    id,
    name: 'production',
    deployAccessLevels: [{ accessLevel: 30 }],
    approvalRules: [{ accessLevel: 40, requiredApprovals: 1 }],
  })
  await deploy('production', 'running', 'main')
}
