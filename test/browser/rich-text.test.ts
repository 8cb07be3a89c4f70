import { expect } from '@playwright/test'
import { test } from './fixtures.ts'

const description = `The energy is $\`E = mc^2\`$, not $\`\\frac{1}\`$.

\`\`\`math
\\sqrt{x^2 + 1}
\`\`\``

test('ISSUE-011, FORM-005 formulas are drawn, also those of a preview and of comments that arrive', async ({
  scene,
}) => {
  const { page, iid } = await scene.openIssue('dan', { description })
  const article = page.getByRole('article', { name: 'The shuttle jams' })
  await expect(article.locator('math msup').first()).toHaveText('c2')
  await expect(article.locator('math[display=block] msqrt')).toBeVisible()
  await expect(article.getByTitle(/^Formula not shown: Unexpected end of input/)).toHaveText('\\frac{1}')
  const box = page.getByRole('textbox', { name: 'Comment', exact: true })
  await box.fill('It is $`\\beta`$.')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('tabpanel').locator('math')).toHaveText('β')
  await scene.make(`projects/${scene.projectId}/issues/${iid}/notes`, { body: 'It is $`\\gamma`$.' })
  await expect(page.getByRole('article', { name: /^Comment by/ }).locator('math')).toHaveText('γ')
})
