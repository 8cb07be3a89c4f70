import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { getVulnerabilityReport } from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import { vulnerabilityLimits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { closeReaders } from '#server/platform/git/cat-file.ts'
import { createRepository, repositoryDir } from '#server/platform/git/storage.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { commitFiles } from '#server/platform/git/writing/commit-files.ts'
import { reportText } from '#test/world/security-report.ts'
import { site } from '#test/world/site.ts'

async function scene() {
  const dataDir = await mkdtemp(join(tmpdir(), 'weft-reports-'))
  const made = await site({ settings: { DATA_DIR: dataDir } })
  const dir = repositoryDir(dataDir, made.project.id)
  onTestFinished(async () => {
    closeReaders(dir)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
  })
  await createRepository(dir)
  const actions = [{ action: 'create', path: 'README.md', content: Buffer.from('# Loom') }] as const
  await commitFiles(dir, { branch: 'main', message: 'Begin', author: ann, actions: [...actions] })
  const token = await made.token(made.users.dan.id)
  const url = `/api/v4/projects/${made.project.id}/security_reports`
  return {
    ...made,
    url,
    count: async () =>
      (await made.as('dan').call(getVulnerabilityReport, { namespace: made.project.fullPath })).vulnerabilities.length,
    send: async (payload: string | Buffer, { headers, ...given }: InjectOptions = {}) => {
      const reply = await made.app.inject({
        ...{ method: 'POST', url, payload, ...given },
        headers: { 'content-type': 'application/json', 'private-token': token, ...headers },
      })
      return [reply.statusCode, reply.body] as const
    },
  }
}

/** Files of bodies that no request holds any more. */
const leftOver = async () => (await readdir(tmpdir())).filter(name => name.startsWith('weft-body-'))

/** The file of a request goes after its answer. */
const expectNoneBut = (before: readonly string[]) =>
  expect.poll(async () => (await leftOver()).filter(name => !before.includes(name))).toEqual([])

test.each(['application/json', 'application/sarif+json', 'application/vnd.cyclonedx+json'])(
  'a report is the whole body of a request of the type %s, and nothing of it stays on the disk',
  async type => {
    const it = await scene()
    const before = await leftOver()
    const [status, body] = await it.send(reportText('semgrep.sarif'), {
      url: `${it.url}?ref=main&category=shop`,
      headers: { 'content-type': type },
    })
    expect([status, JSON.parse(body)]).toMatchObject([
      201,
      { ref: 'main', scans: [{ category: 'shop', new_count: 2 }] },
    ])
    expect(await it.count()).toBe(2)
    await expectNoneBut(before)
  },
)

test('a report may be a file of a form', async () => {
  const it = await scene()
  const lines = [
    ...['--x', 'Content-Disposition: form-data; name="ref"', '', 'main'],
    ...[
      '--x',
      'Content-Disposition: form-data; name="report"; filename="gl-sast-report.json"',
      'Content-Type: application/json',
      '',
    ],
    ...[reportText('gitlab-sast.json'), '--x--', ''],
  ]
  const [status] = await it.send(lines.join('\r\n'), { headers: { 'content-type': 'multipart/form-data; boundary=x' } })
  expect([status, await it.count()]).toEqual([201, 2])
})

test.each<[string, string | Buffer, InjectOptions, number, string]>([
  ['no body', '', {}, 400, 'The report is not valid JSON'],
  ['no JSON', '{', {}, 400, 'The report is not valid JSON'],
  [
    'too much',
    Buffer.alloc(vulnerabilityLimits.reportMebibytes * 1024 * 1024 + 1, ' '),
    {},
    413,
    '413 Request Entity Too Large',
  ],
  [
    'parameters of a form',
    'report=x',
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    400,
    'report is invalid',
  ],
  ['bytes that are compressed', gzipSync('{}'), {}, 400, 'The report is not valid JSON'],
])('%s is refused with a sentence, and leaves no file', async (_what, payload, given, status, sentence) => {
  const it = await scene()
  const before = await leftOver()
  const [answered, body] = await it.send(payload, given)
  expect([answered, body]).toEqual([status, expect.stringContaining(sentence)])
  await expectNoneBut(before)
})

test('a stranger, and a token that can only read, send nothing', async () => {
  const it = await scene()
  const reading = await it.token(it.users.dan.id, { scopes: ['read_api'] })
  const text = reportText('semgrep.sarif')
  expect((await it.send(text, { headers: { 'private-token': reading } }))[0]).toBe(403)
  const { statusCode } = await it.app.inject({
    ...{ method: 'POST', url: it.url, payload: text },
    headers: { 'content-type': 'application/json' },
  })
  expect([statusCode, await it.count()]).toEqual([401, 0])
})
