/** Colours to choose from, by name. */
export const palette: readonly { readonly color: string; readonly name: string }[] = [
  { color: '#c02b3c', name: 'Crimson' },
  { color: '#e8590c', name: 'Orange' },
  { color: '#e8a40c', name: 'Amber' },
  { color: '#ecd94b', name: 'Yellow' },
  { color: '#8fbf3f', name: 'Lime' },
  { color: '#2f9e44', name: 'Green' },
  { color: '#0e8a76', name: 'Teal' },
  { color: '#1098ad', name: 'Cyan' },
  { color: '#6699cc', name: 'Blue gray' },
  { color: '#1c7ed6', name: 'Blue' },
  { color: '#4a46c6', name: 'Indigo' },
  { color: '#7a3fbf', name: 'Violet' },
  { color: '#be4bdb', name: 'Purple' },
  { color: '#d6336c', name: 'Pink' },
  { color: '#f2a7b8', name: 'Rose' },
  { color: '#8a5a3c', name: 'Brown' },
  { color: '#868e96', name: 'Gray' },
  { color: '#343a40', name: 'Charcoal' },
]

/** @source LABEL-006 */
export const isColor = (text: string): boolean => /^(#|rgb|rgba)/i.test(text.trim())

/** A colour that can be sent: `#rgb` or `#rrggbb`. */
export const isWholeColor = (text: string): boolean => /^#([\da-f]{3}|[\da-f]{6})$/i.test(text.trim())

/** `#AbC` as `#aabbcc`. */
export function sixDigits(color: string): string {
  const digits = color.trim().slice(1).toLowerCase()
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`
}
