import { expect, test } from 'vitest'
import { getCommitSignature, listCommitMergeRequests } from '#contract/code/commit-surroundings.ts'
import { codeWorld } from '#test/world/code.ts'

test('PLATFORM-011 merge requests and the signature of a commit are there for its readers, and empty', async () => {
  const { as, project, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  expect((await as('dan').reply(listCommitMergeRequests, { id: project.id, sha })).body).toEqual([])
  expect((await as('dan').reply(listCommitMergeRequests, { id: project.id, sha: 'nothing' })).status).toBe(404)
  expect((await as('nina').reply(listCommitMergeRequests, { id: project.id, sha })).status).toBe(404)
  const signature = await as('dan').reply(getCommitSignature, { id: project.id, sha })
  expect([signature.status, signature.body]).toEqual([404, { message: '404 Signature Not Found' }])
})
