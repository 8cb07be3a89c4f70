import { type CSSProperties, useState } from 'react'
import { classes } from '../classes.ts'
import styles from './Avatar.module.css'

export interface AvatarPerson {
  readonly id: number | string
  readonly name: string
  readonly avatarUrl?: string | null
}

interface AvatarProps extends AvatarPerson {
  readonly sizePx?: 16 | 20 | 24 | 32 | 40 | 64 | 96
  /** Round for people, with corners for groups and projects. */
  readonly shape?: 'round' | 'square'
  /** False where the name stands beside it. */
  readonly named?: boolean
  readonly className?: string | undefined
  /** Where it stands over its neighbours. */
  readonly zIndex?: number
}

/** A picture, or initials on a ground whose hue always is the same for the same id. @source UI-009 */
export function Avatar({
  id,
  name,
  avatarUrl,
  sizePx = 20,
  shape = 'round',
  named = true,
  className,
  zIndex,
}: AvatarProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const common = { 'data-shape': shape, 'data-size': sizePx, className: classes(styles.avatar, className) }
  const place = zIndex !== undefined && { zIndex }
  if (avatarUrl && avatarUrl !== failedUrl) {
    return (
      <img
        {...common}
        src={avatarUrl}
        alt={named ? name : ''}
        width={sizePx}
        height={sizePx}
        {...(place && { style: place })}
        loading="lazy"
        decoding="async"
        onError={() => setFailedUrl(avatarUrl)}
      />
    )
  }
  const style = { '--hue': hueOf(id), ...place } as CSSProperties
  return (
    <span
      {...common}
      data-hue
      style={style}
      {...(named ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
    >
      {initialsOf(name, sizePx < 32 ? 1 : 2)}
    </span>
  )
}

/** The golden angle between neighbours: ids that follow one another look unlike. */
export function hueOf(id: number | string): number {
  const number =
    typeof id === 'number' ? id : [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  return Math.round((number * 137.508 + 210) % 360)
}

export function initialsOf(name: string, most: 1 | 2): string {
  const words = name
    .trim()
    .split(/[\s_.-]+/)
    .filter(Boolean)
  const first = [...(words[0] ?? '?')][0] ?? '?'
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (most === 1 ? first : first + last).toUpperCase()
}
