const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2026-03-05` as "5 Mar, 2026". @source DATE-003 */
export function spellDay(text: string): string {
  const [year = '', month = '', date = ''] = text.split('-')
  return `${Number(date)} ${months[Number(month) - 1] ?? ''}, ${year}`
}
