import type { ComponentPropsWithRef } from 'react'
import { classes } from '../classes.ts'
import './code.css'
import './markdown.css'

interface MarkdownProps extends Omit<ComponentPropsWithRef<'div'>, 'children' | 'dangerouslySetInnerHTML'> {
  /** Rendered and sanitised by the server; nothing else may come here. */
  readonly html: string
  /** Fills the width of its container instead of a readable width. */
  readonly wide?: boolean
}

export function Markdown({ html, wide, className, ...rest }: MarkdownProps) {
  return (
    <div
      {...rest}
      data-wide={wide || undefined}
      className={classes('markdown', className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
