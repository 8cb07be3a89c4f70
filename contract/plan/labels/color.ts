/**
 * A color as `#rrggbb`, of `#rgb`, `#rrggbb`, `rgb(...)` or `rgba(...)`; null for other texts.
 *
 * @source LABEL-006
 */
export function readColor(text: string): string | null {
  const color = text.trim().toLowerCase()
  if (/^#[\da-f]{6}$/.test(color)) return color
  if (/^#[\da-f]{3}$/.test(color)) return `#${[...color.slice(1)].map(digit => digit + digit).join('')}`
  const rgb = /^rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/]\s*[\d.]+%?\s*)?\)$/.exec(color)
  const parts = rgb?.slice(1).map(Number) ?? []
  if (parts.length === 0 || parts.some(part => part > 255)) return null
  return `#${parts.map(part => part.toString(16).padStart(2, '0')).join('')}`
}

/** Whether a text is, or could become, a color that `readColor` reads. */
export const isColorStart = (text: string): boolean => /^(#|rgb|rg?$|$)/i.test(text.trim())
