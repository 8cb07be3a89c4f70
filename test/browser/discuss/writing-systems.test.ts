import { expect, type Locator, type Page } from '@playwright/test'
import { test } from '../fixtures.ts'

const description = `הקוד הזה נכשל \`foo(bar)[0];\` בשורה.

English second paragraph.

- [ ] משימה
- [ ] task

| Component | Owner | Environment | Status | 版本号 | Last deployment | Notes |
|---|---|---|---|---|---|---|
| authentication-service | Administrator | production | healthy | 12.4.1 | 2026-11-20 | ${'A long explanation of it. '.repeat(12)} |`

test('ISSUE-011 each block of a text has its own direction, code keeps its order, and no table breaks a word', async ({
  scene,
  screenshots,
}) => {
  const { page } = await scene.openIssue('dan', { description }, { viewport: { width: 390, height: 844 } })
  const text = page.getByRole('article', { name: 'The shuttle jams' }).locator('.markdown').first()
  const directionOf = (block: Locator) => block.evaluate(element => getComputedStyle(element).direction)
  expect(await directionOf(text.getByText('הקוד הזה'))).toBe('rtl')
  expect(await directionOf(text.getByText('English second'))).toBe('ltr')
  expect(await directionOf(text.locator('p > code'))).toBe('ltr')
  // Each box stands before the words of its own item.
  for (const [item, isBefore] of [
    ['משימה', false],
    ['task', true],
  ] as const) {
    const box = await text.getByRole('checkbox', { name: item }).boundingBox()
    const words = await text
      .getByRole('listitem')
      .filter({ hasText: item })
      .evaluate((element, words) => {
        const range = document.createRange()
        for (const node of element.childNodes) if (node.textContent?.includes(words)) range.selectNodeContents(node)
        return range.getBoundingClientRect().x
      }, item)
    const gap = isBefore ? words - (box?.x ?? 0) : (box?.x ?? 0) - words
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThan(80)
  }
  const lines = (cell: Locator) =>
    cell.evaluate(element => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return range.getClientRects().length
    })
  for (const word of ['Administrator', 'Environment', 'Component', '版本号'])
    expect(await lines(text.getByRole('table').getByText(word))).toBe(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.screenshot({ path: `${screenshots}/writing-systems-390.png`, fullPage: true })
})

test('KEYS-007 single keys and Ctrl+B work on a Cyrillic keyboard', async ({ scene }) => {
  const { page } = await scene.openIssue('dan')
  const comment = page.getByRole('textbox', { name: 'Comment' })
  // Presses that no person makes are not kept for a page whose scripts are still loading.
  await expect(async () => {
    await press(page, { key: 'к', code: 'KeyR' })
    await expect(comment).toBeFocused({ timeout: 500 })
  }).toPass()
  await comment.fill('слово')
  await comment.selectText()
  await press(page, { key: 'и', code: 'KeyB', ctrlKey: true })
  await expect(comment).toHaveValue('**слово**')
})

test('UI-018 an Enter that ends the composing of a word sends nothing', async ({ scene }) => {
  const { page } = await scene.openIssue('dan')
  const ends = { key: 'Enter', code: 'Enter', keyCode: 229 }
  const comment = page.getByRole('textbox', { name: 'Comment' })
  await comment.fill('変換')
  await press(page, { ...ends, ctrlKey: true })
  await press(page, { ...ends, ctrlKey: true, keyCode: 13, isComposing: true })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('題名')
  await press(page, ends)
  await expect(title).toHaveValue('題名')
  await title.press('Enter')
  await expect(page.getByRole('heading', { name: '題名' })).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: '変換' })).toHaveCount(0)
})

const press = (page: Page, init: object): Promise<boolean> =>
  page.evaluate(
    pressed =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...pressed }),
      ),
    init,
  )
