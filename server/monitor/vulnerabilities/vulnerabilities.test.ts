import { expect, test } from 'vitest'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { getDependencies, getGroupDependencies } from '#contract/monitor/vulnerabilities/dependencies.ts'
import { sendSecurityReport } from '#contract/monitor/vulnerabilities/security-reports.ts'
import * as rest from '#contract/monitor/vulnerabilities/vulnerabilities.ts'
import * as pages from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import { codeWorld } from '#test/world/code.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { reportFile, reportText } from '#test/world/security-report.ts'
import { type Member, outcomeOf } from '#test/world/world.ts'
import { purgeScans } from './purge.ts'
import { vulnerabilities } from './slice.ts'

const orders = `import hashlib


def find(cursor, order_id):
    # The caller is a customer.
    # Orders of others must stay hidden.
    cursor.execute("select * from orders where id = " + order_id)
    return cursor.fetchone()


def digest(text):
    return hashlib.md5(text).hexdigest()
`

/** A project whose default branch was scanned by Semgrep, unless `scanned` is false. */
async function scene({ scanned = true }: { readonly scanned?: boolean } = {}) {
  const made = await codeWorld()
  const { as, project, commit } = made
  const first = await commit({ 'src/orders.py': orders })
  const send = async (content: string | object, more: object = {}, who: Member = 'dan') =>
    as(who).call(sendSecurityReport, { id: project.id, report: await reportFile(content), ...more })
  const list = (words: object = {}, who: Member = 'dan') =>
    as(who).call(pages.getVulnerabilityReport, { namespace: project.fullPath, ...words })
  const titled = async (words: object = {}) => (await list(words)).vulnerabilities.map(({ title }) => title)
  if (scanned) await send(reportText('semgrep.sarif'))
  const [sqlFromText] = scanned ? (await list()).vulnerabilities : []
  return {
    ...made,
    ...{ first, send, list, titled, id: sqlFromText?.id ?? 0 },
    page: (who: Member = 'dan', id = sqlFromText?.id ?? 0) =>
      as(who).call(pages.getVulnerabilityPage, { namespace: project.fullPath, vulnerabilityId: id }),
    ask: (who: Member, query: string, variables: object = {}) =>
      askGraphql(as(who).ctx, query, { path: project.fullPath, ...variables }),
  }
}

/** The report of Semgrep with some of its results. */
function resultsOf(...kept: readonly number[]): object {
  const report = JSON.parse(reportText('semgrep.sarif'))
  const [run] = report.runs
  run.results = kept.map(index => run.results[index])
  return report
}

const sqlTitle = 'The query is put together from text that a caller sends'
const hashTitle = 'MD5 is not resistant to collisions. Use SHA-256.'

test('a report of the default branch becomes vulnerabilities, and the same report again changes nothing', async () => {
  const it = await scene({ scanned: false })
  const { scans, ...reply } = await it.send(reportText('semgrep.sarif'))
  expect(reply).toEqual({
    format: 'sarif',
    sha: it.first,
    ref: 'main',
    changesVulnerabilities: true,
    dependencies: null,
  })
  const told = { reportType: 'sast', scanner: 'semgrep-oss', category: '', findingsCount: 2 }
  expect(scans).toEqual([{ ...told, newCount: 2, resolvedCount: 0, isUnchanged: false }])
  const before = await it.list()
  expect(before).toMatchObject({
    vulnerabilities: [
      { title: sqlTitle, severity: 'high', state: 'detected', location: { file: 'src/orders.py', startLine: 7 } },
      { title: hashTitle, severity: 'medium' },
    ],
    severities: { critical: 0, high: 1, medium: 1 },
    scanners: [{ externalId: 'semgrep-oss', name: 'Semgrep OSS' }],
    lastScan: { sha: it.first },
  })
  const events = () => it.db.selectFrom('events').select('id').where('name', '=', 'security_report.received').execute()
  expect(await events()).toHaveLength(1)
  expect((await it.send(reportText('semgrep.sarif'))).scans).toEqual([
    { ...told, newCount: 0, resolvedCount: 0, isUnchanged: true },
  ])
  expect(await it.list()).toEqual(before)
  expect(await events()).toHaveLength(1)
})

test('a vulnerability that a later scan of the same scanner no longer has is marked, and comes back with its history', async () => {
  const it = await scene()
  await it.commit({ 'README.md': '1' })
  expect((await it.send(resultsOf(1))).scans).toMatchObject([{ newCount: 0, resolvedCount: 1 }])
  const marks = async () =>
    (await it.list({ state: ['detected', 'confirmed', 'resolved'] })).vulnerabilities.map(each => [
      each.title,
      each.state,
      each.resolvedOnDefaultBranch,
    ])
  expect(await marks()).toEqual([
    [sqlTitle, 'detected', true],
    [hashTitle, 'detected', false],
  ])
  await it.as('mina').call(rest.resolveVulnerability, { id: it.id })
  await it.commit({ 'README.md': '2' })
  await it.send(resultsOf(0, 1))
  expect(await marks()).toEqual([
    [sqlTitle, 'detected', false],
    [hashTitle, 'detected', false],
  ])
  expect((await it.page()).history.map(({ kind, toState }) => [kind, toState])).toEqual([
    ['back', 'detected'],
    ['state', 'resolved'],
    ['gone', 'detected'],
  ])
})

test('moved lines keep a vulnerability, with its state and its new place', async () => {
  const it = await scene()
  await it.as('mina').call(rest.confirmVulnerability, { id: it.id })
  const sha = await it.commit({ 'src/orders.py': `# One line more\n${orders}` })
  const moved = reportText('semgrep.sarif')
    .replaceAll('"startLine": 7', '"startLine": 8')
    .replaceAll('"endLine": 7', '"endLine": 8')
  expect((await it.send(moved)).scans).toMatchObject([{ newCount: 0, resolvedCount: 0 }])
  expect((await it.page()).vulnerability).toMatchObject({ state: 'confirmed', location: { startLine: 8 }, sha })
})

test('a scanner that reports absolute paths finds the same vulnerability in whatever folder it runs', async () => {
  const it = await scene({ scanned: false })
  const scannedIn = (folder: string) =>
    reportText('semgrep.sarif').replaceAll('"uri": "src/', `"uri": "file://${folder}/src/`)
  const [first] = (await it.send(scannedIn('/builds/weft/loom'))).scans
  expect(first?.newCount).toBeGreaterThan(0)
  const [listed] = (await it.list()).vulnerabilities
  expect((await it.page('dan', listed?.id)).vulnerability.location).toMatchObject({ file: 'src/orders.py' })
  await it.commit({ 'README.md': '1' })
  const second = await it.send(scannedIn('/home/runner/work/src/loom%20copy'))
  expect(second.scans).toMatchObject([{ newCount: 0, resolvedCount: 0 }])
  // A path of which the commit has no part stays as it is.
  const elsewhere = await it.send(scannedIn('/usr').replaceAll('orders.py', 'unknown.py'), { category: 'other' })
  expect(elsewhere.scans).toMatchObject([{ newCount: first?.newCount }])
})

test('what another scanner, a scan that failed, and a scan of an older commit do not have stays', async () => {
  const it = await scene()
  const failed = JSON.parse(reportText('semgrep.sarif'))
  failed.runs[0].results = []
  failed.runs[0].invocations[0].executionSuccessful = false
  await it.commit({ 'README.md': '1' })
  expect((await it.send(failed)).scans).toMatchObject([{ resolvedCount: 0 }])
  await it.send(reportText('gitlab-sast.json'))
  await it.send(resultsOf(), { category: 'shop' })
  const old = await it.send(resultsOf(), { sha: it.first })
  expect(old).toMatchObject({ changesVulnerabilities: false, scans: [{ resolvedCount: 0 }] })
  expect((await it.list()).vulnerabilities.map(each => [each.severity, each.resolvedOnDefaultBranch])).toEqual([
    ['critical', false],
    ['high', false],
    ['medium', false],
    ['low', false],
  ])
})

test('a malformed report stores nothing, of an SBOM neither', async () => {
  const it = await scene({ scanned: false })
  const broken = JSON.parse(reportText('npm.cdx.json'))
  broken.vulnerabilities[1].affects = [{}]
  const refused = await it.as('dan').reply(sendSecurityReport, { id: it.project.id, report: await reportFile(broken) })
  expect([refused.status, refused.body]).toEqual([400, { error: 'vulnerabilities[1].affects[0].ref is missing' }])
  for (const table of ['securityScans', 'vulnerabilityScanners', 'sbomDocuments', 'vulnerabilities'] as const)
    expect(await it.db.selectFrom(table).select('id').execute()).toEqual([])
})

test.each<[string, object, number, string]>([
  ['a ref that is none', { ref: 'other' }, 404, 'Not Found'],
  ['a commit that is none', { sha: 'f'.repeat(40) }, 404, '404 Commit Not Found'],
  ['a category of two lines', { category: 'a\nb' }, 400, 'must be a single line'],
])('a report about %s is refused', async (_what, more, status, sentence) => {
  const it = await scene({ scanned: false })
  const report = await reportFile(reportText('semgrep.sarif'))
  const refused = await it.as('dan').reply(sendSecurityReport, { id: it.project.id, report, ...more })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([status, expect.stringContaining(sentence)])
})

test('a report about a commit that is not on its branch is refused', async () => {
  const it = await scene({ scanned: false })
  const sha = await it.commit({ a: '1' }, { branch: 'feature' })
  const report = await reportFile(reportText('semgrep.sarif'))
  const refused = await it.as('dan').reply(sendSecurityReport, { id: it.project.id, report, sha, ref: 'main' })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    422,
    expect.stringContaining('is not on the branch main'),
  ])
})

test.each<[Member | 'anon', string, string, string]>([
  ['anon', 'not_found', 'not_found', 'not_found'],
  ['nina', 'not_found', 'not_found', 'not_found'],
  ['gus', 'not_found', 'not_found', 'forbidden'],
  ['rita', 'not_found', 'not_found', 'forbidden'],
  ['dan', 'ok', 'forbidden', 'ok'],
  ['mina', 'ok', 'ok', 'ok'],
])(
  'PREMIUM-035 PREMIUM-036 %s reads vulnerabilities: %s, changes them: %s, sends reports: %s',
  async (who, reads, changes, sends) => {
    const it = await scene()
    const { as, id, project } = it
    const namespace = project.fullPath
    const one = { namespace, vulnerabilityId: id }
    const readings = [
      as(who).call(rest.listVulnerabilities, { id: project.id }),
      as(who).call(rest.getVulnerability, { id }),
      as(who).call(rest.listVulnerabilityIssueLinks, { id }),
      as(who).call(pages.getVulnerabilityReport, { namespace }),
      as(who).call(pages.getVulnerabilityPage, one),
      as(who).call(pages.getVulnerabilityCode, one),
      as(who).call(getDependencies, { namespace }),
    ]
    expect(await Promise.all(readings.map(outcomeOf))).toEqual(readings.map(() => reads))
    expect(await outcomeOf(as(who).call(rest.confirmVulnerability, { id }))).toBe(
      who === 'anon' ? 'not_found' : changes,
    )
    expect(
      await outcomeOf(as(who).call(pages.changeVulnerabilities, { namespace, ids: [id], state: 'resolved' })),
    ).toBe(changes)
    const report = await reportFile(reportText('semgrep.sarif'))
    expect(await outcomeOf(as(who).call(sendSecurityReport, { id: project.id, report }))).toBe(sends)
  },
)

test('PREMIUM-035 states change over REST with comment and reason; a state that it has already is a 304', async () => {
  const it = await scene()
  const { as, id } = it
  const dismissed = await as('mina').call(rest.dismissVulnerability, {
    id,
    comment: 'Only in tests',
    dismissalReason: 'used_in_tests',
  })
  expect(dismissed).toMatchObject({
    ...{
      state: 'dismissed',
      stateComment: 'Only in tests',
      dismissalReason: 'used_in_tests',
      dismissedById: it.users.mina.id,
    },
    ...{
      confirmedById: null,
      confirmedAt: null,
      dismissedAt: expect.any(String),
      severity: 'high',
      reportType: 'sast',
    },
    project: { pathWithNamespace: it.project.fullPath },
    finding: { location: { file: 'src/orders.py', startLine: 7 }, scanner: { externalId: 'semgrep-oss' } },
  })
  expect((await as('mina').reply(rest.dismissVulnerability, { id })).status).toBe(304)
  for (const [operation, state] of [
    [rest.confirmVulnerability, 'confirmed'],
    [rest.resolveVulnerability, 'resolved'],
    [rest.revertVulnerability, 'detected'],
  ] as const) {
    expect(await as('mina').call(operation, { id })).toMatchObject({ state, dismissalReason: null, dismissedAt: null })
    expect((await as('mina').reply(operation, { id })).status).toBe(304)
  }
  expect((await it.page()).history).toHaveLength(4)
})

test('PREMIUM-036 PREMIUM-037 issues are linked over REST by those who see both, once, and unlinked', async () => {
  const it = await scene()
  const { as, id, project } = it
  const hidden = await as('mina').call(createIssue, { id: project.id, title: 'Hidden', confidential: true })
  const link = (who: Member, more: object = {}) =>
    as(who).reply(rest.createVulnerabilityIssueLink, { id, targetIssueIid: hidden.iid, ...more })
  expect((await link('gus')).status).toBe(404)
  expect((await link('dan', { targetIssueIid: 999 })).status).toBe(404)
  const made = await link('dan')
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({ link_type: 'related', issue: expect.objectContaining({ title: 'Hidden' }) }),
  ])
  expect((await link('dan')).status).toBe(422)
  const links = await as('dan').call(rest.listVulnerabilityIssueLinks, { id })
  expect(links).toMatchObject([{ iid: hidden.iid, vulnerabilityLinkType: 'related' }])
  const linkId = links[0]?.vulnerabilityLinkId ?? 0
  expect(
    await as('dan').call(pages.getVulnerabilitiesOfIssue, { namespace: project.fullPath, iid: hidden.iid }),
  ).toMatchObject([{ id, title: sqlTitle, linkId }])
  await as('dan').call(rest.deleteVulnerabilityIssueLink, { id, issueLinkId: linkId })
  expect((await as('dan').reply(rest.deleteVulnerabilityIssueLink, { id, issueLinkId: linkId })).status).toBe(404)
})

test('a reader of an issue who may not see vulnerabilities is not told of them', async () => {
  const it = await scene()
  const { as, id, project } = it
  const issue = await as('dan').call(createIssue, { id: project.id, title: 'Mend the query' })
  await as('dan').call(rest.createVulnerabilityIssueLink, { id, targetIssueIid: issue.iid })
  const seen = (who: Member) =>
    as(who).call(pages.getVulnerabilitiesOfIssue, { namespace: project.fullPath, iid: issue.iid })
  expect([(await seen('dan')).length, (await seen('rita')).length, (await seen('gus')).length]).toEqual([1, 0, 0])
})

test('PREMIUM-038 an issue is created from a vulnerability, confidential, and only once', async () => {
  const it = await scene()
  const key = { namespace: it.project.fullPath, vulnerabilityId: it.id, title: 'Mend the query' }
  const { iid } = await it.as('dan').call(pages.createIssueFromVulnerability, key)
  expect((await it.page()).issues).toMatchObject([{ reference: `${it.project.fullPath}#${iid}`, isCreated: true }])
  const issue = await it.db
    .selectFrom('issuables')
    .select('confidential')
    .where('title', '=', 'Mend the query')
    .executeTakeFirst()
  expect(issue).toEqual({ confidential: true })
  const again = await it.as('dan').reply(pages.createIssueFromVulnerability, key)
  expect(again.status).toBe(409)
  expect(await it.db.selectFrom('issuables').select('id').where('title', '=', 'Mend the query').execute()).toHaveLength(
    1,
  )
})

test('PREMIUM-038 issues and merge requests are linked by reference or URL, as far as the actor sees them', async () => {
  const it = await scene()
  const { as, project } = it
  await it.commit({ a: '1' }, { branch: 'feature' })
  const mr = await as('dan').call(createMergeRequest, {
    id: project.id,
    title: 'Mend',
    sourceBranch: 'feature',
    targetBranch: 'main',
  })
  const issue = await as('dan').call(createIssue, { id: project.id, title: 'Open' })
  const one = { namespace: project.fullPath, vulnerabilityId: it.id }
  const link = (reference: string) => as('dan').reply(pages.linkToVulnerability, { ...one, reference })
  for (const none of ['#999', '!999', 'nobody/nothing#1', 'https://elsewhere.test/weft/loom/-/issues/1', 'x'])
    expect([none, (await link(none)).status]).toEqual([none, 400])
  for (const reference of [`#${issue.iid}`, `http://weft.test/${project.fullPath}/-/merge_requests/${mr.iid}`])
    expect((await link(reference)).status).toBe(204)
  expect((await link(`${issue.iid}`)).body).toMatchObject({
    message: { reference: ['is linked to this vulnerability already'] },
  })
  const { issues, mergeRequests } = await it.page()
  expect([issues.map(({ title }) => title), mergeRequests.map(({ title }) => title)]).toEqual([['Open'], ['Mend']])
  for (const [kind, linkId] of [
    ['issue', issues[0]?.linkId ?? 0],
    ['merge_request', mergeRequests[0]?.linkId ?? 0],
  ] as const)
    await as('dan').call(pages.unlinkFromVulnerability, { ...one, kind, linkId })
  const after = await it.page()
  expect([after.issues, after.mergeRequests]).toEqual([[], []])
})

test('PREMIUM-038 the list is filtered by state, severity, scanner and words, and counts what it lists', async () => {
  const it = await scene()
  await it.send(reportText('gitlab-sast.json'))
  expect(await it.titled({ severity: ['high', 'low'] })).toEqual([sqlTitle, 'Error of a deferred call is ignored'])
  expect(await it.titled({ scanner: ['gosec'] })).toHaveLength(2)
  expect(await it.titled({ search: 'CWE-89' })).toEqual([sqlTitle])
  expect(await it.titled({ search: 'cmd/fetch.go' })).toHaveLength(2)
  expect((await it.list({ search: 'fetch', severity: ['low'] })).severities).toMatchObject({
    critical: 1,
    low: 1,
    high: 0,
  })
  await it.as('mina').call(pages.changeVulnerabilities, {
    namespace: it.project.fullPath,
    ids: [it.id],
    state: 'dismissed',
    dismissalReason: 'false_positive',
  })
  expect(await it.titled()).toHaveLength(3)
  expect(await it.titled({ state: ['dismissed'] })).toEqual([sqlTitle])
  const refused = await it
    .as('dan')
    .reply(pages.getVulnerabilityReport, { namespace: it.project.fullPath, state: ['open'] })
  expect([refused.status, refused.body]).toEqual([400, { error: 'state does not have a valid value' }])
})

test('PREMIUM-038 a change on a page that shows an older state is refused', async () => {
  const it = await scene()
  const one = { namespace: it.project.fullPath, vulnerabilityId: it.id }
  await it.as('mina').call(pages.changeVulnerability, { ...one, state: 'confirmed', expected: { state: 'detected' } })
  const late = await it
    .as('olga')
    .reply(pages.changeVulnerability, { ...one, state: 'dismissed', expected: { state: 'detected' } })
  expect(late.status).toBe(409)
  expect((await it.page()).vulnerability.state).toBe('confirmed')
})

test('the code of a vulnerability is that of the scanned commit', async () => {
  const it = await scene()
  await it.commit({ 'src/orders.py': null })
  const code = await it
    .as('dan')
    .call(pages.getVulnerabilityCode, { namespace: it.project.fullPath, vulnerabilityId: it.id })
  expect(code).toEqual({
    ...{ path: 'src/orders.py', firstLine: 3, startLine: 7, endLine: 7 },
    lines: orders.split('\n').slice(2, 11),
    blobPath: `/${it.project.fullPath}/-/blob/${it.first}/src/orders.py#L7`,
  })
})

test('a merge request shows the findings that its change adds, most severe first, and how many it ends', async () => {
  const it = await scene({ scanned: false })
  const { as, project } = it
  await it.send(resultsOf(1))
  const sha = await it.commit({ a: '1' }, { branch: 'feature' })
  const mr = await as('dan').call(createMergeRequest, {
    id: project.id,
    title: 'Add',
    sourceBranch: 'feature',
    targetBranch: 'main',
  })
  const read = (who: Member = 'dan') =>
    as(who).call(pages.getFindingsOfMergeRequest, { namespace: project.fullPath, iid: mr.iid })
  expect(await read()).toMatchObject({ scanners: [], newCount: 0, newFindings: [] })
  expect(await it.send(resultsOf(0), { ref: 'feature' })).toMatchObject({ sha, changesVulnerabilities: false })
  await it.send(reportText('gitlab-sast.json'), { sha })
  expect(await it.titled()).toEqual([hashTitle])
  const found = await read()
  expect(found).toMatchObject({
    scanners: [
      { name: 'Gosec', isCompared: false },
      { name: 'Semgrep OSS', isCompared: true },
    ],
    ...{ newCount: 3, fixedCount: 1, sha },
    newFindings: [{ severity: 'critical' }, { title: sqlTitle, scanner: 'Semgrep OSS' }, { severity: 'low' }],
  })
  expect([await outcomeOf(read('rita')), await outcomeOf(read('mina'))]).toEqual(['not_found', 'ok'])
  const created = await as('mina').call(rest.createVulnerability, {
    id: project.id,
    findingId: found.newFindings[1]?.id ?? 0,
  })
  expect(created).toMatchObject({ title: sqlTitle, state: 'detected', severity: 'high' })
  const again = await as('mina').reply(rest.createVulnerability, {
    id: project.id,
    findingId: found.newFindings[1]?.id ?? 0,
  })
  expect(again.status).toBe(422)
})

test('an SBOM becomes the dependencies of the project, and a newer one of the same source replaces them', async () => {
  const it = await scene({ scanned: false })
  const sent = await it.send(reportText('npm.cdx.json'))
  expect(sent.dependencies).toEqual({
    source: 'package-lock.json',
    componentsCount: 3,
    isKept: true,
    isUnchanged: false,
  })
  const read = (words: object = {}) => it.as('dan').call(getDependencies, { namespace: it.project.fullPath, ...words })
  expect(await read()).toMatchObject({
    ...{ count: 3, affectedCount: 1, documents: [{ source: 'package-lock.json', tool: 'Trivy', sha: it.first }] },
    dependencies: [
      { name: '@loom/warp' },
      { name: 'lodash', licenses: ['MIT'], vulnerabilities: [{ severity: 'critical' }, {}] },
      {},
    ],
  })
  expect((await read({ affected: true })).dependencies.map(({ name }) => name)).toEqual(['lodash'])
  expect((await read({ search: 'warp' })).dependencies).toHaveLength(1)
  expect((await it.send(reportText('npm.cdx.json'))).dependencies?.isUnchanged).toBe(true)
  const newer = JSON.parse(reportText('npm.cdx.json'))
  newer.components = newer.components.slice(1)
  newer.vulnerabilities = []
  await it.commit({ 'README.md': '1' })
  expect(await it.send(newer)).toMatchObject({ scans: [{ resolvedCount: 2 }] })
  expect((await read()).dependencies.map(({ name }) => name)).toEqual(['@loom/warp', 'weft-core'])
  await it.commit({ a: '1' }, { branch: 'feature' })
  await it.send(reportText('npm.cdx.json'), { ref: 'feature' })
  expect((await read()).count).toBe(2)
})

test.each<[object, readonly string[]]>([
  [{ package: 'lodash', compare: '<', version: '4.17.21' }, ['lodash']],
  [{ package: 'lodash', compare: '<', version: '4.17.15' }, []],
  [{ package: 'LODASH', compare: '<=', version: 'v4.17.15.0' }, ['lodash']],
  [{ package: '@loom/', compare: '<', version: '2.0.0' }, ['@loom/warp']],
  [{ package: '@loom/warp', compare: '>', version: '2.0.0-rc.0' }, ['@loom/warp']],
  [{ package: 'weft-core', compare: '>', version: '1.9' }, ['weft-core']],
  [{ package: 'weft-core', compare: '=', version: '1.10' }, ['weft-core']],
  [{ affected: true }, ['lodash']],
])('a group finds the dependencies %j', async (words, names) => {
  const it = await scene({ scanned: false })
  await it.send(reportText('npm.cdx.json'))
  const found = await it.as('dan').call(getGroupDependencies, { namespace: it.group.fullPath, ...words })
  expect(found.dependencies.map(({ name }) => name)).toEqual(names)
  expect(found.projectsCount).toBe(names.length === 0 ? 0 : 1)
})

test('PERM-003 a group names only dependencies of projects in which the reader is a developer', async () => {
  const it = await scene({ scanned: false })
  await it.send(reportText('npm.cdx.json'))
  const read = (who: Member) => it.as(who).call(getGroupDependencies, { namespace: it.group.fullPath })
  for (const who of ['gus', 'rita', 'nina'] as const) {
    const found = await read(who).catch(error => error.kind)
    expect([who, typeof found === 'string' ? found : [found.dependencies, found.projectsCount]]).toEqual([
      who,
      typeof found === 'string' ? expect.stringMatching(/not_found|forbidden/) : [[], 0],
    ])
  }
  expect((await read('dan')).projectsCount).toBe(1)
  const refused = await it.as('dan').reply(getGroupDependencies, { namespace: it.group.fullPath, version: '1' })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    400,
    expect.stringContaining('is required to compare versions'),
  ])
})

test('PREMIUM-035 GraphQL lists, filters, changes and links vulnerabilities', async () => {
  const it = await scene()
  await it.send(reportText('gitlab-sast.json'))
  const issue = await it.as('dan').call(createIssue, { id: it.project.id, title: 'Mend' })
  const titles = async (who: Member, args: string) => {
    const { data } = await it.ask(
      who,
      `query($path: ID!) { project(fullPath: $path) { vulnerabilities${args} { nodes { title } } } }`,
    )
    return data.project?.vulnerabilities.nodes.map((node: { title: string }) => node.title)
  }
  expect(await titles('dan', '(severity: [HIGH, LOW], sort: severity_asc)')).toEqual([
    'Error of a deferred call is ignored',
    sqlTitle,
  ])
  expect(
    await titles('dan', '(scanner: ["semgrep-oss"], identifierName: "CWE-89", reportType: [SAST], state: [DETECTED])'),
  ).toEqual([sqlTitle])
  expect(await titles('dan', '(hasIssues: true)')).toEqual([])
  expect(await titles('rita', '')).toEqual([])
  const id = `gid://gitlab/Vulnerability/${it.id}`
  const fields = `title state stateComment dismissalReason dismissedAt dismissedBy { username } confirmedBy { username } userNotesCount
    userPermissions { adminVulnerability } webUrl project { fullPath } issueLinks { nodes { linkType issue { title } } }`
  const change = (who: Member, name: string, input: object, payload = `vulnerability { ${fields} }`) => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input!`
    return it.ask(who, `mutation($input: ${type}) { ${name}(input: $input) { errors ${payload} } }`, { input })
  }
  const dismissed = await change('mina', 'vulnerabilityDismiss', {
    id,
    comment: 'By design',
    dismissalReason: 'ACCEPTABLE_RISK',
  })
  expect(dismissed.data.vulnerabilityDismiss).toMatchObject({
    errors: [],
    vulnerability: {
      ...{
        state: 'DISMISSED',
        stateComment: 'By design',
        dismissalReason: 'ACCEPTABLE_RISK',
        dismissedBy: { username: 'mina' },
      },
      ...{ confirmedBy: null, userNotesCount: 1, userPermissions: { adminVulnerability: true } },
      webUrl: `http://weft.test/${it.project.fullPath}/-/security/vulnerabilities/${it.id}`,
    },
  })
  expect((await change('dan', 'vulnerabilityConfirm', { id })).errors).toHaveLength(1)
  for (const name of ['vulnerabilityConfirm', 'vulnerabilityResolve', 'vulnerabilityRevertToDetected'])
    expect((await change('mina', name, { id })).data[name].errors).toEqual([])
  const linked = await change(
    'dan',
    'vulnerabilityIssueLinkCreate',
    { issueId: `gid://gitlab/Issue/${issue.id}`, vulnerabilityIds: [id] },
    'issueLinks { linkType issue { title } }',
  )
  expect(linked.data.vulnerabilityIssueLinkCreate).toEqual({
    errors: [],
    issueLinks: [{ linkType: 'RELATED', issue: { title: 'Mend' } }],
  })
  expect(await titles('dan', '(hasIssues: true)')).toEqual([sqlTitle])
  const one = (who: Member) =>
    it.ask(
      who,
      `query($id: VulnerabilityID!) { vulnerability(id: $id) { ${fields} } vulnerabilities { nodes { id } } }`,
      { id },
    )
  expect((await one('dan')).data.vulnerability).toMatchObject({
    state: 'DETECTED',
    issueLinks: { nodes: [{ issue: { title: 'Mend' } }] },
  })
  expect((await one('rita')).data).toEqual({ vulnerability: null, vulnerabilities: { nodes: [] } })
})

test('a vulnerability is created over GraphQL without a report', async () => {
  const it = await scene({ scanned: false })
  const input = {
    ...{
      project: `gid://gitlab/Project/${it.project.id}`,
      name: 'Open port',
      description: 'Port 22 is open.',
      severity: 'LOW',
      state: 'CONFIRMED',
    },
    scanner: { id: 'people', name: 'People', url: 'https://weft.test', version: '1' },
    identifiers: [{ name: 'Finding 7', url: 'javascript:alert(1)' }],
  }
  const create = (who: Member, more: object = {}) =>
    it.ask(
      who,
      'mutation($input: VulnerabilityCreateInput!) { vulnerabilityCreate(input: $input) { errors vulnerability { title state reportType } } }',
      {
        input: { ...input, ...more },
      },
    )
  expect((await create('mina')).data.vulnerabilityCreate).toEqual({
    errors: [],
    vulnerability: { title: 'Open port', state: 'CONFIRMED', reportType: 'GENERIC' },
  })
  expect((await create('mina')).data.vulnerabilityCreate.errors).toEqual(['An identical vulnerability exists already'])
  expect((await create('mina', { name: ' ' })).data.vulnerabilityCreate.errors).toEqual(["Name can't be blank"])
  expect((await create('dan')).errors).toHaveLength(1)
})

test('PREMIUM-038 list, page and dependencies take the same statements for two rows and for many', async () => {
  const it = await scene()
  await it.send(reportText('npm.cdx.json'))
  const namespace = it.project.fullPath
  const reads = [
    () => it.list(),
    () => it.page(),
    () => it.as('dan').call(getDependencies, { namespace }),
    () => it.as('dan').call(getGroupDependencies, { namespace: it.group.fullPath }),
  ]
  const count = async () => {
    const counts: number[] = []
    for (const read of reads) counts.push(await it.statements(read))
    return counts
  }
  await count()
  const before = await count()
  expect(before).toEqual([4, 3, 4, 4])
  const many = JSON.parse(reportText('semgrep.sarif'))
  const [first] = many.runs[0].results
  for (let index = 0; index < 30; index += 1) {
    const copy = structuredClone(first)
    copy.locations[0].physicalLocation.artifactLocation.uri = `src/file-${index}.py`
    many.runs[0].results.push(copy)
  }
  await it.commit({ 'README.md': '1' })
  await it.send(many)
  await it.as('mina').call(rest.confirmVulnerability, { id: it.id })
  expect(await count()).toEqual(before)
})

test('scans are deleted after 90 days, except the newest of a branch and those of open merge requests', async () => {
  const it = await scene()
  await it.commit({ 'README.md': '1' })
  await it.send(resultsOf(1))
  const sha = await it.commit({ a: '1' }, { branch: 'feature' })
  await it
    .as('dan')
    .call(createMergeRequest, { id: it.project.id, title: 'Add', sourceBranch: 'feature', targetBranch: 'main' })
  await it.send(resultsOf(1), { sha })
  await it.db.updateTable('securityScans').set({ createdAt: '2020-01-01T00:00:00Z' }).execute()
  await purgeScans(it.db)
  const left = await it.db.selectFrom('securityScans').select(['sha', 'ref']).orderBy('id').execute()
  expect(left.map(({ ref }) => ref)).toEqual(['main', 'feature'])
  expect(left.some(scan => scan.sha === it.first)).toBe(false)
})

test.each<[Member, boolean]>([
  ['nina', false],
  ['rita', false],
  ['dan', true],
])('PERM-003 %s may follow the vulnerabilities of a project live: %s', async (who, follows) => {
  const { as, project } = await codeWorld()
  expect(await vulnerabilities.topics?.vulnerabilities?.(as(who).ctx, project.id)).toBe(follows)
})
