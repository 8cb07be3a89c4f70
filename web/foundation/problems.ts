import type { CallError } from '#web/api/client.ts'

/** The sentence for a field of a form: its own name, and the server's message. */
export function fieldProblem(error: CallError | null, field: string, label: string): string | null {
  const said = error?.fields[field]
  return said === undefined || said.length === 0 ? null : `${label} ${said.join(', ')}`
}

/** The same for each of the fields whose names begin so: `strategies[0].`. */
export const problemsUnder = (error: CallError | null, start: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(error?.fields ?? {}).flatMap(([field, said]) =>
      field.startsWith(start) ? [[field.slice(start.length), said]] : [],
    ),
  )

/** The sentence for the form as a whole; null when fields that the form shows say it all. */
export function formProblem(error: CallError | null, shown: readonly string[] = []): string | null {
  if (error === null) return null
  return shown.some(field => error.fields[field] !== undefined) ? null : error.message
}

/** The same for a form that already shows which of its fields another user saved meanwhile. */
export const saveProblem = (
  error: CallError | null,
  overlaps: readonly unknown[],
  shown: readonly string[] = [],
): string | null => (overlaps.length > 0 ? null : formProblem(error, shown))
