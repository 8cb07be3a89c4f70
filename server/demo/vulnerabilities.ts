import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendSecurityReport } from '#contract/monitor/vulnerabilities/security-reports.ts'
import { changeVulnerabilities } from '#contract/monitor/vulnerabilities/vulnerability-pages.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import type { Db } from '#server/platform/sql/database.ts'
import type { DemoCaller } from './caller.ts'

interface DemoFinding {
  readonly ruleId: string
  readonly level: 'error' | 'warning' | 'note'
  readonly title: string
  readonly text: string
  readonly cwe: string
  readonly file: string
  readonly line: number
  readonly code: string
}

const onMain: readonly DemoFinding[] = [
  {
    ruleId: 'c.lang.wraparound',
    level: 'error',
    title: 'Sum of unsigned numbers can wrap around',
    text: 'After 2^32 picks, `head + length` wraps around and the queue writes to the wrong slot.',
    cwe: 'CWE-190: Integer Overflow or Wraparound',
    file: 'src/selector.c',
    line: 11,
    code: '\tqueue[(head + length++) % SELECTOR_AHEAD] = pick;',
  },
  {
    ruleId: 'c.lang.shared-state',
    level: 'warning',
    title: 'State is shared with an interrupt without a lock',
    text: 'The interrupt of the shuttle changes `length` between the comparison and its use.',
    cwe: 'CWE-362: Race Condition',
    file: 'src/selector.c',
    line: 9,
    code: '\tif (length == SELECTOR_AHEAD)',
  },
  {
    ruleId: 'c.lang.static-buffer',
    level: 'note',
    title: 'Buffer of a fixed size',
    text: 'A pattern with more picks than the buffer holds is cut off.',
    cwe: 'CWE-1284: Improper Validation of Specified Quantity in Input',
    file: 'src/selector.c',
    line: 4,
    code: 'static struct pick queue[SELECTOR_AHEAD];',
  },
]

const onReset: DemoFinding = {
  ruleId: 'c.lang.lost-update',
  level: 'error',
  title: 'Update is lost if an interrupt runs in between',
  text: 'The interrupt of the shuttle can push a pick between the read of `length` and the write. The pick is lost.',
  cwe: 'CWE-366: Race Condition within a Thread',
  file: 'src/selector.c',
  line: 18,
  code: '\tlength = length > 0;',
}

const sarif = (findings: readonly DemoFinding[]) => ({
  version: '2.1.0',
  runs: [
    {
      tool: {
        driver: {
          name: 'Semgrep',
          rules: findings.map(({ ruleId, title, cwe }) => ({
            id: ruleId,
            shortDescription: { text: title },
            helpUri: `https://semgrep.dev/r/${ruleId}`,
            properties: { tags: [cwe] },
          })),
        },
      },
      results: findings.map(({ ruleId, level, text, file: uri, line, code }) => ({
        ruleId,
        level,
        message: { text },
        locations: [
          { physicalLocation: { artifactLocation: { uri }, region: { startLine: line, snippet: { text: code } } } },
        ],
      })),
    },
  ],
})

const libraries = [
  ['zlib', '1.2.11', 'Zlib'],
  ['openssl', '3.0.15', 'Apache-2.0'],
  ['freertos', '11.1.0', 'MIT'],
  ['cjson', '1.7.18', 'MIT'],
  ['lwip', '2.2.0', 'BSD-3-Clause'],
] as const

const sbom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  metadata: { tools: { components: [{ name: 'Trivy' }] }, component: { name: 'conan.lock' } },
  components: libraries.map(([name, version, id]) => ({
    ...{ name, version, purl: `pkg:conan/${name}@${version}`, 'bom-ref': name },
    licenses: [{ license: { id } }],
  })),
  vulnerabilities: [
    {
      id: 'CVE-2018-25032',
      ratings: [{ severity: 'high' }],
      source: { url: 'https://nvd.nist.gov/vuln/detail/CVE-2018-25032' },
      cwes: [787],
      description: 'Memory corruption when deflating input with many distant matches',
      recommendation: 'Upgrade zlib to version 1.2.12.',
      affects: [{ ref: 'zlib' }],
    },
  ],
}

/** Reports of two scanners on the default branch, one of which a maintainer dismissed, and one on a merge request. */
export async function makeVulnerabilities(db: Db, as: DemoCaller, id: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-demo-'))
  try {
    const send = async (ref: string, report: object) => {
      const path = join(folder, 'report')
      const text = JSON.stringify(report)
      await writeFile(path, text)
      const file = new TemporaryFile('report', 'application/json', path, Buffer.byteLength(text))
      await as('dan', sendSecurityReport, { id, ref, report: file })
    }
    await send('main', sarif(onMain))
    await send('main', sbom)
    await send('selector-reset', sarif([...onMain, onReset]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const buffer = await db
    .selectFrom('vulnerabilities')
    .select('id')
    .where('title', '=', 'Buffer of a fixed size')
    .executeTakeFirstOrThrow()
  await as('mina', changeVulnerabilities, {
    ...{ namespace: id, ids: [buffer.id], state: 'dismissed', dismissalReason: 'acceptable_risk' },
    comment: 'Patterns are cut to this size when they are loaded.',
  })
}
