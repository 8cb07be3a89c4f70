import { expect, type Page } from '@playwright/test'
import { expectAccessible, inEachLook, looksAt } from './accessibility.ts'
import { setUpOnce, test } from './fixtures.ts'
import { live } from './issues-scene.ts'
import { signIn } from './sign-in.ts'

// Several people sign in on a machine that may be busy.
test.setTimeout(180_000)

const comment = (page: Page, author: string) => page.getByRole('article', { name: `Comment by ${author}` })
const more = (page: Page, author: string) => comment(page, author).getByRole('button', { name: 'More actions' })
const offer = (page: Page) => page.getByRole('menuitem', { name: 'Report abuse' })
const told = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')

/** No barrier; pictures of it to look at. */
async function look(page: Page, what: string, file: string) {
  await expectAccessible(page, what)
  await inEachLook(page, looksAt(390, 1440), look => page.screenshot({ path: `${file}-${look}.png` }))
}

test.describe('reports of abuse', () => {
  const made = setUpOnce(async ({ api, browser, weft, newScene }) => {
    const scene = await newScene()
    const { gus, rita } = scene.people
    const [gusName, ritaName] = await Promise.all(
      [gus, rita].map(async ({ id }) => (Object((await api()('GET', `users/${id}`)).body) as { name: string }).name),
    )
    if (gusName === undefined || ritaName === undefined) throw new Error('the scene has no people')
    const apiOf = async ({ id }: { readonly id: number }) => {
      const made = await api()('POST', `users/${id}/personal_access_tokens`, { name: 'journey', scopes: ['api'] })
      return api((Object(made.body) as { token: string }).token)
    }
    const asGus = await apiOf(gus)
    const issues = `projects/${scene.projectId}/issues`
    const made = await asGus('POST', issues, { title: 'Cheap wool here', description: 'Buy *now*' })
    const { iid } = Object(made.body) as { iid: number }
    await asGus('POST', `${issues}/${iid}/notes`, { body: 'Visit my shop' })
    await (await apiOf(rita))('POST', `${issues}/${iid}/notes`, { body: 'No, thank you' })
    const path = `${scene.path}/-/issues/${iid}`
    const admin = await (await browser.newContext({ baseURL: weft.baseURL })).newPage()
    await signIn(admin.context(), 'root', weft.rootPassword)
    await admin.goto('/admin/users')
    const way = admin.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: /^Abuse reports/ })
    await way.click()
    const open = admin.getByRole('list', { name: 'Open reports' }).getByRole('listitem').filter({ hasText: gusName })
    const page = await scene.openAs('rita', path)
    const dialog = page.getByRole('dialog', { name: 'Report abuse' })
    const spam = dialog.getByRole('radio', { name: 'Spam or advertising' })
    const box = dialog.getByRole('textbox', { name: 'Additional details' })
    const send = dialog.getByRole('button', { name: 'Send report' })
    return { scene, path, gusName, ritaName, admin, way, open, page, dialog, spam, box, send }
  })

  test('NOTE-018 abuse is reported on what others wrote', async ({ screenshots }) => {
    const { gusName, ritaName, admin, open, page, dialog, spam } = made()
    await expect(admin.getByRole('heading', { level: 1, name: 'Abuse reports' })).toBeVisible()
    await expect(open).toHaveCount(0)
    await more(page, ritaName).click()
    await expect(page.getByRole('menuitem', { name: 'Delete comment' })).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await more(page, gusName).click()
    await offer(page).click()
    await expect(spam).toBeFocused()
    await expect(dialog).toContainText(`${gusName} will not be notified.`)
    await look(page, 'the dialog', `${screenshots}/abuse-dialog`)
  })

  test('a report says in place what it lacks', async () => {
    const { dialog, spam, box, send } = made()
    await send.click()
    await expect(dialog.getByText('Choose a reason.')).toBeVisible()
    await expect(spam).toBeFocused()
    await dialog.getByRole('radio', { name: 'Something else' }).check()
    await send.click()
    await expect(dialog.getByText('Describe the problem.')).toBeVisible()
    await expect(box).toBeFocused()
  })

  test('choices and text stay while the dialog is closed', async () => {
    const { gusName, page, dialog, spam, box } = made()
    await spam.check()
    await box.fill('He does it everywhere')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(more(page, gusName)).toBeFocused()
    await page.keyboard.press('Enter')
    await offer(page).click()
    await expect(spam).toBeChecked()
    await expect(box).toHaveValue('He does it everywhere')
  })

  test('a report that fails takes nothing away', async () => {
    const { gusName, page, dialog, box, send } = made()
    await page.route('**/-/abuse_reports', route => route.abort())
    await send.click()
    await expect(dialog.getByRole('alert')).toContainText('Could not reach the server')
    await expect(box).toHaveValue('He does it everywhere')
    await page.unroute('**/-/abuse_reports')
    await box.press('Control+Enter')
    await expect(told(page).last()).toContainText('An administrator will review your report.')
    await expect(dialog).toHaveCount(0)
    await expect(more(page, gusName)).toBeFocused()
  })

  test('NOTE-019 a report is before the administrators at once', async () => {
    const { gusName, ritaName, way, open } = made()
    await expect(open).toHaveCount(1, live)
    await expect(open).toContainText(`Comment by ${gusName} on Cheap wool here`)
    await expect(open).toContainText('Spam')
    await expect(open).toContainText('Visit my shop')
    await expect(open).toContainText('He does it everywhere')
    await expect(open).toContainText(`Reported by ${ritaName}`)
    await expect(way).toContainText(/[1-9]/)
  })

  test('a second report of the same changes the first', async () => {
    const { open, page, dialog, box, send } = made()
    await page.keyboard.press('Enter')
    await offer(page).click()
    await expect(box).toHaveValue('')
    await dialog.getByRole('radio', { name: /^Phishing/ }).check()
    await send.click()
    await expect(told(page).last()).toContainText('Report updated.')
    await expect(open).toContainText('Phishing', live)
    await expect(open).toContainText('He does it everywhere')
  })

  test('ISSUE-016 an issue is reported by itself', async () => {
    const { open, page, dialog, send } = made()
    await page.getByRole('button', { name: 'More actions' }).first().click()
    await offer(page).click()
    await dialog.getByRole('radio', { name: 'Malware' }).check()
    await send.click()
    await expect(dialog).toHaveCount(0)
    await expect(open).toHaveCount(2, live)
    await expect(open.filter({ hasText: 'Malware' })).toContainText('2 open reports about this person')
  })

  test('NOTE-018 PERM-007 authors are not offered to report themselves', async () => {
    const { scene, path, gusName } = made()
    const author = await scene.openAs('gus', path)
    await more(author, gusName).click()
    await expect(author.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await expect(offer(author)).toHaveCount(0)
    await author.keyboard.press('Escape')
    await author.getByRole('button', { name: 'More actions' }).first().click()
    await expect(author.getByRole('menuitem', { name: 'Copy reference' })).toBeVisible()
    await expect(offer(author)).toHaveCount(0)
    await author.context().close()
  })

  test('a dismissal can be undone', async ({ screenshots }) => {
    const { admin, open } = made()
    await look(admin, 'the list', `${screenshots}/abuse-reports`)
    const ofIssue = open.filter({ hasText: 'Malware' })
    await ofIssue.getByRole('button', { name: 'Dismiss' }).click()
    await expect(open).toHaveCount(1)
    await expect(open.getByRole('button', { name: 'Dismiss' })).toBeFocused()
    await expect(told(admin).last()).toContainText('Report dismissed')
    await told(admin).last().getByRole('button', { name: 'Undo' }).click()
    await expect(open).toHaveCount(2)
  })

  test('a dismissed report is reopened', async () => {
    const { gusName, admin, open } = made()
    await open.filter({ hasText: 'Malware' }).getByRole('button', { name: 'Dismiss' }).click()
    await expect(open).toHaveCount(1)
    await admin
      .getByRole('navigation', { name: 'Reports by state' })
      .getByRole('link', { name: /^Closed/ })
      .click()
    const closed = admin
      .getByRole('list', { name: 'Closed reports' })
      .getByRole('listitem')
      .filter({ hasText: gusName })
    await expect(closed).toContainText('Malware')
    await expect(closed).toContainText('Closed by')
    await closed.getByRole('button', { name: 'Reopen' }).click()
    await expect(closed).toHaveCount(0)
    await admin.goBack()
  })

  test('a block closes all reports on a person, and reopens them when taken back', async ({ api }) => {
    const { scene, gusName, admin, open } = made()
    const { gus } = scene.people
    const state = async () => (Object((await api()('GET', `users/${gus.id}`)).body) as { state: string }).state
    await expect(open).toHaveCount(2)
    await open.first().getByRole('button', { name: 'Block user' }).click()
    await expect(open).toHaveCount(0)
    await expect(told(admin).last()).toContainText(`${gusName} blocked and 2 reports closed`)
    expect(await state()).toBe('blocked')
    await told(admin).last().getByRole('button', { name: 'Undo' }).click()
    await expect(open).toHaveCount(2)
    expect(await state()).toBe('active')
  })

  test('a person is reported on their page, never by themselves', async () => {
    const { scene, gusName, open, page, dialog, send } = made()
    const { gus, rita } = scene.people
    await page.goto(`/${gus.username}`)
    await page.getByRole('button', { name: 'Report abuse' }).click()
    await dialog.getByRole('radio', { name: 'Spam or advertising' }).check()
    await send.click()
    await expect(page.getByRole('button', { name: 'Report abuse' })).toBeFocused()
    await expect(open).toHaveCount(3, live)
    await expect(open.first()).toContainText(`Account of ${gusName}`)
    await page.goto(`/${rita.username}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Report abuse' })).toHaveCount(0)
  })
})
