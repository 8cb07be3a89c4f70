import {
  vulnerabilityLimits as limits,
  type ReportType,
  reportTypes,
  type VulnerabilityIdentifier,
  type VulnerabilityLocation,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { ParsedFinding, ParsedReport } from './parsed-report.ts'
import type { ReportObject } from './report-object.ts'
import { severityOf } from './severity.ts'
import { titleOf } from './title.ts'

/** A security report in the format of GitLab, version 14 or 15. @throws ReportFault */
export function readGitlabReport(report: ReportObject): ParsedReport {
  const version = report.requiredLine('version')
  if (!/^1[45]\./.test(version)) report.fail('version', `is ${version.slice(0, 20)}, but must be 14.x or 15.x`)
  const scan = report.requiredObject('scan')
  const type = scan.requiredLine('type')
  const reportType = reportTypes.find(each => each === type)
  if (reportType === undefined) return scan.fail('type', `must be one of ${reportTypes.join(', ')}`)
  const scanner = scan.requiredObject('scanner')
  return {
    format: 'gitlab',
    scans: [
      {
        reportType,
        category: '',
        scanner: {
          externalId: scanner.requiredLine('id', 255),
          name: scanner.requiredLine('name', 255),
          vendor: scanner.object('vendor')?.line('name', 255) ?? '',
          version: scanner.line('version', 100),
        },
        isComplete: scan.line('status') !== 'failure',
        findings: report
          .requiredList('vulnerabilities')
          .filter(each => !isFalsePositive(each))
          .map(each => readFinding(each, reportType)),
      },
    ],
    sbom: null,
  }
}

const isFalsePositive = (finding: ReportObject): boolean =>
  finding.list('flags').some(flag => flag.line('type') === 'flagged-as-likely-false-positive')

function readFinding(finding: ReportObject, reportType: ReportType): ParsedFinding {
  const identifiers = finding.requiredList('identifiers').slice(0, limits.identifiers).map(readIdentifier)
  const [rule] = identifiers
  if (rule === undefined) return finding.fail('identifiers', 'must not be empty')
  const location = finding.requiredObject('location')
  const description = finding.text('description')
  return {
    title: titleOf(finding.line('name', limits.title), finding.line('message', limits.title), description, rule.name),
    description,
    solution: finding.text('solution'),
    severity: severityOf(finding.line('severity')),
    location: readLocation(location),
    identifiers,
    links: finding
      .list('links')
      .slice(0, limits.links)
      .flatMap(link => {
        const url = link.url('url')
        return url === null ? [] : [{ name: link.line('name', 255) || url, url }]
      }),
    signature: signatureOf(finding),
    // The raw text of a secret is the code of its place.
    snippet: reportType === 'secret_detection' ? finding.text('raw_source_code_extract') || null : null,
  }
}

function readIdentifier(identifier: ReportObject): VulnerabilityIdentifier {
  return {
    type: identifier.requiredLine('type', 100).toLowerCase(),
    name: identifier.requiredLine('name', 255),
    value: identifier.requiredLine('value', 255),
    url: identifier.url('url'),
  }
}

function readLocation(location: ReportObject): VulnerabilityLocation {
  const dependency = location.object('dependency')
  const startLine = location.lineNumber('start_line')
  const endLine = location.lineNumber('end_line')
  const texts = {
    file: location.line('file').replace(/^\.\//, ''),
    class: location.line('class'),
    method: location.line('method'),
    image: location.line('image'),
    operatingSystem: location.line('operating_system'),
    package: dependency?.object('package')?.line('name') ?? '',
    version: dependency?.line('version') ?? '',
    hostname: location.line('hostname'),
    path: location.line('path'),
    param: location.line('param'),
  }
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(startLine !== null && { startLine }),
    ...(endLine !== null && { endLine }),
  }
}

/** The algorithms that survive moved lines, the best first. */
const algorithms = ['scope_offset_compressed', 'scope_offset', 'hash']

function signatureOf(finding: ReportObject): string | null {
  const signatures = (finding.object('tracking')?.list('items') ?? []).flatMap(item => item.list('signatures'))
  for (const algorithm of algorithms) {
    const found = signatures.find(each => each.line('algorithm') === algorithm)
    if (found !== undefined) return `${algorithm}:${found.requiredLine('value')}`
  }
  return null
}
