import {
  vulnerabilityLimits as limits,
  type VulnerabilityIdentifier,
  type VulnerabilitySeverity,
} from '#contract/monitor/vulnerabilities/vulnerability-words.ts'
import type {
  ComponentVulnerability,
  ParsedComponent,
  ParsedFinding,
  ParsedReport,
  ScannerFacts,
} from './parsed-report.ts'
import { ReportFault, type ReportObject } from './report-object.ts'
import { cweIdentifier } from './sarif-report.ts'
import { severityOf, severityOfScore, severityRank } from './severity.ts'
import { titleOf } from './title.ts'

const versions = ['1.4', '1.5', '1.6']

/** An SBOM in the format CycloneDX 1.4 to 1.6, with the vulnerabilities that it names. @throws ReportFault */
export function readCycloneDx(report: ReportObject): ParsedReport {
  const version = report.requiredLine('specVersion')
  if (!versions.includes(version)) report.fail('specVersion', `is ${version.slice(0, 20)}, but must be 1.4, 1.5 or 1.6`)
  const metadata = report.object('metadata')
  const scanner = toolOf(metadata)
  const source = sourceOf(metadata)
  const components = flattened(report)
  const affected = new Map<string, ComponentVulnerability[]>()
  const findings: ParsedFinding[] = []
  const byRef = new Map(components.map(each => [each.ref, each]))
  for (const vulnerability of report.list('vulnerabilities')) {
    const facts = readVulnerability(vulnerability)
    const refs = affectedBy(vulnerability)
    for (const ref of refs) {
      const component = byRef.get(ref)
      affected.set(ref, [...(affected.get(ref) ?? []), facts.mark])
      findings.push(findingOf(facts, component ?? null, source))
    }
    if (refs.length === 0 && !isDisproved(vulnerability)) findings.push(findingOf(facts, null, source))
    if (findings.length > limits.findings) break
  }
  return {
    format: 'cyclonedx',
    // An SBOM without the list says nothing about vulnerabilities; one with an empty list says that there are none.
    scans: report.has('vulnerabilities')
      ? [{ reportType: 'dependency_scanning', category: source, scanner, isComplete: true, findings }]
      : [],
    sbom: {
      source,
      tool: scanner.name,
      components: components.map(({ ref, component }) => ({
        ...component,
        vulnerabilities: (affected.get(ref) ?? []).toSorted(
          (one, other) => severityRank[other.severity] - severityRank[one.severity],
        ),
      })),
    },
  }
}

/** Tools are a list of names in version 1.4, and components since 1.5. */
function toolOf(metadata: ReportObject | null): ScannerFacts {
  const tools = metadata?.isList('tools') ? metadata.list('tools') : metadata?.object('tools')?.list('components')
  const [tool] = tools ?? []
  const name = tool?.line('name', 255) || 'CycloneDX'
  return {
    externalId: name.toLowerCase().replace(/\s+/g, '-'),
    name,
    vendor: tool?.line('vendor', 255) || tool?.line('publisher', 255) || '',
    version: tool?.line('version', 100) ?? '',
  }
}

/** The lock file, as GitLab's analyzers name it, or the component that the document is about. */
function sourceOf(metadata: ReportObject | null): string {
  const property = metadata
    ?.list('properties')
    .find(each => each.line('name') === 'gitlab:dependency_scanning:input_file:path')
  const component = metadata?.object('component') ?? null
  return (property?.line('value') || component?.line('name') || '').slice(0, 255)
}

interface ListedComponent {
  readonly ref: string
  readonly component: Omit<ParsedComponent, 'vulnerabilities'>
}

const deepest = 20

/** All components, with those inside of others. */
function flattened(report: ReportObject): readonly ListedComponent[] {
  const found: ListedComponent[] = []
  const walk = (holder: ReportObject, depth: number): void => {
    if (depth > deepest) holder.fail('components', 'are nested too deeply')
    for (const component of holder.list('components')) {
      if (found.length >= limits.components)
        throw new ReportFault(`The report has more than ${limits.components.toLocaleString('en')} components`)
      found.push(readComponent(component))
      walk(component, depth + 1)
    }
  }
  walk(report, 0)
  return found
}

function readComponent(component: ReportObject): ListedComponent {
  const name = component.requiredLine('name', 500)
  const group = component.line('group', 255)
  const purl = component.line('purl', 1_000)
  const version = component.line('version', 255)
  return {
    ref: component.line('bom-ref') || purl || name,
    component: {
      packageType: /^pkg:([\w.+-]{1,50})\//.exec(purl)?.[1]?.toLowerCase() ?? '',
      name:
        group === '' || name.startsWith(`${group}/`)
          ? name
          : `${group}${purl.startsWith('pkg:maven/') ? ':' : '/'}${name}`,
      version: version || (/@([^?#]+)/.exec(purl.replace(/^pkg:[^/]+\/%40|^pkg:[^/]+\/@/, ''))?.[1] ?? ''),
      purl,
      licenses: component
        .list('licenses')
        .slice(0, 20)
        .flatMap(each => {
          const license = each.object('license')
          const text = each.line('expression', 255) || license?.line('id', 255) || license?.line('name', 255) || ''
          return text === '' ? [] : [text]
        }),
    },
  }
}

interface VulnerabilityFacts {
  readonly mark: ComponentVulnerability
  readonly title: string
  readonly description: string
  readonly solution: string
  readonly identifiers: readonly VulnerabilityIdentifier[]
  readonly links: ParsedFinding['links']
}

function readVulnerability(vulnerability: ReportObject): VulnerabilityFacts {
  const id = vulnerability.requiredLine('id', 255)
  const source = vulnerability.object('source')
  const url = source?.url('url') ?? null
  const description = [vulnerability.text('description'), vulnerability.text('detail')].filter(each => each !== '')
  return {
    mark: { id, severity: severityOfRatings(vulnerability), url },
    title: titleOf(description[0] ?? '', id),
    description: description.join('\n\n').slice(0, limits.description),
    solution: vulnerability.text('recommendation'),
    identifiers: [
      { type: typeOfId(id), name: id, value: id, url },
      ...vulnerability
        .values('cwes')
        .flatMap(each => (/^\d{1,6}$/.test(String(each)) ? [cweIdentifier(String(each))] : [])),
    ].slice(0, limits.identifiers),
    links: vulnerability
      .list('advisories')
      .slice(0, limits.links)
      .flatMap(advisory => {
        const address = advisory.url('url')
        return address === null ? [] : [{ name: advisory.line('title', 255) || address, url: address }]
      }),
  }
}

const typeOfId = (id: string): string => /^(cve|ghsa)-/i.exec(id)?.[1]?.toLowerCase() ?? 'vulnerability'

/** The worst of its ratings. */
function severityOfRatings(vulnerability: ReportObject): VulnerabilitySeverity {
  const severities = vulnerability.list('ratings').map((rating): VulnerabilitySeverity => {
    const word = rating.line('severity')
    const score = Number(rating.text('score') || Number.NaN)
    return word !== '' && word !== 'unknown'
      ? severityOf(word)
      : Number.isNaN(score)
        ? 'unknown'
        : severityOfScore(score)
  })
  return severities.toSorted((one, other) => severityRank[other] - severityRank[one])[0] ?? 'unknown'
}

/** The references of the components that it affects. */
function affectedBy(vulnerability: ReportObject): readonly string[] {
  if (isDisproved(vulnerability)) return []
  const refs = vulnerability.list('affects').map(each => each.requiredLine('ref'))
  // A reference may begin with the address of another document.
  return [...new Set(refs.map(ref => (ref.startsWith('urn:cdx:') ? (ref.split('#')[1] ?? ref) : ref)))]
}

const isDisproved = (vulnerability: ReportObject): boolean =>
  ['not_affected', 'false_positive', 'resolved', 'resolved_with_pedigree'].includes(
    vulnerability.object('analysis')?.line('state') ?? '',
  )

function findingOf(facts: VulnerabilityFacts, listed: ListedComponent | null, source: string): ParsedFinding {
  const { mark, title, description, solution, identifiers, links } = facts
  const { name, version } = listed?.component ?? { name: '', version: '' }
  return {
    title: name === '' ? title : titleOf(`${title.replace(/\.$/, '')} in ${name}`),
    description,
    solution,
    severity: mark.severity,
    location: {
      ...(source !== '' && { file: source }),
      ...(name !== '' && { package: name }),
      ...(version !== '' && { version }),
    },
    identifiers,
    links,
    signature: null,
    snippet: null,
  }
}
