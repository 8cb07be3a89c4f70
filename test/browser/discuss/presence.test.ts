import { expect } from '@playwright/test'
import { test } from '../fixtures.ts'

test('POLL-016 two people see each other, see the other one write, and see them leave', async ({ scene }) => {
  const issue = await scene.issue()
  const path = `${scene.path}/-/issues/${issue.iid}`
  const dan = await scene.openAs('dan', path)
  const rita = await scene.openAs('rita', path)
  const danHere = rita.getByRole('img', { name: /^Also viewing: Dan of/ })
  await expect(danHere).toBeVisible()
  await expect(dan.getByRole('img', { name: /^Also viewing: Rita of/ })).toBeVisible()

  const isWriting = rita.getByText(/^Dan of \S+ is typing…$/)
  const box = dan.getByRole('textbox', { name: 'Comment' })
  await box.pressSequentially('The reed')
  await expect(isWriting).toBeVisible()
  await dan.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(rita.getByText('The reed')).toBeVisible()
  await expect(isWriting).toBeHidden()

  const own = dan.getByRole('article').filter({ hasText: 'The reed' })
  await own.getByRole('button', { name: 'Edit comment' }).click()
  await dan.getByRole('textbox', { name: 'Edit comment' }).pressSequentially(' breaks')
  await expect(isWriting).toBeVisible()
  await dan.getByRole('button', { name: 'Save changes' }).click()
  await expect(rita.getByText('The reed breaks')).toBeVisible()
  // Sooner than a pause in the typing would end it.
  await expect(isWriting).toBeHidden({ timeout: 2_000 })

  await dan.getByRole('checkbox', { name: /internal note/i }).check()
  await dan.getByRole('textbox', { name: 'Internal note' }).pressSequentially('Between us')
  // The visitor's own word goes through the same socket: it would have come after the other one.
  await rita.getByRole('textbox', { name: 'Comment' }).pressSequentially('I look')
  await expect(dan.getByText(/^Rita of \S+ is typing…$/)).toBeVisible()
  await expect(isWriting).toBeHidden()

  await dan.goto(scene.path)
  await expect(danHere).toBeHidden()
})

test('a visitor does not see who is present, and is not seen', async ({ scene, browser, weft }) => {
  const issue = await scene.issue()
  const path = `${scene.path}/-/issues/${issue.iid}`
  const dan = await scene.openAs('dan', path)
  const rita = await scene.openAs('rita', path)
  const visitor = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { name: 'Activity' })).toBeVisible()
  await rita.getByRole('textbox', { name: 'Comment' }).pressSequentially('Here')
  await expect(dan.getByText(/^Rita of \S+ is typing…$/)).toBeVisible()
  await expect(dan.getByRole('img', { name: /^Also viewing: Rita of \S+$/ })).toBeVisible()
  await expect(visitor.getByRole('img', { name: /^Also viewing/ })).toHaveCount(0)
  await expect(visitor.getByText(/is typing…$/)).toHaveCount(0)
})
