import type { DiffLineOfNote } from '#contract/discuss/positions.ts'
import { CodeText } from '#web/ui/text/CodeText.tsx'
import styles from './MiniDiff.module.css'

type MiniLine = Pick<DiffLineOfNote, 'lineCode' | 'type' | 'oldLine' | 'newLine' | 'text'>

interface MiniDiffProps {
  readonly label: string
  readonly lines: readonly MiniLine[]
}

/** A few lines of a diff, to read. */
export function MiniDiff({ label, lines }: MiniDiffProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be a landmark, and several threads may be on the same lines
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys
    <div role="group" aria-label={label} className={styles.lines} tabIndex={0}>
      {lines.map(line => (
        <div key={line.lineCode} className={styles.line} data-kind={line.type ?? 'context'}>
          <span className={styles.number} data-number={line.oldLine ?? ''} />
          <span className={styles.number} data-number={line.newLine ?? ''} />
          <CodeText text={line.text} className={styles.code} />
        </div>
      ))}
    </div>
  )
}
