import { CopyButton } from '#web/ui/actions/CopyButton.tsx'
import styles from './CommandBlock.module.css'

interface CommandBlockProps {
  /** "Copy commands". */
  readonly label: string
  readonly commands: string
}

/** Lines for a terminal, with the button that copies them all. */
export function CommandBlock({ label, commands }: CommandBlockProps) {
  return (
    <div className={styles.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className={styles.commands}>
        <code>{commands}</code>
      </pre>
      <span className={styles.copy}>
        <CopyButton text={commands} label={label} />
      </span>
    </div>
  )
}
