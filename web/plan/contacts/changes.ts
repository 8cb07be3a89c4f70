/** The values that differ from those that were shown: others may change the rest meanwhile. */
export function changesOf<Values extends object>(shown: Values, values: Values): Partial<Values> {
  const names = Object.keys(values) as (keyof Values)[]
  // The names and values are those of the whole.
  return Object.fromEntries(
    names.filter(name => values[name] !== shown[name]).map(name => [name, values[name]]),
  ) as Partial<Values>
}
