const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The unit in which durations up to one are drawn, and its seconds. */
export function unitFor(mostSeconds: number): { readonly name: string; readonly seconds: number } {
  if (mostSeconds >= 2 * day) return { name: 'days', seconds: day }
  return mostSeconds >= 2 * hour ? { name: 'hours', seconds: hour } : { name: 'minutes', seconds: minute }
}

const counted = (value: number, unit: string): string => `${value.toLocaleString('en')} ${unit}`

/** "3.5 days", "4.2 hours", "12 minutes": one unit, with one digit after the point below ten. A dash where there is none. */
export function durationWords(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds > 0 && seconds < minute) return '< 1 minute'
  const { name, seconds: each } = unitFor(seconds)
  const value = seconds / each
  const shown = value < 10 ? Math.round(value * 10) / 10 : Math.round(value)
  return counted(shown, shown === 1 ? name.slice(0, -1) : name)
}

/** "12% shorter than before": a duration compared with the same of the days before. Nothing where either is missing. */
export function comparedWords(seconds: number | null, before: number | null): string {
  if (seconds === null || before === null || before === 0) return ''
  const percent = Math.round(Math.abs(seconds / before - 1) * 100)
  if (percent === 0) return 'As before'
  return `${percent.toLocaleString('en')}% ${seconds < before ? 'shorter' : 'longer'} than before`
}
