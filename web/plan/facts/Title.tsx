import { Fragment } from 'react'

interface TitleProps {
  readonly title: string
  /** The title as the server rendered and sanitised it, where it holds more than text. */
  readonly html?: string | null
  readonly className?: string | undefined
}

/** A title of an issuable, with emoji and `code`, in the direction of its own first letters. */
export const Title = ({ className, ...title }: TitleProps) => <bdi className={className} {...titleIn(title)} />

/** The same, as the whole content of another inline element. */
export function titleIn({ title, html = null }: Omit<TitleProps, 'className'>) {
  if (html !== null) {
    const shown = html.replace(/`([^`<]+)`/g, '<code>$1</code>')
    // The server has sanitised it.
    return { dir: 'auto', dangerouslySetInnerHTML: { __html: shown } }
  }
  const children = title.split(/`([^`]+)`/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, in its order
    <Fragment key={index}>{index % 2 === 1 ? <code>{part}</code> : part}</Fragment>
  ))
  return { dir: 'auto', children }
}
