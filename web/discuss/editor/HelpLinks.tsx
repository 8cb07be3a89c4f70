import { MarkdownIcon } from '@primer/octicons-react'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import styles from './HelpLinks.module.css'
import { helpPaths } from './help-paths.ts'

/** The help on Markdown; its own tab keeps the text in place. @source FORM-037 */
export function HelpLinks() {
  return (
    <span className={styles.links}>
      <MarkdownIcon />
      <TextLink tone="muted" href={helpPaths.markdown} target="_blank">
        Markdown
      </TextLink>
      <TextLink tone="muted" href={helpPaths.quickActions} target="_blank">
        Quick actions
      </TextLink>
    </span>
  )
}
