import { MarkdownIcon } from '@primer/octicons-react'
import { plainTexts } from '#contract/discuss/plain-texts.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import styles from './HelpLinks.module.css'
import { helpPaths } from './help-paths.ts'

/** The help on Markdown; its own tab keeps the text in place. @param type  of the text @source FORM-037 */
export function HelpLinks({ type }: { readonly type: string }) {
  return (
    <span className={styles.links}>
      <MarkdownIcon />
      <TextLink tone="muted" href={helpPaths.markdown} target="_blank">
        Markdown
      </TextLink>
      {!plainTexts.includes(type) && (
        <TextLink tone="muted" href={helpPaths.quickActions} target="_blank">
          Quick actions
        </TextLink>
      )}
    </span>
  )
}
