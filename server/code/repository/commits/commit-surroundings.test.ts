import { expect, test } from 'vitest'
import {
  getCommitSignature,
  getTagSignature,
  listCommitMergeRequests,
} from '#contract/code/commits/commit-surroundings.ts'
import { addTag } from '#contract/code/refs.ts'
import { codeWorld } from '#test/world/code.ts'

test('PLATFORM-011 merge requests and the signature of a commit are there for its readers, and empty', async () => {
  const { as, project, commit } = await codeWorld()
  const sha = await commit({ 'a.txt': 'a' })
  expect((await as('dan').reply(listCommitMergeRequests, { id: project.id, sha })).body).toEqual([])
  expect((await as('dan').reply(listCommitMergeRequests, { id: project.id, sha: 'nothing' })).status).toBe(404)
  expect((await as('nina').reply(listCommitMergeRequests, { id: project.id, sha })).status).toBe(404)
  const signature = await as('dan').reply(getCommitSignature, { id: project.id, sha })
  expect([signature.status, signature.body]).toEqual([404, { message: '404 Signature Not Found' }])
  const tag = { id: project.id, tagName: 'v1' }
  const before = await as('dan').reply(getTagSignature, tag)
  await as('dan').call(addTag, { ...tag, ref: 'main' })
  const after = await as('dan').reply(getTagSignature, tag)
  expect([before.body, after.body]).toEqual([{ message: '404 Tag Not Found' }, { message: '404 Signature Not Found' }])
})
