import {
  vulnerabilityLimits as limits,
  type VulnerabilityIdentifier,
  type VulnerabilityLocation,
  type VulnerabilitySeverity,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type { ParsedFinding, ParsedReport, ParsedScan } from './parsed-report.ts'
import type { ReportObject } from './report-object.ts'
import { severityOf, severityOfScore } from './severity.ts'
import { titleOf } from './title.ts'

/** A report in the format SARIF 2.1.0. @throws ReportFault */
export function readSarif(report: ReportObject): ParsedReport {
  const version = report.requiredLine('version')
  if (version !== '2.1.0') report.fail('version', `is ${version.slice(0, 20)}, but must be 2.1.0`)
  return { format: 'sarif', scans: merged(report.requiredList('runs').map(readRun)), sbom: null }
}

/** Runs of one tool are one scan: the second is not the end of what the first found. */
function merged(scans: readonly ParsedScan[]): readonly ParsedScan[] {
  const byScanner = Map.groupBy(scans, ({ scanner, category }) => JSON.stringify([scanner.externalId, category]))
  return [...byScanner.values()].flatMap(([first, ...rest]) =>
    first === undefined
      ? []
      : [
          {
            ...first,
            isComplete: [first, ...rest].every(each => each.isComplete),
            findings: [first, ...rest].flatMap(each => each.findings),
          },
        ],
  )
}

function readRun(run: ReportObject): ParsedScan {
  const tool = run.requiredObject('tool')
  const driver = tool.requiredObject('driver')
  const name = driver.requiredLine('name', 255)
  const rules = rulesOf(driver)
  const extensions = tool.list('extensions').map(rulesOf)
  const artifacts = run.list('artifacts')
  const scannerId = name.toLowerCase().replace(/\s+/g, '-')
  return {
    reportType: 'sast',
    // The end of the id names one run of the category before it.
    category:
      run
        .object('automationDetails')
        ?.line('id', 255)
        .replace(/\/[^/]*$/, '') ?? '',
    scanner: {
      externalId: scannerId,
      name,
      vendor: driver.line('organization', 255),
      version: driver.line('semanticVersion', 100) || driver.line('version', 100),
    },
    isComplete: run.list('invocations').every(each => each.flag('executionSuccessful') !== false),
    findings: run
      .list('results')
      .filter(isFailure)
      .map(result => readResult(result, { driver: rules, extensions, artifacts, scannerId })),
  }
}

interface Rules {
  readonly list: readonly ReportObject[]
  readonly byId: ReadonlyMap<string, ReportObject>
}

const rulesOf = (component: ReportObject): Rules => {
  const list = component.list('rules')
  return { list, byId: new Map(list.map(rule => [rule.line('id'), rule])) }
}

/** Results that passed, or that people suppressed in the code, are no findings. */
const isFailure = (result: ReportObject): boolean =>
  ['', 'fail', 'open', 'review'].includes(result.line('kind')) &&
  result.line('baselineState') !== 'absent' &&
  !result.list('suppressions').some(each => ['', 'accepted'].includes(each.line('status')))

interface RunFacts {
  readonly driver: Rules
  readonly extensions: readonly Rules[]
  readonly artifacts: readonly ReportObject[]
  readonly scannerId: string
}

function readResult(result: ReportObject, run: RunFacts): ParsedFinding {
  const rule = ruleOf(result, run)
  const ruleId = result.line('ruleId', 255) || result.object('rule')?.line('id', 255) || rule?.line('id', 255) || ''
  if (ruleId === '') return result.fail('ruleId', 'is missing')
  const message = messageOf(result, rule)
  const [place] = result.list('locations')
  const physical = place?.object('physicalLocation') ?? null
  const region = physical?.object('region') ?? null
  const short = rule?.object('shortDescription')?.line('text', limits.title) ?? ''
  const help = rule?.object('help') ?? null
  const helpUrl = rule?.url('helpUri') ?? null
  const full = rule?.object('fullDescription')?.text('text') ?? ''
  return {
    // Semgrep says "Semgrep Finding:" and the id of the rule, which tells no reader anything.
    title: short === '' || short.includes(ruleId) ? titleOf(message, ruleId) : titleOf(short),
    description: full === '' || full === message ? message : [message, full].filter(each => each !== '').join('\n\n'),
    solution: help?.text('markdown') || help?.text('text') || '',
    severity: severityOfResult(result, rule),
    location: locationOf(physical, region, place, run.artifacts),
    identifiers: [
      { type: `${run.scannerId}_rule`, name: ruleId, value: ruleId, url: helpUrl },
      ...tagsOf(rule).flatMap(identifierOfTag),
    ].slice(0, limits.identifiers),
    links: helpUrl === null ? [] : [{ name: 'Help for this rule', url: helpUrl }],
    signature: fingerprintOf(result),
    snippet: region?.object('snippet')?.text('text') || null,
  }
}

function ruleOf(result: ReportObject, { driver, extensions }: RunFacts): ReportObject | null {
  const reference = result.object('rule')
  const component = reference?.object('toolComponent')?.text('index') ?? ''
  const rules = component === '' || component === '-1' ? driver : (extensions[Number(component)] ?? driver)
  const index = result.text('ruleIndex') || reference?.text('index') || ''
  const byIndex = /^\d{1,7}$/.test(index) ? rules.list[Number(index)] : undefined
  const id = result.line('ruleId') || reference?.line('id') || ''
  return byIndex ?? rules.byId.get(id) ?? extensions.map(each => each.byId.get(id)).find(each => each) ?? null
}

function messageOf(result: ReportObject, rule: ReportObject | null): string {
  const message = result.requiredObject('message')
  const text = message.text('text') || message.text('markdown')
  if (text !== '') return text
  const strings = rule?.object('messageStrings') ?? null
  const id = message.line('id')
  const template = id === '' ? '' : (strings?.object(id)?.text('text') ?? '')
  const values = message.values('arguments').map(String)
  return template.replace(/\{(\d{1,3})\}/g, (whole, index: string) => values[Number(index)] ?? whole)
}

function severityOfResult(result: ReportObject, rule: ReportObject | null): VulnerabilitySeverity {
  const score = Number(
    result.object('properties')?.text('security-severity') ||
      rule?.object('properties')?.text('security-severity') ||
      'none',
  )
  if (!Number.isNaN(score)) return severityOfScore(score)
  const level = result.line('level') || rule?.object('defaultConfiguration')?.line('level') || 'warning'
  switch (level) {
    case 'error':
      return 'high'
    case 'warning':
      return 'medium'
    case 'note':
      return 'low'
    default:
      return severityOf(level)
  }
}

function locationOf(
  physical: ReportObject | null,
  region: ReportObject | null,
  place: ReportObject | undefined,
  artifacts: readonly ReportObject[],
): VulnerabilityLocation {
  const artifact = physical?.object('artifactLocation') ?? null
  const index = artifact?.text('index') ?? ''
  const listed = /^\d{1,7}$/.test(index) ? artifacts[Number(index)]?.object('location') : null
  const file = pathOf(artifact?.line('uri') || listed?.line('uri') || '')
  const [logical] = place?.list('logicalLocations') ?? []
  const method = logical?.line('fullyQualifiedName') || logical?.line('name') || ''
  const startLine = region?.lineNumber('startLine') ?? null
  const endLine = region?.lineNumber('endLine') ?? null
  return {
    ...(file !== '' && { file }),
    ...(method !== '' && { method }),
    ...(startLine !== null && { startLine }),
    ...(endLine !== null && { endLine }),
  }
}

/** The path in a URI reference, which is relative to the root of the repository in the reports of most tools. */
function pathOf(uri: string): string {
  const path = uri.replace(/^file:\/\/(?=\/)/, '').replace(/^(?:\.\/)+/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const tagsOf = (rule: ReportObject | null): readonly string[] =>
  (rule?.object('properties')?.values('tags') ?? []).filter(each => typeof each === 'string')

function identifierOfTag(tag: string): readonly VulnerabilityIdentifier[] {
  const cwe = /(?:^|\/)cwe-0*(\d{1,6})\b/i.exec(tag)?.[1]
  if (cwe !== undefined) return [cweIdentifier(cwe)]
  const owasp = /^OWASP-(A\d{1,2}:\d{4})/i.exec(tag)?.[1]
  return owasp === undefined ? [] : [{ type: 'owasp', name: owasp, value: owasp, url: null }]
}

export const cweIdentifier = (number: string): VulnerabilityIdentifier => ({
  type: 'cwe',
  name: `CWE-${number}`,
  value: number,
  url: `https://cwe.mitre.org/data/definitions/${number}.html`,
})

/**
 * The tool's own fingerprint. Semgrep without an account writes "requires login" into it; a hash of the line may have a number
 * after it, which tells equal lines apart.
 */
function fingerprintOf(result: ReportObject): string | null {
  for (const name of ['fingerprints', 'partialFingerprints']) {
    const found = result
      .entries(name)
      .filter((each): each is readonly [string, string] => typeof each[1] === 'string')
      .filter(([, value]) => value !== '' && value !== 'requires login')
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
    if (found.length > 0) return JSON.stringify(found.slice(0, 10).map(([key, value]) => [key, value.slice(0, 500)]))
  }
  return null
}
