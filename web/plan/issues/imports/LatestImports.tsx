import { importPagePath } from '#contract/transfer/import-paths.ts'
import type { IssueImport } from '#contract/transfer/issue-imports.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import styles from './LatestImports.module.css'
import { outcomeOf, stateWords } from './messages.ts'

interface LatestImportsProps {
  readonly namespace: string
  readonly imports: readonly IssueImport[]
}

/** Leads back to the imports that the viewer has begun. */
export function LatestImports({ namespace, imports }: LatestImportsProps) {
  if (imports.length === 0) return null
  return (
    <section className={styles.latest}>
      <h3 className={styles.heading}>Your latest imports</h3>
      <ul className={styles.list}>
        {imports.map(each => (
          <li key={each.id}>
            <TextLink href={importPagePath(namespace, each.id)}>{each.name}</TextLink>{' '}
            <span className={styles.outcome}>{outcomeLine(each)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function outcomeLine(each: IssueImport): string {
  if (each.state === 'ready') return 'Checked, not started'
  return each.state === 'reading' ? stateWords.reading : `${stateWords[each.state]}: ${outcomeOf(each)}`
}
