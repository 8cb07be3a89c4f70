import { readColor } from '#contract/plan/labels/color.ts'
import { Invalid } from '#server/errors.ts'
import { checkedLine } from '#server/platform/text/checked-line.ts'
import { namedColors } from './named-colors.ts'

export interface LabelTitle {
  readonly id: number
  readonly title: string
}

/** The key of a scoped label: the part before the last `::`, in lower case; null when it is not scoped. */
export function scopeOf(title: string): string | null {
  const divider = title.lastIndexOf('::')
  return divider > 0 && divider + 2 < title.length ? title.slice(0, divider).trim().toLowerCase() : null
}

/**
 * A title on one line, without blanks around it.
 *
 * @throws Invalid  empty, too long, or with a comma, which divides labels in lists
 */
export function checkLabelTitle(given: string): string {
  const title = checkedLine('title', given)
  if (/[,\n\r]/.test(given.trim())) throw new Invalid({ title: ['is invalid'] })
  return title
}

/**
 * A color as #rrggbb: of `#rgb`, `#rrggbb`, `rgb(...)` or, in the API, the name of a color in CSS.
 *
 * @throws Invalid  none of these
 * @source LABEL-006; rest.md 5
 */
export const checkColor = (given: string): string =>
  namedColors.get(given.trim().toLowerCase()) ?? checkColorCode(given)

/** The same without names. @throws Invalid  @source LABEL-006 */
export function checkColorCode(given: string): string {
  const color = readColor(given)
  if (color === null) throw new Invalid({ color: ['must be a valid color code'] })
  return color
}

/** The colour of a text that is readable on a background: dark or light, whichever has more contrast. */
export function textColorOn(background: string): string {
  const light = luminance(background)
  const onDark = 1.05 / (light + 0.05)
  const onLight = (light + 0.05) / (luminance(darkText) + 0.05)
  return onLight > onDark ? darkText : '#FFFFFF'
}

const darkText = '#1F1E24'

/** Relative luminance of #rrggbb. @source WCAG 2.2 */
function luminance(color: string): number {
  const part = (start: number) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
}

/** References to labels in a text. */
export const labelReferences = (rows: readonly { readonly id: number; readonly title: string }[]): string =>
  rows.map(label => (label.title.includes('"') ? `~${label.id}` : quoted('~', label.title))).join(' ')

/** A reference to a title, in quotes unless it is one plain word. */
export const quoted = (sign: string, title: string): string =>
  /^[\p{L}_](?:[\p{L}\p{N}_.:-]*[\p{L}\p{N}_])?$/u.test(title) ? `${sign}${title}` : `${sign}"${title}"`
