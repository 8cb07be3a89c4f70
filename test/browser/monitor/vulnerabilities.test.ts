import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { violations } from '../accessibility.ts'
import { setUpOnce, test } from '../fixtures.ts'
import { hydrated } from '../windows.ts'

const orders = `import hashlib


def find(cursor, order_id):
    # The caller is a customer.
    # Orders of others must stay hidden.
    cursor.execute("select * from orders where id = " + order_id)
    return cursor.fetchone()


def digest(text):
    return hashlib.md5(text).hexdigest()
`
const sqlTitle = 'The query is put together from text that a caller sends'
const hashTitle = 'MD5 is not resistant to collisions. Use SHA-256.'

const report = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../golden/security-reports', name), 'utf8'))

/** The report of Semgrep with some of its results. */
function resultsOf(...kept: readonly number[]) {
  const semgrep = report('semgrep.sarif')
  const [run] = semgrep.runs
  run.results = kept.map(index => structuredClone(run.results[index]))
  return semgrep
}

/** A project whose default branch was scanned, where Dan is a maintainer. */
const made = setUpOnce(async ({ api, newScene }) => {
  const scene = await newScene()
  const call = api()
  await call('PUT', `projects/${scene.projectId}/members/${scene.people.dan.id}`, { access_level: 40 })
  const commit = (branch: string, path: string, content: string, more: object = {}) =>
    call('POST', `projects/${scene.projectId}/repository/commits`, {
      ...{ branch, commit_message: 'Change orders', actions: [{ action: 'create', file_path: path, content }] },
      ...more,
    })
  const send = async (ref: string, body: object) =>
    expect((await call('POST', `projects/${scene.projectId}/security_reports?ref=${ref}`, body)).status).toBe(201)
  await commit('main', 'src/orders.py', orders)
  await send('main', report('semgrep.sarif'))
  return { scene, commit, send, list: `${scene.path}/-/security/vulnerability_report` }
})

test('PREMIUM-038 a maintainer finds a vulnerability, reads its code, dismisses it with a reason and opens it again', async () => {
  const { scene, list } = made()
  const page = await scene.openAs('dan', scene.path)
  await page.getByRole('link', { name: 'Vulnerabilities' }).click()
  await expect(page).toHaveURL(list)
  await expect(page.getByRole('row').filter({ hasText: sqlTitle })).toContainText('src/orders.py:7')
  expect(await violations(page)).toEqual([])
  await page
    .getByRole('list', { name: 'Vulnerabilities by severity' })
    .getByRole('link', { name: /^Medium/ })
    .click()
  await expect(page.getByRole('link', { name: sqlTitle })).toHaveCount(0)
  await page.getByRole('link', { name: hashTitle }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(hashTitle)
  await expect(page.getByRole('region', { name: 'Code of src/orders.py' })).toContainText('hashlib.md5(text)')
  await expect(page.getByRole('link', { name: 'CWE-327' })).toHaveAttribute('rel', /noopener/)
  // The report links to a script.
  await expect(page.getByRole('link', { name: 'python.lang.security.weak-hash' })).toHaveCount(0)
  await hydrated(page)
  await page.getByRole('button', { name: 'Change state' }).click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await page.getByLabel('Reason').selectOption('Used in tests')
  await page.getByLabel('Comment').fill('Only a checksum of fixtures')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText('set the state from detected to dismissed: used in tests')
  await expect(history).toContainText('Only a checksum of fixtures')

  await page.goto(`${list}?state=dismissed`)
  await hydrated(page)
  await page.getByRole('checkbox', { name: `Select ${hashTitle}` }).check()
  await page.getByRole('button', { name: 'Set to detected' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Set to detected' }).click()
  await expect(page.getByText('1 vulnerability set to detected')).toBeVisible()
  await expect(page.getByText('No vulnerabilities with this state')).toBeVisible()
  await page.close()
})

test('PREMIUM-038 two people change one vulnerability: the page follows, and an open dialog says so before it replaces the state', async ({
  api,
}) => {
  const { scene, list } = made()
  const page = await scene.openAs('dan', list)
  await page.getByRole('link', { name: sqlTitle }).click()
  await hydrated(page)
  const id = page.url().split('/').at(-1)
  await page.getByRole('button', { name: 'Change state' }).click()
  await page.getByRole('menuitem', { name: 'Dismiss' }).click()
  await page.getByLabel('Comment').fill('Not reachable')
  expect((await api()('POST', `vulnerabilities/${id}/confirm`, { comment: 'It is reachable' })).status).toBe(201)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Someone else set the state to confirmed')
  await expect(dialog.getByLabel('Comment')).toHaveValue('Not reachable')
  await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('from confirmed to dismissed')
  expect((await api()('POST', `vulnerabilities/${id}/revert`, {})).status).toBe(201)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('from dismissed to detected')
  await page.close()
})

test('PREMIUM-038 ISSUE-032 an issue is created from a vulnerability, and its page names it to those who may see it', async () => {
  const { scene, list } = made()
  const page = await scene.openAs('dan', list)
  await page.getByRole('link', { name: sqlTitle }).click()
  await hydrated(page)
  const id = page.url().split('/').at(-1)
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByLabel('Title')).toHaveValue(`Investigate vulnerability: ${sqlTitle}`)
  await expect(page.getByRole('checkbox', { name: 'Confidential' })).toBeChecked()
  await page.getByRole('dialog').getByRole('button', { name: 'Create issue' }).click()
  await expect(page).toHaveURL(/\/-\/issues\/\d+$/)
  const related = page.getByRole('region', { name: 'Related vulnerabilities' })
  await expect(related.getByRole('link', { name: sqlTitle })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.goto(`${scene.path}/-/issues/new?vulnerability_id=${id}`)
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Title' }).fill('Mend the query')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(related.getByRole('link', { name: sqlTitle })).toBeVisible()
  await expect(page.getByText('Unable to create link to vulnerability')).toHaveCount(0)
  const address = page.url()
  await page.goto(`${list.replace('vulnerability_report', 'vulnerabilities')}/${id}`)
  await expect(page.getByRole('region', { name: 'Issues and merge requests' }).getByRole('listitem')).toHaveCount(2)
  await page.close()

  const reporter = await scene.openAs('rita', address)
  await expect(reporter.getByRole('heading', { level: 1 })).toHaveText('Mend the query')
  await expect(reporter.getByRole('link', { name: 'Vulnerabilities' })).toHaveCount(0)
  await expect(reporter.getByText(sqlTitle)).toHaveCount(0)
  await reporter.close()
})

test('PREMIUM-038 a merge request shows what is new by its change as soon as the report comes in', async ({ api }) => {
  const { scene, commit, send } = made()
  await commit('orders', 'src/more.py', 'x = 1\n', { start_branch: 'main' })
  const { iid } = (
    await api()('POST', `projects/${scene.projectId}/merge_requests`, {
      ...{ source_branch: 'orders', target_branch: 'main', title: 'More orders' },
    })
  ).body as { readonly iid: number }
  const page = await scene.openAs('dan', `${scene.path}/-/merge_requests/${iid}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('More orders')
  await hydrated(page)
  const part = page.getByRole('region', { name: 'Security findings' })
  await expect(part).toHaveCount(0)
  const added = resultsOf(0, 1, 0)
  added.runs[0].results[2].locations[0].physicalLocation.artifactLocation.uri = 'src/more.py'
  await send('orders', added)
  await expect(part).toContainText('1 new security finding')
  await part.getByRole('button', { name: 'Show findings' }).click()
  await expect(part.getByRole('heading', { name: 'New by this change' })).toBeVisible()
  await expect(part.getByRole('listitem')).toContainText('src/more.py')
  expect(await violations(page)).toEqual([])
  await page.close()
})

test('a group finds the projects that depend on a package before a version', async () => {
  const { scene, send } = made()
  await send('main', report('npm.cdx.json'))
  const page = await scene.openAs('dan', `${scene.path}/-/dependencies`)
  await expect(page.getByRole('row').filter({ hasText: 'lodash' })).toContainText('CVE-2021-23337')
  expect(await violations(page)).toEqual([])
  const [, group] = scene.path.split('/')
  await page.goto(`/groups/${group}/-/dependencies`)
  await hydrated(page)
  await page.getByRole('searchbox', { name: 'Package' }).fill('lodash')
  await page.getByRole('textbox', { name: 'Version' }).fill('4.17.21')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page).toHaveURL(/package=lodash/)
  await expect(page.getByRole('row').filter({ hasText: '4.17.15' })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: 'warp' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Version' }).fill('4.17.15')
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('No project that you can see has a matching dependency')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.close()
})
