import { expect, test } from 'vitest'
import { createRelease, deleteRelease, getRelease } from '#contract/deploy/releases.ts'
import {
  unsubscribeAtOnce,
  unsubscribeByMail,
  updateNotificationSettings,
  updateProjectNotificationSettings,
} from '#contract/feeds/notifications.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

const cast = ['olga', 'mina', 'dan', 'rita', 'gus', 'nina'] as const

/** A project with a commit that some people watch. They chose it while everyone could see the project. */
async function watchedWorld(watching: readonly Member[], visibility: 'private' | 'public' = 'private') {
  const built = await codeWorld()
  await built.commit({ 'a.txt': '1' })
  const { as, db, deliver, project, users } = built
  const id = project.id
  const show = (to: 'private' | 'public') =>
    db.updateTable('namespaces').set({ visibility: to }).where('id', 'in', [id, built.group.id]).execute()
  await show('public')
  for (const who of watching) await as(who).call(updateProjectNotificationSettings, { id, level: 'watch' })
  await show(visibility)
  return {
    ...built,
    release: async (tagName: string, given: object = {}) => {
      await as('dan').call(createRelease, { id, tagName, ref: 'main', ...given })
      await deliver()
    },
    mails: async () => {
      const rows = await db.selectFrom('mails').selectAll().orderBy('id').execute()
      const names = new Map(Object.entries(users).map(([name, user]) => [user.id, name]))
      return rows.map(row => ({
        ...row,
        to: names.get(row.userId ?? 0),
        headers: row.headers as Readonly<Record<string, string>>,
      }))
    },
  }
}

test.each([
  ['private', {}, ['mina', 'olga', 'rita']],
  ['public', {}, ['gus', 'mina', 'nina', 'olga', 'rita']],
  ['public', { releasesAccessLevel: 'private' }, ['gus', 'mina', 'olga', 'rita']],
  [
    'public',
    { repositoryAccessLevel: 'private', mergeRequestsAccessLevel: 'private' },
    ['gus', 'mina', 'olga', 'rita'],
  ],
  ['public', { emailsEnabled: false }, []],
] as const)(
  'PERM-003 NOTIF-004 a release of a %s project with %o is mailed to those who watch it and may open it, but not to its author',
  async (visibility, settings, expected) => {
    const { as, project, release, mails } = await watchedWorld(cast, visibility)
    if (Object.keys(settings).length > 0) await as('olga').call(updateProject, { id: project.id, ...settings })
    await release('v1.0', { name: 'First' })
    expect((await mails()).map(mail => mail.to).toSorted()).toEqual(expected)
    if ('emailsEnabled' in settings) return
    const opening = await Promise.all(
      cast.map(async who => [who, (await as(who).reply(getRelease, { id: project.id, tagName: 'v1.0' })).status]),
    )
    const readers = opening.flatMap(([who, status]) => (status === 200 && who !== 'dan' ? [who] : []))
    expect(readers.toSorted()).toEqual(expected)
  },
)

test('NOTIF-004 the mail of a release has its notes and files, and not its milestones or what its readers may not know', async () => {
  const { build, release, mails } = await watchedWorld(['rita'])
  const secret = await build.issue({ title: 'Secret', confidential: true })
  await release('v1.0', {
    name: 'First',
    description: `**Faster**, see #${secret.iid}`,
    assets: {
      links: [
        { name: 'App', url: 'https://x.test/app.zip', filepath: '/bin/app.zip' },
        { name: '<b>Guide', url: 'https://x.test/guide' },
      ],
    },
  })
  const [mail] = await mails()
  const page = 'http://weft.test/weft/loom/-/releases/v1.0'
  expect(mail).toMatchObject({
    subject: 'Loom | New release: First (v1.0)',
    senderName: 'Dan',
    text: expect.stringContaining(
      `Dan released First.\n\n**Faster**, see #${secret.iid}\n\nAssets:\n- App: ${page}/downloads/bin/app.zip\n- <b>Guide: https://x.test/guide`,
    ),
    headers: {
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-GitLab-Project-Path': 'weft/loom',
      'X-GitLab-NotificationReason': '',
    },
  })
  expect(mail?.html).toContain('<strong>Faster</strong>')
  expect(mail?.html).toContain('&lt;b&gt;Guide')
  expect(mail?.html).not.toMatch(/Secret|issues\/\d/)
})

test('NOTIF-004 the event new_release is chosen by itself, and left out of a custom choice without it', async () => {
  const { as, project, release, mails } = await watchedWorld([])
  await as('rita').call(updateProjectNotificationSettings, { id: project.id, level: 'custom', newRelease: true })
  await as('gus').call(updateNotificationSettings, { level: 'mention' })
  await as('mina').call(updateNotificationSettings, { level: 'custom', newNote: true })
  await as('olga').call(updateNotificationSettings, { level: 'custom', newRelease: true })
  await as('dan').call(updateNotificationSettings, { level: 'watch' })
  await release('v1.0', { releasedAt: '2999-05-01T00:00:00Z' })
  const written = await mails()
  expect(written.map(mail => mail.to).toSorted()).toEqual(['olga', 'rita'])
  expect(written[0]).toMatchObject({
    subject: 'Loom | New release: v1.0',
    text: expect.stringContaining('Dan announced release v1.0 for 2999-05-01.'),
  })
})

test('NOTIF-001 RFC 8058: one POST ends the mails about releases of a project until a level is chosen again', async () => {
  const { as, project, release, mails } = await watchedWorld(['rita'])
  await release('v1.0')
  const [mail] = await mails()
  const key = /sent_notifications\/([\w-]+)\/unsubscribe/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
  expect((await as('anon').reply(unsubscribeByMail, { key })).status).toBe(200)
  await release('v1.1')
  expect((await as('anon').reply(unsubscribeAtOnce, { key })).status).toBe(200)
  await release('v1.2')
  expect((await mails()).map(each => each.subject)).toEqual(['Loom | New release: v1.0', 'Loom | New release: v1.1'])
  await as('rita').call(updateProjectNotificationSettings, { id: project.id, level: 'watch' })
  // The key outlives its release.
  await as('dan').call(deleteRelease, { id: project.id, tagName: 'v1.0' })
  await release('v1.3')
  expect(await mails()).toHaveLength(3)
  expect((await as('anon').reply(unsubscribeAtOnce, { key })).status).toBe(200)
  await release('v1.4')
  expect(await mails()).toHaveLength(3)
})
