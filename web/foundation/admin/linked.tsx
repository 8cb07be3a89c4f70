import type { ReactNode } from 'react'
import { TextLink } from '#web/ui/actions/TextLink.tsx'

/** A plain text with its web addresses as links; those of this site open in place. */
export function linked(text: string): readonly ReactNode[] {
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/).map((part, index) => {
    if (index % 2 === 0) return part
    const isOurs = part.startsWith(`${window.location.origin}/`)
    const href = isOurs ? part.slice(window.location.origin.length) : part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name than their place in it
      <TextLink key={index} href={href} {...(isOurs ? {} : { rel: 'noopener noreferrer' })}>
        {part}
      </TextLink>
    )
  })
}
