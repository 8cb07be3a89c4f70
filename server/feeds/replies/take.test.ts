import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { createMergeRequest, getMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { codeWorld } from '#test/world/code.ts'
import { takeReply } from './take.ts'

test('NOTIF-004 FORM-033 the quick actions of an answer by mail run on a merge request, and its words become a comment', async () => {
  const { as, commit, deliver, project, users } = await codeWorld()
  await commit({ 'a.txt': 'one\n' })
  const head = await commit({ 'b.txt': 'two\n' }, { branch: 'feature' })
  await commit({ 'c.txt': 'three\n' })
  const branches = { sourceBranch: 'feature', targetBranch: 'main' }
  const made = await as('dan').call(createMergeRequest, { id: project.id, ...branches, title: 'Add b' })
  const text = 'On top, please.\n\n/rebase\n/draft'
  const headers = {
    ...{ from: null, replyTo: null, to: [], cc: [], references: [] },
    refusesAutomaticAnswers: false,
    authenticationResults: [],
  }
  const mail = {
    messageId: '<1@loom.test>',
    headers,
    automatic: null,
    subject: 'Re: Add b',
    text,
    whole: text,
    files: [],
  }
  await takeReply(as('dan').ctx, { userId: users.dan.id, issuableId: made.id, noteId: null }, mail)
  await deliver()
  const ref = { id: project.id, mergeRequestIid: made.iid }
  const shown = await as('dan').call(getMergeRequest, ref)
  expect(shown).toMatchObject({ title: 'Draft: Add b', hasConflicts: false })
  expect(shown.sha).not.toBe(head)
  const notes = await as('dan').call(mergeRequestDiscussion.listNotes, { ...ref, activityFilter: 'only_comments' })
  expect(notes.map(note => note.body)).toEqual(['On top, please.'])
})
