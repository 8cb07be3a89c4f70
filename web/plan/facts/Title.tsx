import { Fragment } from 'react'

interface TitleProps {
  readonly title: string
  /** The title as the server rendered and sanitised it, where it holds more than text. */
  readonly html?: string | null
  readonly className?: string | undefined
}

/** A title of an issuable, with emoji and `code`, in the direction of its own first letters. */
export function Title({ title, html = null, className }: TitleProps) {
  if (html !== null) {
    const shown = html.replace(/`([^`<]+)`/g, '<code>$1</code>')
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
    return <bdi dir="auto" className={className} dangerouslySetInnerHTML={{ __html: shown }} />
  }
  return (
    <bdi dir="auto" className={className}>
      {title.split(/`([^`]+)`/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
        <Fragment key={index}>{index % 2 === 1 ? <code>{part}</code> : part}</Fragment>
      ))}
    </bdi>
  )
}
