import { classes } from '../classes.ts'
import { Anchor, type AnchorProps } from './Anchor.tsx'
import styles from './TextLink.module.css'

interface TextLinkProps extends AnchorProps {
  /** `plain` takes the colour around it and shows itself on hover; `muted` steps back. */
  readonly tone?: 'accent' | 'plain' | 'muted'
}

export function TextLink({ tone = 'accent', className, ...rest }: TextLinkProps) {
  return <Anchor isIsolated {...rest} {...textLinkLook(tone, className)} />
}

/** The look of a link for components that draw their links themselves. */
export const textLinkLook = (tone: TextLinkProps['tone'], className?: string) => ({
  'data-tone': tone,
  className: classes(styles.link, className),
})
