import type { IconProps } from '@primer/octicons-react'

/**
 * An icon of the sprite, in the place of the package's own components, whose scripts hold every size of a drawing.
 *
 * @param address  of its drawing in the sprite
 * @param small    of its drawing below 16 px, where it has one
 */
export const icon =
  (address: string, small = address) =>
  ({ size = 16, 'aria-label': label, verticalAlign = 'text-bottom', style, ...rest }: IconProps) => (
    <svg
      aria-hidden={label === undefined ? true : undefined}
      aria-label={label}
      role={label === undefined ? undefined : 'img'}
      width={size}
      height={size}
      fill="currentColor"
      focusable="false"
      display="inline-block"
      overflow="visible"
      style={{ verticalAlign, ...style }}
      {...rest}
    >
      <use href={typeof size === 'number' && size < 16 ? small : address} />
    </svg>
  )
