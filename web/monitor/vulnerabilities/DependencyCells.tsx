import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './Dependencies.module.css'
import { severityLabels } from './messages.ts'
import type { DependencyData } from './shapes.ts'
import { SeverityDot } from './VulnerabilityMarks.tsx'

/** Vulnerabilities of a dependency that a row names. */
const shownVulnerabilities = 3

/** The cells of a dependency: package, version, licenses and vulnerabilities. */
export function DependencyCells({ dependency }: { readonly dependency: DependencyData }) {
  const { name, version, packageType, licenses, vulnerabilities, source } = dependency
  const more = vulnerabilities.length - shownVulnerabilities
  return (
    <>
      <td className={styles.name}>
        <bdi>{name}</bdi>
        <div className={styles.muted}>
          <bdi>{[packageType, source].filter(word => word !== '').join(' · ')}</bdi>
        </div>
      </td>
      <td className={styles.version}>
        {version === '' ? <span className={styles.muted}>None</span> : <code>{version}</code>}
      </td>
      <td className={classes(styles.muted, styles.wide)}>
        {licenses.length === 0 ? 'Unknown' : <bdi>{licenses.join(', ')}</bdi>}
      </td>
      <td className={styles.wide}>
        {vulnerabilities.length === 0 ? (
          <span className={classes(styles.muted, styles.none)}>None</span>
        ) : (
          <ul className={styles.marks}>
            {vulnerabilities.slice(0, shownVulnerabilities).map(({ id, severity, url }) => (
              <li key={id}>
                <SeverityDot severity={severity} />{' '}
                {url === null ? (
                  <bdi>{id}</bdi>
                ) : (
                  <TextLink href={url} target="_blank" rel="noopener noreferrer nofollow">
                    <bdi>{id}</bdi>
                  </TextLink>
                )}{' '}
                <span className={styles.muted}>{severityLabels[severity]}</span>
              </li>
            ))}
            {more > 0 && <li className={styles.muted}>and {more.toLocaleString('en')} more</li>}
          </ul>
        )}
      </td>
    </>
  )
}

export const dependencyColumns = [
  { key: 'name', label: 'Package' },
  { key: 'version', label: 'Version' },
  { key: 'licenses', label: 'Licenses' },
  { key: 'vulnerabilities', label: 'Vulnerabilities' },
] as const
