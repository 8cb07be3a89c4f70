import { expect, test } from 'vitest'
import { reportFile, reportText } from '#test/world/security-report.ts'
import { readReportFile } from './read-file.ts'
import { finishReport, linesWanted, type ReadLines, readReport } from './read-report.ts'
import { versionKey } from './version-key.ts'

const noLines: ReadLines = new Map()

interface FinishedFinding {
  readonly fingerprint: string
  readonly title: string
}

function finished(text: string, lines = noLines, category = '') {
  const report = finishReport(readReport(text), category, { lines, root: '' })
  return report.scans.flatMap(({ findings }) => JSON.parse(findings) as readonly FinishedFinding[])
}

const fingerprints = (text: string, lines = noLines, category = '') =>
  finished(text, lines, category).map(({ fingerprint }) => fingerprint)

test('the SARIF of Semgrep: titles, severities, identifiers and places; suppressed results are left out', () => {
  const { format, scans } = readReport(reportText('semgrep.sarif'))
  expect([format, scans.map(({ scanner }) => scanner)]).toEqual([
    'sarif',
    [{ externalId: 'semgrep-oss', name: 'Semgrep OSS', vendor: '', version: '1.96.0' }],
  ])
  expect(scans[0]?.findings).toMatchObject([
    {
      title: 'The query is put together from text that a caller sends',
      severity: 'high',
      location: { file: 'src/orders.py', startLine: 7, endLine: 7 },
      identifiers: [
        { type: 'semgrep-oss_rule', url: 'https://semgrep.dev/r/python.lang.security.sql-from-text' },
        { type: 'cwe', name: 'CWE-89', url: 'https://cwe.mitre.org/data/definitions/89.html' },
        { type: 'owasp', name: 'A03:2021' },
      ],
      // "requires login" is no fingerprint.
      signature: null,
    },
    // A link that is no web address is none.
    { severity: 'medium', identifiers: [{ url: null }, { name: 'CWE-327' }], links: [] },
  ])
})

test('a report of GitLab: the best signature that survives moved lines, and the words of its scanner', () => {
  const { scans } = readReport(reportText('gitlab-sast.json'))
  expect(scans).toMatchObject([
    {
      reportType: 'sast',
      scanner: { externalId: 'gosec', vendor: 'GitLab', version: '2.18.2' },
      findings: [
        {
          severity: 'critical',
          signature: 'scope_offset:cmd/fetch.go|main|fetch:4',
          links: [{ name: 'Request forgery' }],
        },
        { severity: 'low', signature: null, identifiers: [{ url: null }] },
      ],
    },
  ])
})

test('a CycloneDX document: components within others, and the worst rating of what affects each', () => {
  const { scans, sbom } = readReport(reportText('npm.cdx.json'))
  expect(sbom).toEqual({
    source: 'package-lock.json',
    tool: 'Trivy',
    components: [
      {
        ...{
          packageType: 'npm',
          name: 'lodash',
          version: '4.17.15',
          purl: 'pkg:npm/lodash@4.17.15',
          licenses: ['MIT'],
        },
        vulnerabilities: [
          { id: 'CVE-2021-23337', severity: 'critical', url: null },
          { id: 'CVE-2020-8203', severity: 'high', url: 'https://github.com/advisories/GHSA-p6mc-m468-83gw' },
        ],
      },
      expect.objectContaining({ name: '@loom/warp', licenses: ['(MIT OR Apache-2.0)'], vulnerabilities: [] }),
      expect.objectContaining({ name: 'weft-core', packageType: '' }),
    ],
  })
  expect(scans[0]?.findings).toMatchObject([
    {
      title: 'Prototype pollution in zipObjectDeep in lodash',
      location: { file: 'package-lock.json', package: 'lodash', version: '4.17.15' },
      identifiers: [{ type: 'cve' }, { name: 'CWE-770' }, { name: 'CWE-1321' }],
      links: [{ url: 'https://nvd.nist.gov/vuln/detail/CVE-2020-8203' }],
    },
    { severity: 'critical' },
  ])
})

test('moved lines leave fingerprints as they are; other code, another file and another category change them', () => {
  const text = reportText('semgrep.sarif')
  const before = fingerprints(text)
  const moved = text.replaceAll('"startLine": 7', '"startLine": 70').replaceAll('"endLine": 7', '"endLine": 70')
  expect(fingerprints(moved)).toEqual(before)
  expect(fingerprints(text.replace('    cursor.execute', '  cursor.execute'))).toEqual(before)
  for (const other of [text.replace('+ order_id', '+ other'), text.replaceAll('orders.py', 'other.py')])
    expect(fingerprints(other)).not.toEqual(before)
  expect(fingerprints(text, noLines, 'shop').filter(each => before.includes(each))).toEqual([])
})

test('the line of the commit is a part of the fingerprint where the report has neither fingerprint nor code', () => {
  const text = reportText('gitlab-sast.json')
  expect(linesWanted(readReport(text))).toEqual(new Map([['cmd/fetch.go', [25]]]))
  const at = (number: number, code: string) => new Map([['cmd/fetch.go', new Map([[number, code]])]])
  const before = fingerprints(text, at(25, '\tdefer reply.Body.Close()'))
  const moved = text.replace('"start_line": 25', '"start_line": 31')
  expect(fingerprints(moved, at(31, 'defer  reply.Body.Close()'))).toEqual(before)
  expect(fingerprints(text, at(25, 'defer other()'))).not.toEqual(before)
})

test('equal lines of one file are findings of their own', () => {
  const report = JSON.parse(reportText('semgrep.sarif'))
  const [first] = report.runs[0].results
  report.runs[0].results = [first, structuredClone(first)]
  report.runs[0].results[1].locations[0].physicalLocation.region.startLine = 9
  expect(new Set(fingerprints(JSON.stringify(report))).size).toBe(2)
})

test.each<[string, string, string]>([
  ['no JSON', '{\n  "runs": [\n', 'The report is not valid JSON'],
  ['JSON with a fault on a line', '{\n  "runs": [],\n  x\n}', 'The report is not valid JSON, at line 3'],
  ['a list', '[]', 'The report must be a JSON object'],
  ['another format', '{"issues": []}', 'The report is in none of the known formats'],
  ['another version of SARIF', '{"runs": [], "version": "2.0.0"}', 'version is 2.0.0, but must be 2.1.0'],
  ['runs that are no list', '{"runs": {}, "version": "2.1.0"}', 'runs must be a list'],
  ['a run without a tool', '{"runs": [{}], "version": "2.1.0"}', 'runs[0].tool is missing'],
  [
    'a result without a message',
    '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"ruleId": "r"}]}]}',
    'runs[0].results[0].message is missing',
  ],
  [
    'a place that is no text',
    '{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "x"}}, "results": [{"ruleId": "r", "message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": []}}}]}]}]}',
    'runs[0].results[0].locations[0].physicalLocation.artifactLocation.uri must be a string',
  ],
  ['a report without a scan', '{"version": "15.0.0", "vulnerabilities": []}', 'scan is missing'],
  [
    'a type that is none',
    '{"version": "15.0.0", "vulnerabilities": [], "scan": {"type": "x", "scanner": {}}}',
    'scan.type must be one of api_fuzzing',
  ],
  [
    'a finding without identifiers',
    '{"version": "15.0.0", "vulnerabilities": [{"identifiers": [], "location": {}}], "scan": {"type": "sast", "scanner": {"id": "x", "name": "X"}}}',
    'vulnerabilities[0].identifiers must not be empty',
  ],
  [
    'an old CycloneDX',
    '{"bomFormat": "CycloneDX", "specVersion": "1.1"}',
    'specVersion is 1.1, but must be 1.4, 1.5 or 1.6',
  ],
  [
    'a component without a name',
    '{"bomFormat": "CycloneDX", "specVersion": "1.4", "components": [{"components": [{"name": "a"}]}]}',
    'components[0].name is missing',
  ],
])('%s is refused, and the sentence names the place', async (_what, text, sentence) => {
  expect(() => readReport(text)).toThrow(sentence)
  // A thread says the same.
  const padded = await reportFile(`${text}${' '.repeat(200_000)}`)
  await expect(readReportFile(padded, '', async () => ({ lines: noLines, root: '' }))).rejects.toThrow(sentence)
})

test('a large report is read in a thread, with the same result', async () => {
  const text = reportText('gitlab-sast.json')
  const lines = new Map([['cmd/fetch.go', new Map([[25, 'defer reply.Body.Close()']])]])
  const linesOf = async () => ({ lines, root: '' })
  const small = await readReportFile(await reportFile(text), '', linesOf)
  const large = await readReportFile(await reportFile(text + ' '.repeat(300_000)), '', linesOf)
  expect(large).toEqual(small)
})

test('ten thousand findings take less than 150 ms of the thread that answers requests', async () => {
  const report = JSON.parse(reportText('gitlab-sast.json'))
  const [finding] = report.vulnerabilities
  report.vulnerabilities = Array.from({ length: 10_000 }, (_, index) => ({
    ...finding,
    location: { file: `src/file-${index}.go`, start_line: 1 },
  }))
  const file = await reportFile(report)
  // The processor time of this thread: other programs of the machine do not count.
  const before = process.threadCpuUsage()
  const read = await readReportFile(file, '', async () => ({ lines: noLines, root: '' }))
  const { user, system } = process.threadCpuUsage(before)
  expect(read.scans[0]?.count).toBe(10_000)
  expect((user + system) / 1_000).toBeLessThan(150)
  report.vulnerabilities.push(finding)
  await expect(
    readReportFile(await reportFile(report), '', async () => ({ lines: noLines, root: '' })),
  ).rejects.toThrow('The report has more than 10,000 findings')
})

test.each<[string, readonly string[]]>([
  ['npm', ['1.2.0-alpha.1', '1.2.0-alpha.2', '1.2.0-beta', '1.2.0-rc.1', '1.2.0', '1.2.1', '1.10.0', '2.0.0']],
  ['pypi', ['1.0.dev1', '1.0a1', '1.0b2', '1.0rc1', '1.0', '1.0.post1', '1.0.1', '1.1', '1!0.1']],
  ['maven', ['1.0-SNAPSHOT', '1.0-M1', '1.0-RC1', '1.0.RELEASE', '1.0.1', '1.0.1.2']],
  ['deb', ['1.0~rc1', '1.0', '1.0-1', '1.0-2', '1.0.1-1', '2:0.9']],
  ['golang', ['v0.0.0-20200101000000-abcdef', 'v0.1.0', 'v1.0.0']],
])('versions of %s are in their order', (type, versions) => {
  expect(versions.toSorted((one, other) => (versionKey(one, type) < versionKey(other, type) ? -1 : 1))).toEqual(
    versions,
  )
  expect(new Set(versions.map(each => versionKey(each, type))).size).toBe(versions.length)
})

test('zeros at the end of a version, a letter before it and build numbers do not matter', () => {
  for (const same of ['1.2', 'v1.2.0', '1.2.0.0', '1.2+build.7']) expect(versionKey(same)).toBe(versionKey('1.2'))
})
