import { protectEnvironment } from '#contract/deploy/environments/protected-environments.ts'
import {
  createFeatureFlag,
  createFlagToken,
  createFlagUserList,
  linkFlagToIssue,
  listFlagsOfIssue,
  requestFlagChange,
  switchFeatureFlag,
} from '#contract/deploy/feature-flags/flags.ts'
import { createFlagSegment } from '#contract/deploy/feature-flags/segments.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** A flag with a strategy of each kind, linked to an issue and switched once, a user list that is in use, and a token. */
export async function furnishFeatureFlags(built: CodeWorld, issueIid: number): Promise<FurnishedArea> {
  const { as, project } = built
  const { id, fullPath: namespace } = project
  const root = as('root')
  const list = await root.call(createFlagUserList, { id, name: 'Weavers', userXids: 'ann,ben' })
  const constraints = [{ contextName: 'country', operator: 'IN' as const, values: ['at'] }]
  const segment = await root.call(createFlagSegment, { id, name: 'Alps', constraints })
  const unusedSegment = await root.call(createFlagSegment, { id, name: 'Pyrenees', constraints })
  const flag = await root.call(createFeatureFlag, {
    id,
    name: 'new_loom',
    description: 'A faster loom',
    strategies: [
      { name: 'default', parameters: {}, scopes: [{ environmentScope: 'staging' }] },
      { name: 'gitlabUserList', userListId: list.id },
      {
        name: 'flexibleRollout',
        parameters: { groupId: 'new_loom', rollout: '50', stickiness: 'default' },
        segmentIds: [segment.id],
        constraints: [{ contextName: 'country', operator: 'IN', values: ['de'] }],
        variants: [{ name: 'blue', weight: 1000, payload: { type: 'string', value: 'b' } }],
      },
    ],
  })
  await root.call(linkFlagToIssue, { namespace, iid: issueIid, flag: flag.name })
  const unused = await root.call(createFlagUserList, { id, name: 'Spinners', userXids: 'cem' })
  const waits = await furnishRequests(built)
  const { changeId } = await root.call(switchFeatureFlag, {
    ...{ namespace, iid: flag.iid, environment: 'staging', on: false },
  })
  const token = await root.call(createFlagToken, { id, kind: 'client', environment: 'production' })
  const [link] = await root.call(listFlagsOfIssue, { namespace, iid: issueIid })
  const linkId = Number(link?.relationPath?.split('/').at(-1))
  return {
    everywhere: { featureFlagName: flag.name },
    fit: (place, { path, name }) => {
      if (path.includes('/feature_flags_tokens')) place.tokenId = token.id
      if (name === 'createFlagToken') Object.assign(place, { kind: 'instance', name: 'web', environment: null })
      if (path.includes('feature_flags_user_list')) Object.assign(place, { iid: list.iid, userXids: 'ann' })
      if (path.includes('/-/feature_flags/:iid')) place.iid = flag.iid
      if (path.includes('/issues/:iid/feature_flags')) place.iid = issueIid
      if (path.includes('/change_requests')) place.iid = waits.iid
      if (path.includes(':requestId')) place.requestId = waits.requestIds[name as keyof typeof waits.requestIds]
      if (path.includes('feature_flags_segment')) Object.assign(place, { iid: segment.iid, constraints })
      if (name === 'createFlagSegment') place.name = 'Andes'
      if (name === 'deleteFlagSegment') place.iid = unusedSegment.iid
      if (name === 'deleteFlagUserList') place.iid = unused.iid
      if (name === 'undoFlagChange') place.changeId = changeId
      if (name.startsWith('unlink') && path.includes(':linkId')) place.linkId = linkId
      if (name === 'linkFlagToIssue') place.flag = flag.name
      if (name === 'createFeatureFlag') place.name = 'other_loom'
      if (name === 'updateFeatureFlag') place.name = 'new_loom'
      if (name === 'switchFeatureFlag') Object.assign(place, { environment: 'production', on: false })
      if (name === 'linkIssuesToFlag') place.issuableReferences = [`#${issueIid}`]
      if (path.endsWith('/feature_flags') || path.endsWith('/feature_flags.json')) place.scope = 'enabled'
    },
  }
}

/** A flag that is on in an environment to which only mina may deploy, and requests of dan and root to change it. */
async function furnishRequests({ as, project, users }: CodeWorld) {
  const { id, fullPath: namespace } = project
  const root = as('root')
  const strategies = [{ name: 'default' as const, parameters: {}, scopes: [{ environmentScope: 'vault' }] }]
  const { iid } = await root.call(createFeatureFlag, { id, name: 'vault_loom', strategies })
  // The other flag can still be changed.
  await root.call(switchFeatureFlag, { namespace, iid: 1, environment: 'vault', on: false })
  await root.call(protectEnvironment, {
    ...{ id, name: 'vault' },
    deployAccessLevels: [{ userId: users.mina.id }],
    approvalRules: [{ accessLevel: 40, requiredApprovals: 1 }],
  })
  const turn = { environment: 'vault', on: false }
  const ofDan = await as('dan').call(requestFlagChange, { namespace, iid, turn })
  const ofRoot = await root.call(requestFlagChange, { namespace, iid, turn })
  return {
    iid,
    requestIds: { approveFlagRequest: ofDan.id, rejectFlagRequest: ofDan.id, withdrawFlagRequest: ofRoot.id },
  }
}
