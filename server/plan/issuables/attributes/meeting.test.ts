import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import { world } from '#test/world/world.ts'

async function scene(description: string | null) {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  await db.updateTable('issuables').set({ description }).where('id', '=', issue.id).execute()
  const say = async (note: string) =>
    (await as('rita').call(createPageNote, { ...issue.target, note: { note } })).quickActionsStatus
  return { say, text: async () => (await as('rita').call(getIssue, issue.ref)).description }
}

const meeting = 'https://weavers.zoom.us/j/123456789'

test('ISSUE-010 FORM-033 /zoom pins a meeting, another one takes its place, and /remove_zoom takes it away', async () => {
  const { say, text } = await scene('The loom\n\n- [ ] thread')
  expect((await say(`/zoom ${meeting}`))?.messages).toEqual(['Added a Zoom meeting.'])
  expect(await text()).toBe(`The loom\n\n- [ ] thread\n\n${meeting}`)
  await say('/zoom https://zoom.us/j/987654321')
  expect(await text()).toBe('The loom\n\n- [ ] thread\n\nhttps://zoom.us/j/987654321')
  expect((await say('/remove_zoom'))?.messages).toEqual(['Removed the Zoom meeting.'])
  expect(await text()).toBe('The loom\n\n- [ ] thread')
})

test.each([
  ['/zoom', 'Could not apply zoom command. Enter the URL of a Zoom meeting.'],
  ['/zoom https://zoom.us.example.com/j/1', 'Could not apply zoom command. Enter the URL of a Zoom meeting.'],
  ['/remove_zoom', 'Could not apply remove_zoom command. There is no Zoom meeting to remove.'],
])('FORM-033 %s is refused', async (command, sentence) => {
  const { say, text } = await scene(null)
  expect((await say(`Words\n${command}`))?.errorMessages).toEqual([sentence])
  expect(await text()).toBeNull()
})
