import type { Icon, IconProps } from '@primer/octicons-react'
import { isValidElement, type ReactNode } from 'react'

interface Letters {
  readonly letter: string
  /** For less than 16 px. */
  readonly small: string
}

const isLetters = (icon: object): icon is Letters => 'letter' in icon

/** The attributes that show an icon before the text of an element, in place of an element of its own. */
export function signOf(icon: Icon, sizePx = 16) {
  return isLetters(icon) ? signWith(icon, sizePx) : {}
}

/** An icon as an element, in text that is written as HTML. */
export const markupOf = (icon: Icon) => (isLetters(icon) ? `<i aria-hidden="true" data-icon="${icon.letter}"></i>` : '')

/** The attributes that show an icon, of an element that is one and nothing else; null for others, which stand in the element themselves. */
export function signFrom(node: ReactNode) {
  if (!isValidElement(node)) return null
  const { size = 16, ...others } = node.props as IconProps
  const { type } = node
  if (typeof type !== 'function' || !isLetters(type) || Object.keys(others).length > 0) return null
  return signWith(type, Number(size))
}

const signWith = ({ letter, small }: Letters, sizePx: number) => ({
  'data-icon': sizePx < 16 ? small : letter,
  ...(sizePx !== 16 && { 'data-px': sizePx }),
})

/**
 * An icon, in place of the package's own component: one element with a letter of the icons' font (`tools/icon-font.ts`). The
 * letter stands in an attribute, where no text of the page has it.
 *
 * @param small  the letter for less than 16 px, where there is another drawing
 */
export const icon = (letter: string, small = letter): Icon & Letters =>
  Object.assign((props: IconProps) => draw({ letter, small }, props), { letter, small })

const draw = (letters: Letters, { size = 16, fill, className, 'aria-label': label }: IconProps) => (
  <i
    {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label, role: 'img' })}
    {...signWith(letters, Number(size))}
    style={fill === undefined ? undefined : { color: fill }}
    className={className}
  />
)
