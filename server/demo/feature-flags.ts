import {
  createFeatureFlag,
  createFlagUserList,
  linkIssuesToFlag,
  switchFeatureFlag,
} from '#contract/deploy/feature-flags/flags.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { DemoCaller } from './caller.ts'

/** Some feature flags: one that rolls out, one that is off in production, and a kill switch. */
export async function makeFeatureFlags(db: Db, as: DemoCaller, id: string): Promise<void> {
  await as('dan', createFlagUserList, { id, name: 'Night shift', userXids: 'loom-3,loom-7,loom-12' })
  const list = await db.selectFrom('featureFlagUserLists').select('id').executeTakeFirstOrThrow()
  await as('dan', createFeatureFlag, {
    ...{ id, name: 'two_picks_ahead', description: 'Latch the second pick while the first one is in flight' },
    strategies: [
      { name: 'gitlabUserList', userListId: list.id, scopes: [{ environmentScope: 'production' }] },
      {
        name: 'flexibleRollout',
        parameters: { groupId: 'two_picks_ahead', rollout: '25', stickiness: 'default' },
        scopes: [{ environmentScope: 'production' }],
      },
      { name: 'default', scopes: [{ environmentScope: 'staging' }] },
    ],
  })
  await as('dan', linkIssuesToFlag, { namespace: id, iid: 1, issuableReferences: ['#1'] })
  await as('mina', createFeatureFlag, {
    ...{
      id,
      name: 'color_preview',
      description: 'Show the colors of a pattern before it is woven',
      type: 'experiment',
    },
    strategies: [
      {
        name: 'default',
        variants: [
          { name: 'flat', weight: 500 },
          { name: 'textured', weight: 500 },
        ],
      },
    ],
  })
  await as('mina', switchFeatureFlag, { namespace: id, iid: 2, environment: 'production', on: false })
  await as('mina', createFeatureFlag, {
    ...{
      id,
      name: 'stop_all_looms',
      description: 'Stops every loom after its pick',
      type: 'kill-switch',
      active: false,
    },
    strategies: [{ name: 'default' }],
  })
}
