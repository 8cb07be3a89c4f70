import './code.css'
import './unwanted.css'
import { markUnwanted } from './mark-unwanted.ts'

interface CodeTextProps {
  readonly text: string
  /** The same with colors, as safe HTML. */
  readonly html?: string | undefined
  readonly className?: string | undefined
  readonly 'data-type'?: string
}

/** A line of code, whose hidden and misleading characters are marked. */
export function CodeText({ text, html, ...rest }: CodeTextProps) {
  const marked = markUnwanted(text, html)
  return marked === undefined ? (
    <code {...rest}>{text}</code>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: highlight.js or the marks have escaped the code
    <code {...rest} dangerouslySetInnerHTML={{ __html: marked }} />
  )
}
