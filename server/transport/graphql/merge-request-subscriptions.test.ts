import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'graphql-ws'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { createCommit } from '#contract/code/commits/commits.ts'
import { approveMergeRequest } from '#contract/code/merge-requests/approvals.ts'
import { createMergeRequest, updateMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { removeProjectMember } from '#contract/foundation/members.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import { appWorld } from '#test/world/app.ts'
import { openGraphqlDoor } from './door.ts'

/** A merge request, its changes, and rita, who subscribes. */
async function opened() {
  const dataDir = await mkdtemp(join(tmpdir(), 'weft-subscriptions-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }))
  const built = await appWorld([openGraphqlDoor], { settings: { DATA_DIR: dataDir } })
  const { as, users, project, listen, token, deliver } = built
  const commit = async (branch: string, filePath: string) => {
    const start = branch === 'main' ? {} : { startBranch: 'main', force: true }
    const actions = [{ action: 'create' as const, filePath, content: filePath }]
    await as('mina').call(createCommit, { id: project.id, branch, ...start, commitMessage: filePath, actions })
    await deliver()
  }
  await commit('main', 'a.txt')
  await commit('feature', 'b.txt')
  const given = { id: project.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Add b' }
  const { id, iid } = await as('dan').call(createMergeRequest, given)
  const ref = { id: project.id, mergeRequestIid: iid }
  const port = await listen()
  const secret = await token(users.rita.id, ['read_api'])
  const client = createClient({
    url: `ws://127.0.0.1:${port}/api/graphql`,
    webSocketImpl: class extends WebSocket {
      constructor(url: string, protocols: string) {
        super(url, protocols, { headers: { authorization: `Bearer ${secret}` } })
      }
    },
    retryAttempts: 0,
  })
  onTestFinished(() => void client.dispose())
  const changes = {
    draft: () => as('dan').call(updateMergeRequest, { ...ref, title: 'Draft: Add b' }),
    reviewers: () => as('dan').call(updateMergeRequest, { ...ref, reviewerIds: [users.mina.id] }),
    approval: () => as('mina').call(approveMergeRequest, ref),
    push: () => commit('feature', 'c.txt'),
  }
  return { ...built, client, id, changes }
}

type ChangeName = keyof Awaited<ReturnType<typeof opened>>['changes']

const announced: readonly (readonly [string, ChangeName, ChangeName, string, unknown])[] = [
  ['mergeRequestMergeStatusUpdated', 'reviewers', 'draft', 'detailedMergeStatus', 'DRAFT_STATUS'],
  [
    'mergeRequestReviewersUpdated',
    'approval',
    'reviewers',
    'reviewers { nodes { username } }',
    { nodes: [{ username: 'mina' }] },
  ],
  [
    'mergeRequestApprovalStateUpdated',
    'reviewers',
    'approval',
    'approvedBy { nodes { username } }',
    { nodes: [{ username: 'mina' }] },
  ],
  ['mergeRequestDiffGenerated', 'draft', 'push', 'commitCount', 1],
]

test.each(announced)(
  'PLATFORM-011 PERM-002 %s says nothing after %s, tells after %s, and ends with the membership',
  async (name, otherChange, change, selection, value) => {
    const { as, users, project, client, id, tell, listeners, changes } = await opened()
    const before = listeners.size
    const heard = client.iterate({
      query: `subscription($id: IssuableID!) { ${name}(issuableId: $id) { ... on MergeRequest { ${selection} } } }`,
      variables: { id: `gid://gitlab/MergeRequest/${id}` },
    })
    const first = heard.next()
    await expect.poll(() => listeners.size).toBe(before + 1)
    await changes[otherChange]()
    tell([`merge_request:${id}`])
    await changes[change]()
    tell([`merge_request:${id}`])
    const field = selection.split(' ')[0] ?? ''
    expect((await first).value).toEqual({ data: { [name]: { [field]: value } } })
    const second = heard.next()
    await as('olga').call(removeProjectMember, { id: project.id, userId: users.rita.id })
    tell([accessTopic('user', users.rita.id), accessTopic('namespace', project.id)])
    expect(await second).toEqual({ done: true, value: undefined })
    await expect.poll(() => listeners.size).toBe(before)
  },
)
