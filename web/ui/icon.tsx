import type { IconProps } from '@primer/octicons-react'

/**
 * An icon, in place of the package's own component: one element with a letter of the icons' font (`tools/icon-font.ts`). The
 * letter stands in an attribute, where no text of the page has it.
 *
 * @param small  the letter for less than 16 px, where there is another drawing
 */
export const icon =
  (letter: string, small = letter) =>
  ({ size = 16, fill, className, 'aria-label': label }: IconProps) => (
    <i
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label, role: 'img' })}
      data-icon={typeof size === 'number' && size < 16 ? small : letter}
      {...(size !== 16 && { 'data-px': size })}
      style={fill === undefined ? undefined : { color: fill }}
      className={className}
    />
  )
