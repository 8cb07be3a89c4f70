import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import {
  answerServiceDeskRequest,
  createRequestPuzzle,
  createServiceDeskRequest,
  getRequestForm,
  getServiceDeskRequest,
  setServiceDeskRequestState,
} from '#contract/plan/service-desk/request-pages.ts'
import { updateServiceDesk } from '#contract/plan/service-desk/service-desk.ts'
import { outcomeOf, world } from '#test/world/world.ts'
import { startsWithZeroBits } from '#web/plan/service-desk/sha256.ts'

test('a visitor sends a request by the public form of a private project, follows, answers, closes and reopens it by its link', async () => {
  const { as, project } = await world()
  const namespace = project.fullPath
  const anon = as('anon')
  expect(await outcomeOf(anon.call(getRequestForm, { namespace }))).toBe('not_found')
  await as('mina').call(updateServiceDesk, { namespace, enabled: true, hasForm: true })
  const { puzzle, zeroBits } = await anon.call(createRequestPuzzle, { namespace })
  let answer = 0
  while (!startsWithZeroBits(`${puzzle}:${answer}`, zeroBits)) answer += 1
  const hash = createHash('sha256').update(`${puzzle}:${answer}`).digest()
  expect(hash.readUInt32BE(0) >>> (32 - zeroBits)).toBe(0)
  const given = {
    namespace,
    email: 'Hugo@shop.example',
    title: 'No thread',
    description: 'It is **gone**.',
    puzzle,
    answer,
  }
  for (const wrong of [{ email: 'hugo' }, { title: ' ' }, { answer: answer + 1 }])
    expect((await anon.reply(createServiceDeskRequest, { ...given, ...wrong })).status).toBe(400)
  const { path } = await anon.call(createServiceDeskRequest, given)
  expect((await anon.reply(createServiceDeskRequest, given)).status).toBe(400)
  const token = path.split('/').at(-1) ?? ''
  const ref = { id: project.id, issueIid: 1 }
  await as('dan').call(issueDiscussion.createNote, { ...ref, body: 'Which color?' })
  await as('dan').call(issueDiscussion.createNote, { ...ref, body: 'A secret', internal: true })
  await anon.call(answerServiceDeskRequest, { token, body: 'Blue.\n/close' })
  const shown = await anon.call(getServiceDeskRequest, { token })
  expect(shown.comments.map(comment => [comment.isOwn, comment.html.replace(/<[^>]+>/g, '').trim()])).toEqual([
    [false, 'Which color?'],
    [true, expect.stringContaining('Blue.')],
  ])
  for (const state of ['closed', 'opened'] as const) {
    await anon.call(setServiceDeskRequestState, { token, state })
    expect(await as('mina').call(getIssue, ref)).toMatchObject({
      state,
      confidential: true,
      serviceDeskReplyTo: 'hugo@shop.example',
    })
  }
  expect(await outcomeOf(anon.call(getServiceDeskRequest, { token: `${token}x` }))).toBe('not_found')
  await as('mina').call(updateProject, { id: project.id, issuesAccessLevel: 'disabled' })
  expect(await outcomeOf(anon.call(getServiceDeskRequest, { token }))).toBe('not_found')
  expect(await outcomeOf(anon.call(getRequestForm, { namespace }))).toBe('not_found')
})
