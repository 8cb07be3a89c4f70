import { expect, inject, test } from 'vitest'
import { listProjectUploads, showProjectUpload } from '#contract/foundation/uploads.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { listProjectIssues } from '#contract/plan/issues/issues.ts'
import { cancelIssueImport, issueImportPage, startIssueImport } from '#contract/transfer/issue-imports.ts'
import { importFromJira } from '#contract/transfer/jira-imports.ts'
import { runImport } from '#server/transfer/issue-imports/run.ts'
import { asJson, cloudDocument, cloudFile, cloudIssue, recordedJira } from '#test/world/recorded-jira.ts'
import { type World, world } from '#test/world/world.ts'

const allowing = { settings: { WEBHOOKS_TO: '127.0.0.1', DATA_DIR: inject('dataDir') } }
const known = `Basic ${Buffer.from('ann@x.test:key').toString('base64')}`

async function fetched(it: World, url: string): Promise<number> {
  const given = { namespace: it.project.fullPath, url, email: 'ann@x.test', token: 'key', projectKey: 'LOOM' }
  const { id } = await it.as('mina').call(importFromJira, given)
  await it.deliver()
  return id
}

async function imported(it: World, url: string) {
  const id = await fetched(it, url)
  await it.as('mina').call(startIssueImport, { namespace: it.project.fullPath, id })
  await it.deliver()
  return it.as('mina').call(issueImportPage, { namespace: it.project.fullPath, id })
}

const issuesOf = ({ as, project }: World) =>
  as('root').call(listProjectIssues, { id: project.id, orderBy: 'created_at', sort: 'asc', state: 'all' })

/** A site of Jira Cloud with one issue, whose files are at a host of their own. */
async function cloudSite() {
  const media = await recordedJira((_request, response, url) => void response.end(`content of ${url.pathname}`))
  const jira = await recordedJira((request, response, url) => {
    if (url.pathname.startsWith('/rest/api/3/attachment/')) {
      response.writeHead(303, { location: `${media.url}/file/${url.pathname.split('/').at(-1)}?token=t` })
      return response.end()
    }
    const host = `http://${request.headers.host}`
    const file = (id: number, filename: string) => ({
      id: String(id),
      filename,
      size: 20,
      mimeType: 'text/html',
      content: `${host}/rest/api/3/attachment/content/${id}`,
    })
    const comment = { body: cloudDocument(cloudFile('log.txt')), created: '2026-04-01T10:00:00.000+0000' }
    return asJson(response, {
      issues: [
        cloudIssue(1, {
          description: cloudDocument(cloudFile('shot.png'), cloudFile('unknown.png')),
          attachment: [file(1, 'shot.png'), file(2, 'log.txt'), file(3, 'plan ~ <b>.pdf')],
          comment: { comments: [comment] },
        }),
      ],
      isLast: true,
    })
  })
  return { jira, media }
}

test('LIST-014 attachments from Jira become uploads, shown where Jira shows them, without credentials for its media host', async () => {
  const it = await world(allowing)
  const { jira, media } = await cloudSite()
  const { import: shown } = await imported(it, jira.url)
  expect(shown).toMatchObject({ state: 'finished', createdCount: 1, attachmentCount: 3, noticeCount: 0 })
  const uploads = await it.as('mina').call(listProjectUploads, { id: it.project.id })
  expect(uploads.map(upload => upload.filename).sort()).toEqual(['log.txt', 'plan_b_.pdf', 'shot.png'])
  const [issue] = await issuesOf(it)
  expect(issue?.description).toMatch(
    /^!\[shot\]\(\/uploads\/\w+\/shot\.png\)\n\n`unknown\.png`\n\n---\n\n[\s\S]*\n- Attachment: \[plan_b_\.pdf\]\(\/uploads\/\w+\/plan_b_\.pdf\)$/,
  )
  const notes = await it.as('root').call(issueDiscussion.listNotes, { id: it.project.id, issueIid: issue?.iid ?? 0 })
  const note = notes.find(each => !each.system)
  const [, secret = ''] = /\[log\.txt\]\(\/uploads\/(\w+)\/log\.txt\)$/.exec(note?.body ?? '') ?? []
  const file = await it.as('rita').reply(showProjectUpload, { id: it.project.id, secret, filename: 'log.txt' })
  expect(file).toMatchObject({ status: 200, body: Buffer.from('content of /file/2') })
  expect(jira.asked.filter(line => line.includes('attachment')).every(line => line.endsWith(known))).toBe(true)
  expect(media.asked.toSorted()).toEqual(['/file/1 -', '/file/2 -', '/file/3 -'])
})

test('LIST-014 the token of an import with attachments is forgotten when it ends, and nothing is imported twice', async () => {
  const it = await world(allowing)
  const { jira, media } = await cloudSite()
  const remotes = () => it.db.selectFrom('issueImports').select('remote').execute()
  const discarded = await fetched(it, jira.url)
  expect(await remotes()).toMatchObject([{ remote: { authorization: known } }])
  await it.as('mina').call(cancelIssueImport, { namespace: it.project.fullPath, id: discarded })
  expect(await remotes()).toEqual([])
  const { import: shown } = await imported(it, jira.url)
  expect(await remotes()).toEqual([{ remote: null }])
  await runImport(it.as('mina').ctx, shown.id)
  expect(media.asked).toHaveLength(3)
  expect(await it.as('mina').call(listProjectUploads, { id: it.project.id })).toHaveLength(3)
})

test.each<[string, object, RegExp]>([
  ['a file that is gone', { path: '/gone' }, /It no longer exists in Jira$/],
  ['a file that is refused', { path: '/refused' }, /Jira denied access to it$/],
  ['a redirect inward', { path: '/inward' }, /Requests to the local network are not allowed$/],
  ['a redirect without end', { path: '/round' }, /Jira redirected too many times$/],
  ['a redirect to a file', { path: '/scheme' }, /an insecure address$/],
  ['a file of another host', { content: 'https://elsewhere.test/file' }, /outside the Jira site$/],
  ['a file that is too large', { path: '/file', size: 200 * 1024 ** 2 }, /larger than 100 MiB$/],
  ['a file that is larger than Jira says', { path: '/huge' }, /larger than 100 MiB$/],
])('LIST-014 %s is not imported, and the report says so', async (_what, attachment, reason) => {
  const it = await world(allowing)
  const jira = await recordedJira((request, response, url) => {
    const host = `http://${request.headers.host}`
    const redirect = (location: string) => response.writeHead(302, { location }).end()
    switch (url.pathname) {
      case '/gone':
        return response.writeHead(404).end()
      case '/refused':
        return response.writeHead(403).end()
      case '/inward':
        return redirect('http://[::1]:22/')
      case '/round':
        return redirect('/round')
      case '/scheme':
        return redirect('file:///etc/passwd')
      case '/huge':
        return response.writeHead(200, { 'content-length': 200 * 1024 ** 2 }).write('x')
      default: {
        const { path = '', ...given } = attachment as { readonly path?: string }
        const file = { filename: 'big "1".iso', size: 1, content: `${host}${path}`, ...given }
        return asJson(response, { issues: [cloudIssue(1, { attachment: [file] })], isLast: true })
      }
    }
  })
  const { import: shown, rows } = await imported(it, jira.url)
  expect(shown).toMatchObject({ state: 'finished', createdCount: 1, faultyCount: 0, noticeCount: 1 })
  expect(rows).toMatchObject([{ outcome: 'created', notices: [expect.stringMatching(reason)] }])
  expect(await it.as('mina').call(listProjectUploads, { id: it.project.id })).toEqual([])
  expect((await issuesOf(it))[0]?.description).toContain('- Attachment: [big "1".iso](<http')
  const [mail] = await it.db.selectFrom('mails').select('text').execute()
  expect(mail?.text).toContain('- LOOM-1: Attachment "big "1".iso" was not imported.')
})

test('LIST-014 names from Jira cannot be HTML, mentions or quick actions', async () => {
  const it = await world(allowing)
  const name = '<img src=x onerror=alert(1)>\n/close\n@dan ~bug'
  const jira = await recordedJira((_request, response) =>
    asJson(response, {
      issues: [
        cloudIssue(1, {
          summary: '<b>Warp</b>',
          reporter: { accountId: 'a', displayName: name },
          priority: { name },
          attachment: [{ filename: `${name}.png`, content: 'https://elsewhere.test/<b>' }],
          comment: { comments: [{ author: { displayName: name }, body: cloudDocument(), created: '2026-04-01' }] },
        }),
      ],
      isLast: true,
    }),
  )
  await imported(it, jira.url)
  const [issue] = await issuesOf(it)
  expect(issue).toMatchObject({ title: '<b>Warp</b>', state: 'opened' })
  const html = JSON.stringify(
    await it.db
      .selectFrom('issuables')
      .select('descriptionHtml')
      .where('id', '=', issue?.id ?? 0)
      .execute(),
  )
  expect(html).toContain('/close @dan ~bug')
  expect(html).not.toMatch(/<img|<b>|gfm|data-user/)
})

test('LIST-014 a Jira that answers with the same page again and again is given up', async () => {
  const it = await world(allowing)
  const jira = await recordedJira((_request, response) =>
    asJson(response, { issues: [cloudIssue(1, {})], nextPageToken: 'again', isLast: false }),
  )
  const id = await fetched(it, jira.url)
  const shown = await it.as('mina').call(issueImportPage, { namespace: it.project.fullPath, id })
  expect(shown.import).toMatchObject({ state: 'failed', reason: expect.stringMatching(/the same page/) })
  expect(jira.asked).toHaveLength(2)
})
