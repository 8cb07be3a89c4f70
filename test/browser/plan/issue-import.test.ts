import { expect } from '@playwright/test'
import { setUpOnce, test } from '../fixtures.ts'

const made = setUpOnce(async ({ newScene }) => ({ scene: await newScene() }))

const csv = (text: string, name = 'wool.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('LIST-003 LIST-004 LIST-007 the import dialog shows the maximum size and takes .csv files only', async () => {
  const { scene } = made()
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import issues from CSV' })
  await expect(dialog).toContainText('The maximum size is 100 MiB')
  await dialog.getByLabel('Choose file').setInputFiles(csv('title,description\n', 'wool.txt'))
  await expect(dialog.getByRole('alert')).toHaveText('Choose a .csv file.')
  await dialog.getByLabel('Choose file').setInputFiles(csv('title\nWarp\n'))
  await expect(dialog.getByRole('alert')).toContainText('Missing: description.')
})

test('LIST-009 a file is checked line by line, and the import then reports created and faulty rows', async ({
  screenshots,
}) => {
  const { scene } = made()
  const page = await scene.openAs('dan', `${scene.path}/-/issues`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  await page
    .getByLabel('Choose file')
    .setInputFiles(csv('Title;Description;Due date\nWarp;"two\nlines";2026-03-31\nWeft;;soon\nReed;;\n'))
  const rows = page.getByRole('list', { name: 'Rows', exact: true }).getByRole('listitem').filter({ hasText: 'Line' })
  await expect(rows).toHaveText([
    /Line 2\s*Warp\s*Will be created/,
    /Line 4\s*Weft.*Due date must be a date such as 2026-03-31.*Has errors/s,
    /Line 5\s*Reed\s*Will be created/,
  ])
  await page.screenshot({ path: `${screenshots}/import-checked.png` })
  await page.getByRole('button', { name: 'Import 2 issues' }).click()
  await expect(page.getByText('2 issues created, 1 row with errors')).toBeVisible()
  await expect(rows.nth(0)).toHaveText(/Created #1/)
  await page.getByRole('link', { name: /^Rows with errors/ }).click()
  await expect(rows).toHaveCount(1)
  await page.screenshot({ path: `${screenshots}/import-finished.png` })
  await page.getByRole('link', { name: 'Show issues' }).click()
  await expect(page.getByRole('link', { name: 'Reed' })).toBeVisible()
})

test('LIST-013 LIST-014 a user who may edit the project goes from the list to the import from Jira, and maps its people', async ({
  api,
  screenshots,
}) => {
  const { scene } = made()
  await api()('PUT', `projects/${scene.projectId}/members/${scene.people.gus.id}`, { access_level: 40 })
  const page = await scene.openAs('gus', `${scene.path}/-/issues`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Import from Jira' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import from Jira' })).toBeVisible()
  await page.screenshot({ path: `${screenshots}/jira-import.png`, fullPage: true })
  await page
    .getByLabel('Choose file')
    .setInputFiles(csv('Summary,Issue key,Status,Assignee\nHeddle,LOOM-1,Done,Ann Lee\n', 'jira.csv'))
  const person = page.getByLabel('Ann Lee')
  await person.fill(scene.people.dan.username)
  await person.press('Enter')
  await page.screenshot({ path: `${screenshots}/jira-people.png` })
  await page.getByRole('button', { name: 'Import 1 issue' }).click()
  await expect(page.getByText('1 issue created, 0 rows with errors')).toBeVisible()
})
