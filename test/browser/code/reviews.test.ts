import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'

test.setTimeout(120_000)

test.describe('reviews', () => {
  const made = setUpOnce(async ({ newScene, api }) => {
    const scene = await newScene()
    const project = `projects/${scene.projectId}`
    await api()('PUT', project, { attention_requests_enabled: true })
    const commit = (more: object, action: object) =>
      scene.make(`${project}/repository/commits`, {
        commit_message: 'Write',
        actions: [{ file_path: 'a.txt', ...action }],
        ...more,
      })
    await commit({ branch: 'main' }, { action: 'create', content: 'one\n' })
    const change = { action: 'update', content: 'one\ntwo\nthree\nfour\n' }
    await commit({ branch: 'feature', start_branch: 'main' }, change)
    const request = await scene.make(`${project}/merge_requests`, {
      source_branch: 'feature',
      target_branch: 'main',
      title: 'Write more lines',
      reviewer_ids: [scene.people.dan.id],
      assignee_ids: [scene.people.rita.id],
    })
    // The answer of the API has more than ids.
    const { diff_refs } = request as typeof request & { readonly diff_refs: object }
    const suggest = (line: number, text: string) =>
      scene.make(`${project}/merge_requests/${request.iid}/discussions`, {
        body: `Louder:\n\n\`\`\`suggestion\n${text}\n\`\`\``,
        position: { ...diff_refs, position_type: 'text', old_path: 'a.txt', new_path: 'a.txt', new_line: line },
      })
    await suggest(2, 'TWO')
    await suggest(3, 'THREE')
    await suggest(4, 'FOUR')
    const page = await scene.openAs('dan', `${scene.path}/-/merge_requests/${request.iid}`)
    return { scene, page }
  })

  test('MR-015 ASSIGN-013 a reviewer approves and revokes the approval, which the sidebar shows', async () => {
    const { page } = made()
    const merge = page.getByRole('region', { name: 'Merge' })
    const reviewer = page.getByRole('group', { name: 'Reviewer' })
    await expect(reviewer.getByText('Waiting', { exact: true })).toBeVisible()
    await merge.getByRole('button', { name: 'Approve' }).click()
    await expect(merge).toContainText('Approved by')
    await expect(reviewer.getByText('Approved', { exact: true })).toBeVisible()
    await merge.getByRole('button', { name: 'Revoke approval' }).click()
    await expect(merge).toContainText('Approval is optional')
    await expect(reviewer.getByText('Approval revoked')).toBeVisible()
  })

  test('ASSIGN-014 ASSIGN-015 ASSIGN-029 another review is requested once there was one', async () => {
    const { page } = made()
    const reviewer = page.getByRole('group', { name: 'Reviewer' })
    await reviewer.getByRole('button', { name: /^Request another review/ }).click()
    await expect(reviewer.getByText('Waiting', { exact: true })).toBeVisible()
    await expect(reviewer.getByRole('button', { name: /^Request another review/ })).toHaveCount(0)
  })

  test('ASSIGN-013 a closed merge request has no pending reviews', async ({ api }) => {
    const { scene, page } = made()
    const waiting = page.getByRole('group', { name: 'Reviewer' }).getByText('Waiting', { exact: true })
    const become = (event: string) =>
      api()('PUT', `projects/${scene.projectId}/merge_requests/1`, { state_event: event })
    await become('close')
    await expect(waiting).toHaveCount(0)
    await become('reopen')
    await expect(waiting).toBeVisible()
  })

  test('TODO-011 ASSIGN-011 a user who may not change the merge request cannot use the attention toggles, and sees who cannot merge', async () => {
    const { scene } = made()
    const gus = await scene.openAs('gus', `${scene.path}/-/merge_requests/1`)
    const assignees = gus.locator('[data-mount="assignees"]')
    await expect(assignees.getByRole('button', { name: /^Request attention/ })).toBeDisabled()
    await expect(assignees.getByRole('img', { name: 'Cannot merge' })).toBeVisible()
    await gus.context().close()
  })

  test('ASSIGN-011 the lists of people to choose from show who cannot merge', async () => {
    const { scene, page } = made()
    for (const name of ['Assignee', 'Reviewer']) {
      const field = page.getByRole('group', { name, exact: true })
      await field.getByRole('button', { name: /^Edit/ }).click()
      const person = (username: string) => page.getByRole('option', { name: `@${username}` })
      const sign = page.getByRole('img', { name: 'Cannot merge' })
      // Only maintainers merge into the default branch.
      await expect(person(scene.people.dan.username).filter({ has: sign })).toBeVisible()
      await expect(person('root').filter({ hasNot: sign })).toBeVisible()
      await page.keyboard.press('Escape')
    }
  })

  test('ERRMSG-051 ERRMSG-052 suggestions that cannot be applied say so, in the words of the server if it has any', async () => {
    const { page } = made()
    const boxes = page.getByRole('region', { name: 'Suggested change' })
    const first = boxes.first()
    const applying = (what: string) => page.getByText(`Something went wrong while applying ${what}. Please try again.`)
    const failWith = async (answer: { readonly status: number; readonly body?: string }, press: string) => {
      await page.route(/\/suggestions\//, route => route.fulfill({ contentType: 'application/json', ...answer }))
      await first.getByRole('button', { name: press, exact: true }).click()
    }
    const reason = { status: 400, body: '{"message":"The branch has moved."}' }
    await first.getByRole('button', { name: 'Apply suggestion' }).click()
    await failWith({ status: 500 }, 'Apply')
    await expect(applying('the suggestion')).toBeVisible()
    await failWith(reason, 'Apply')
    await expect(first.getByText('The branch has moved.')).toBeVisible()
    await expect(applying('the suggestion')).toHaveCount(0)
    await first.getByRole('button', { name: 'Cancel' }).click()
    await first.getByRole('button', { name: 'Add to batch' }).click()
    await boxes.nth(1).getByRole('button', { name: 'Add to batch' }).click()
    await first.getByRole('button', { name: 'Apply batch (2)' }).click()
    await failWith({ status: 500 }, 'Apply 2 suggestions')
    await expect(applying('the batch of suggestions')).toBeVisible()
    await failWith(reason, 'Apply 2 suggestions')
    await expect(first.getByText('The branch has moved.')).toBeVisible()
    await page.unroute(/\/suggestions\//)
    await first.getByRole('button', { name: 'Cancel' }).click()
    await boxes.getByRole('button', { name: 'Remove from batch' }).first().click()
    await boxes.getByRole('button', { name: 'Remove from batch' }).click()
  })

  test('SUGG-001 SUGG-004 SUGG-006 a suggestion is applied with a message, and its thread resolved', async () => {
    const { page } = made()
    const box = page.getByRole('region', { name: 'Suggested change' }).first()
    await expect(box).toContainText('-two')
    await box.getByRole('button', { name: 'Apply suggestion' }).click()
    await box.getByRole('textbox', { name: 'Commit message' }).fill('Say it louder')
    await box.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Reopen thread|Show thread/i }).first()).toBeVisible()
  })

  test('SUGG-007 SUGG-008 SUGG-009 suggestions are gathered and applied together', async () => {
    const { page } = made()
    const boxes = page.getByRole('region', { name: 'Suggested change' })
    const open = boxes.filter({ has: page.getByRole('button', { name: 'Apply suggestion' }) })
    await open.first().getByRole('button', { name: 'Add to batch' }).click()
    await open.first().getByRole('button', { name: 'Add to batch' }).click()
    await boxes.getByRole('button', { name: 'Remove from batch' }).first().click()
    await open.first().getByRole('button', { name: 'Add to batch' }).click()
    await boxes.getByRole('button', { name: 'Apply batch (2)' }).first().click()
    // That their threads cannot be resolved is no failure.
    await page.route('**/resolve', route => route.fulfill({ status: 500, body: '{}' }))
    await boxes.getByRole('button', { name: 'Apply 2 suggestions' }).click()
    await expect(boxes.getByRole('button', { name: /batch/ })).toHaveCount(0)
    await expect(boxes.getByText('Applied', { exact: true })).toHaveCount(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.unrouteAll()
  })

  test('DRAFT-003 DRAFT-007 ASSIGN-013 a review ends with a summary and a verdict', async () => {
    const { page } = made()
    const reviewer = page.getByRole('group', { name: 'Reviewer' })
    await page.getByRole('textbox', { name: 'Comment', exact: true }).fill('The weft is loose.')
    await page.getByRole('button', { name: 'More comment options' }).click()
    await page.getByRole('menuitem', { name: /Start a review/ }).click()
    await expect(reviewer.getByText('Reviewing')).toBeVisible()
    await page.getByRole('button', { name: 'Submit review' }).click()
    const form = page.getByRole('dialog', { name: 'Submit review' })
    await form.getByRole('textbox', { name: /Summary/ }).fill('Tighten it.')
    await form.getByRole('radio', { name: 'Request changes' }).check()
    await form.getByRole('button', { name: 'Submit review' }).click()
    await expect(form).toHaveCount(0)
    await expect(reviewer.getByText('Changes requested')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Merge' })).toContainText('requested changes.')
    await expect(page.getByText('Tighten it.')).toBeVisible()
  })

  test('ASSIGN-016 the sign that another review was requested stands for a moment', async () => {
    const { page } = made()
    const reviewer = page.getByRole('group', { name: 'Reviewer' })
    const sign = reviewer.getByRole('img', { name: 'Review re-requested' })
    await reviewer.getByRole('button', { name: /^Request another review/ }).click()
    await expect(sign).toBeVisible()
    const shownAt = Date.now()
    await expect(sign).toHaveCount(0)
    expect(Date.now() - shownAt).toBeGreaterThan(1_000)
  })
})
