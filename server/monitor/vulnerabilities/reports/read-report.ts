import { createHash } from 'node:crypto'
import { vulnerabilityLimits as limits } from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { readCycloneDx } from './cyclonedx.ts'
import { readGitlabReport } from './gitlab-report.ts'
import type { ParsedFinding, ParsedReport, ParsedSbom, ParsedScan } from './parsed-report.ts'
import { ReportFault, ReportObject } from './report-object.ts'
import { readSarif } from './sarif-report.ts'
import { severityRank } from './severity.ts'
import { versionKey } from './version-key.ts'

/** A scan as it is stored. */
export interface FinishedScan extends Omit<ParsedScan, 'findings'> {
  readonly count: number
  /** The hash of the findings, in hexadecimal digits. */
  readonly digest: string
  /** JSON: a list of findings with their fingerprints, in the names of columns. */
  readonly findings: string
}

export interface FinishedSbom extends Omit<ParsedSbom, 'components'> {
  readonly count: number
  readonly digest: string
  /** JSON: a list of components, in the names of columns. */
  readonly components: string
}

export interface FinishedReport {
  readonly format: ParsedReport['format']
  readonly scans: readonly FinishedScan[]
  readonly sbom: FinishedSbom | null
}

/**
 * Read a report, whose format its content tells.
 *
 * @throws ReportFault
 */
export function readReport(text: string): ParsedReport {
  const report = readAny(ReportObject.of(parse(text)))
  const count = report.scans.reduce((sum, { findings }) => sum + findings.length, 0)
  if (count > limits.findings)
    throw new ReportFault(`The report has more than ${limits.findings.toLocaleString('en')} findings`)
  return report
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (cause) {
    const [, position] = /at position (\d+)/.exec(cause instanceof Error ? cause.message : '') ?? []
    const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length
    throw new ReportFault(
      line === null ? 'The report is not valid JSON' : `The report is not valid JSON, at line ${line}`,
      {
        cause,
      },
    )
  }
}

function readAny(report: ReportObject): ParsedReport {
  if (report.has('bomFormat')) {
    if (report.line('bomFormat') !== 'CycloneDX') report.fail('bomFormat', 'must be CycloneDX')
    return readCycloneDx(report)
  }
  if (report.has('runs')) return readSarif(report)
  if (report.has('scan') || report.has('vulnerabilities')) return readGitlabReport(report)
  throw new ReportFault(
    'The report is in none of the known formats: a GitLab security report has "scan", SARIF has "runs", and CycloneDX has "bomFormat"',
  )
}

/** Files that are asked for, to find out where the scanner had the repository. */
const askedFiles = 10

/** Some of the files whose paths are absolute: they tell where the scanner had the repository. */
export function absoluteFiles({ scans }: ParsedReport): readonly string[] {
  const files = scans.flatMap(({ findings }) => findings.map(({ location }) => location.file ?? ''))
  return [...new Set(files.filter(file => file.startsWith('/')))].slice(0, askedFiles)
}

/** The answers of the repository about the places of a report. */
export interface RepositoryFacts {
  /** The lines that `linesWanted` names, as far as they could be read, by the paths of the report. */
  readonly lines: ReadLines
  /** The folder in which the scanner had the repository, with a slash at its end; empty where paths are relative. */
  readonly root: string
}

/** Numbers of lines by file. */
export type WantedLines = ReadonlyMap<string, readonly number[]>
/** The text of lines by file and number. */
export type ReadLines = ReadonlyMap<string, ReadonlyMap<number, string>>

/** The lines that belong to fingerprints: the scanner named a line, and neither a fingerprint nor the code. */
export function linesWanted({ scans }: ParsedReport): WantedLines {
  const wanted = scans.flatMap(({ findings }) => findings.filter(wantsLine).map(({ location }) => location))
  const byFile = Map.groupBy(wanted, ({ file = '' }) => file)
  return new Map([...byFile].map(([file, places]) => [file, places.map(({ startLine = 0 }) => startLine)]))
}

const wantsLine = ({ signature, snippet, location }: ParsedFinding): boolean =>
  signature === null &&
  snippet === null &&
  location.file !== undefined &&
  location.startLine !== undefined &&
  location.package === undefined

export function finishReport(
  { format, scans, sbom }: ParsedReport,
  category: string,
  facts: RepositoryFacts,
): FinishedReport {
  return {
    format,
    scans: scans.map(scan => finishScan({ ...scan, category: category || scan.category }, facts)),
    sbom: sbom === null ? null : finishSbom({ ...sbom, source: category || sbom.source }),
  }
}

/** A path in the repository: that of the report without the folder in which the scanner had it. */
function withoutRoot(finding: ParsedFinding, root: string): ParsedFinding {
  const { file = '' } = finding.location
  if (root === '' || !file.startsWith(root)) return finding
  return { ...finding, location: { ...finding.location, file: file.slice(root.length) } }
}

function finishScan({ findings, ...scan }: ParsedScan, { lines, root }: RepositoryFacts): FinishedScan {
  const places = new Map<string, number>()
  const read = new Map(
    [...lines].map(([file, found]) => [file.startsWith(root) ? file.slice(root.length) : file, found]),
  )
  const rows = findings
    .map(finding => withoutRoot(finding, root))
    .toSorted((one, other) => (one.location.startLine ?? 0) - (other.location.startLine ?? 0))
    .map(finding => {
      const place = JSON.stringify([scan.category, ...placeOf(finding, read)])
      // Equal lines of one file are told apart by their order.
      const nth = places.get(place) ?? 0
      places.set(place, nth + 1)
      return { fingerprint: hash(`${place}${nth}`), ...rowOf(finding) }
    })
    .toSorted((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1))
  const json = JSON.stringify(rows)
  return { ...scan, count: rows.length, digest: hash(`${scan.isComplete}${json}`), findings: json }
}

/** The parts by which a finding is known again: its rule, and its place without numbers of lines. */
function placeOf(finding: ParsedFinding, lines: ReadLines): readonly string[] {
  const { location, signature, title } = finding
  const [rule] = finding.identifiers
  const key = [rule?.type ?? '', rule?.value.toLowerCase() ?? '']
  const { file = '', image = '', hostname, path = '', method = '', param = '' } = location
  if (location.package !== undefined)
    return [...key, 'package', file, image.replace(/[:@][^/]*$/, ''), location.package]
  if (hostname !== undefined) return [...key, 'address', hostname, path, method, param]
  if (signature !== null) return [...key, 'signature', file, signature]
  const code = normalized(finding.snippet ?? lineOf(finding, lines) ?? '')
  if (code !== '') return [...key, 'code', file, code]
  return [...key, 'place', file, location.class ?? '', method, image, title]
}

const lineOf = ({ location: { file = '', startLine = 0 } }: ParsedFinding, lines: ReadLines) =>
  lines.get(file)?.get(startLine)

const normalized = (code: string): string => code.slice(0, 4_000).replace(/\s+/g, ' ').trim()

const rowOf = ({ title, description, solution, severity, location, identifiers, links }: ParsedFinding) => ({
  title,
  description,
  solution,
  severity,
  location: Object.fromEntries(Object.entries(location).map(([name, value]) => [snakeCase(name), value])),
  identifiers,
  links,
})

function finishSbom({ components, ...sbom }: ParsedSbom): FinishedSbom {
  const rows = components.map(({ packageType, vulnerabilities, licenses, ...component }) => ({
    ...component,
    package_type: packageType,
    version_key: versionKey(component.version, packageType),
    licenses,
    vulnerabilities,
    severity_rank: Math.max(0, ...vulnerabilities.map(({ severity }) => severityRank[severity])),
  }))
  const json = JSON.stringify(rows)
  return { ...sbom, count: rows.length, digest: hash(json), components: json }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
